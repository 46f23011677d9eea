"""What the ledgers state in numbers, read off the engine: one test for all titles.

Each title's `facts.py` says how its table is laid (`SCENE`), which statements are facts, each with how to read it
(`FACTS`), and which only play can show, by what they are about (`PLAYED`). The figures themselves stand in the ledger
alone, as its `params`.
"""
