"""A search that can be taken up again: what is done is kept in a file.

    journal.py   the file: records with checksums, appended
    log.py       what the records say: problems, their phases, finished units and their events
    recorded.py  a search of the engine whose events go through the file

A unit is an independent part of a phase (a first move, or its first two half-moves); the engine
cuts a phase in the same way each time.
"""
