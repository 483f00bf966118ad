"""Many problems: published ones are read, solved, compared with what was published, and reported.

    document.py   one problem as it was published, with its solution
    formats/      files of the field, to and from documents
    published/    solutions as people write them, to moves
    compare/      a published solution and ours, to evidence
    solving.py    the runs of the engine that one verdict needs, under one limit
    claims.py     documents that claim something without moves (EPD)
    verify.py     one document, to one verdict
    run.py        many: tasks, to workers, to the database
    task.py       a document as a task: its key and its weight
    supervisor.py and worker.py: processes here; cluster.py: on a Dask cluster
    units.py      one hard problem on a Dask cluster
    store.py      the database
    report/       what the database holds, as text, JSON lines, CSV, HTML
    convert.py    documents to other formats

To add a format: a module under `formats/` and its line in `formats/__init__.py`.
"""
