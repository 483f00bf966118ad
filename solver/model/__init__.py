"""What a problem and its solution are: frozen structures, no text, no engine.

Everything else speaks in these terms: the grammar builds a `Problem`, `solver.compile` turns it
into an engine specification, the engine's events become `Solution` parts, and `solver.notation`
writes them.  To add a concept: a file of its own here, imported where it is used (this package
re-exports nothing, so that importing one part does not pull in the rest).
"""
