"""From a problem to what the engine solves: the only place that knows both.

`tree` turns traditional stipulations into trees, `phases` plans set play, actual play and duplex,
`position` compiles board, walks and men.
"""
