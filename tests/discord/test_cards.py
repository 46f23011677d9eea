"""Cards, tables and private companies in /rule: what they show, and to whom."""

from __future__ import annotations

import csv
import io

import pytest

from bot.rulebook import about_private, ledgers, privates
from engine.core.phrases import PSEUDO
from engine.words import languages
from tests.discord.asking import Asking
from tests.discord.conftest import Hall
from tests.table.club import ANN, Club
from tests.table.conftest import table

__all__ = ["table"]


@pytest.mark.parametrize("title", ledgers())
def test_every_private_company_is_found_in_its_rulebook(title: str):
    assert privates(title)
    for name, private in privates(title).items():
        section, says = about_private(title, name)
        assert section and says and private.power, name


def test_what_is_said_of_one_private_company_stays_off_the_cards_of_its_section():
    pincoffs, beijnes = ({one.rule for one in about_private("1839", name)[1]} for name in ("LP", "JJB"))
    assert "Lodewijk Pincoffs closes when dark yellow phase begins." in pincoffs - beijnes
    assert "J J Beijnes comes with a 10% share of the August Borsig's company." in beijnes - pincoffs
    assert any("yellow private company that closes gets 40%" in one for one in pincoffs & beijnes)


async def test_a_private_company_is_found_by_its_name(table: Club):
    ask = Asking(table)
    for what in ("1870 GSC", "1870 The Gulf Shipping Company"):
        reply = await ask.slash(ANN, "rule", what=what)
        assert reply.title.startswith("1870: The Gulf Shipping Company")
        assert "price $80 · pays $15" in reply.text and "may place a port token" in reply.text
        assert "An open port raises the value of its city by $10 for all other companies." in reply.text
        assert "Southern Cattle Company: cost" not in reply.text


async def test_a_private_company_without_income_pays_nothing(table: Club):
    reply = await Asking(table).slash(ANN, "rule", what="1839 Lodewijk Pincoffs")
    assert "price f90 · pays nothing" in reply.text


async def test_a_company_and_a_private_company_each_have_a_card(club: Hall):
    number = await club.game()
    company = await club.ann.slash("/show", club.room, what="card", about="SP", game=str(number))
    (picture,) = company.message.attachments
    assert "SP, Southern Pacific Railroad" in picture.description
    assert "Shares: IPO 100%" in picture.description and "home" in picture.description
    offered = await club.ann.autocomplete("/show", club.room, "about", "Gulf", what="card", game=str(number))
    assert [one["value"] for one in offered][-1] == "private GSC"
    private = await club.ann.slash("/show", club.room, what="card", about="private GSC", game=str(number))
    (picture,) = private.message.attachments
    assert "The Gulf Shipping Company" in picture.description and "Price $80, income $15" in picture.description
    assert "Only one of the two port tokens may be placed in a game." in picture.description
    refused = await club.ann.slash("/show", club.room, what="card", about="XYZ", game=str(number))
    assert "no company or private company “XYZ”" in refused.text and not refused.message.attachments


async def test_a_table_comes_as_a_picture_and_as_a_file(club: Hall):
    number = await club.game()
    for kind, head in (("worth", "Round"), ("earnings", "Round"), ("holdings", "Company")):
        answer = await club.ann.slash("/show", club.room, what=f"table_{kind}", game=str(number))
        picture, file = answer.message.attachments
        assert picture.description and file.filename == f"game-{number}-{kind}.csv"
        rows = list(csv.reader(io.StringIO(file.data.decode("utf-8-sig"))))
        assert rows[0][0] == head and all(len(row) == len(rows[0]) for row in rows)


async def test_a_file_has_the_same_headings_in_every_language(club: Hall):
    number = await club.game()
    for kind in ("worth", "earnings", "holdings"):
        found = list[bytes]()
        for language in (*languages(), PSEUDO):
            club.ann.user.locale = language
            answer = await club.ann.slash("/show", club.room, what=f"table_{kind}", game=str(number))
            found.append(answer.message.attachments[-1].data)
        assert len(set(found)) == 1
