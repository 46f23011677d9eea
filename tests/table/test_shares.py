"""Which shards a process has."""

from __future__ import annotations

import pytest

from bot.store import Database, Share, StoreTrouble, share_of


@pytest.mark.parametrize(
    ("said", "share"), [("0-3/8", Share(0, 3, 8)), (" 2/8 ", Share(2, 2, 8)), ("", None), ("0-0/1", Share(0, 0, 1))]
)
def test_a_share_is_read(said: str, share: Share | None):
    assert share_of(said) == share


@pytest.mark.parametrize("said", ["3-1/8", "0-8/8", "all", "1", "-1/8", "0-3", "0/0"])
def test_what_is_no_share_is_refused(said: str):
    with pytest.raises(ValueError, match=r"^\s*\S"):
        share_of(said)


def test_a_server_belongs_to_one_share():
    shares = [Share(0, 2, 8), Share(3, 3, 8), Share(4, 7, 8)]
    for server in range(0, 2**40, 2**33 + 2**22 * 3 + 17):
        assert sum(one.has(server) for one in shares) == 1


async def test_sqlite_is_for_one_process(tmp_path):
    with pytest.raises(StoreTrouble, match="one process"):
        await Database(str(tmp_path / "table.db"), share=Share(0, 0, 2)).open()
