"""Games as they stood at commit 6d4bed4, which every later program must load, show and play in the same way.

Two things, both made once by that commit's own code, with programs that are in the history
(`git log -- tests/golden/make_database.py tests/golden/record.py`):

* `data/table.db.xz`: a bot's database in the middle of its hardest moments;
* `data/games-*.json.xz`: whole games as positions, moves and facts.

What may be made again, and what never:

* The database, the starting positions, the moves, and the digests of what people see (`views`) are **never** made
  again. If one of them no longer fits, a stored game has changed its rules or a view has lost a fact, and that is to be
  mended in the program. A view may gain fields: `facts.py` says which of them count.
* The digests of the encoded state (`data/states-*.json.xz`) belong to one version of the stored form. When that form
  gets a new version, `python -m tests.golden.restate` makes them again; it does so only for games that still
  agree with every digest of their views.
"""
