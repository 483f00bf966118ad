"""The problem language: what a problem file means, and how a problem is written.

`reader` turns text into problems of solver.model, `printer` turns them into text.  The sentences
are the .lark files, the words the tables in vocabulary/, and `classifier` brings them together.
"""
