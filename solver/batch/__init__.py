"""Many problems: published ones are read, solved, compared with what was published, and reported.

    document.py   one problem as it was published, with its solution
    formats/      files of the field, to and from documents
    published/    solutions as people write them, to moves
    compare/      a published solution and ours, to evidence
    verify.py     one document, to one verdict
    run.py        many: tasks, workers under a supervisor (or a cluster), results in a database
    report/       what the database holds, as text, JSON lines, CSV, HTML

To add a format: a module under `formats/` and its line in `formats/__init__.py`.
"""
