"""The parts of the command `solve`: what was asked (arguments), signals, the loop over problems,
where text goes (output) and what a person watching sees (progress).

To add an option: a line in `arguments`, a field in its `Request`, and its use in the loop.
"""
