"""/rule: what the rulebook says, from the same statements that the tests name."""

import pytest

from bot.rulebook import Setting, answer, ledger, ledgers, search, section, statements
from engine.words.catalogue import Catalogue
from tests.discord.asking import Asking
from tests.table.club import ANN, Club
from tests.table.conftest import table

__all__ = ["table"]


async def test_a_section_shows_its_statements(table: Club):
    ask = Asking(table)
    for what in ("1870 5.9", "1870 §5.9", "1870 5.9."):
        reply = await ask.slash(ANN, "rule", what=what)
        assert reply.title == "1870 §5.9"
        assert "A president is never obliged to protect." in reply.text
    one = await ask.slash(ANN, "rule", what="1870-5.9-03", title="1870")
    assert one.text.count("\n- ") == 1 and "never obliged" in one.text


async def test_a_search_finds_statements_with_topics_first(table: Club):
    reply = await Asking(table).slash(ANN, "rule", what="obliged", title="1870")
    found = search("1870", "obliged")
    assert found and f"({len(found)})" in reply.title and reply.text.startswith(f"**§{found[0].section}** ")


async def test_a_question_is_answered_before_the_rulebook_speaks(table: Club):
    reply = await Asking(table).slash(ANN, "rule", what="What is price protection?", title="1870")
    assert reply.title == "1870: Price protection"
    said = answer(Setting("1870"), "protection")
    assert reply.text.startswith(said) and "**§5.9** share price protection" in reply.text
    named = await Asking(table).slash(ANN, "rule", what="dividends", title="1830")
    assert named.title == "1830 Dividends" and named.text.startswith(answer(Setting("1830"), "dividend"))


async def test_an_answer_has_the_numbers_of_the_askers_game(table: Club):
    ask = Asking(table)
    apart = (await ask.slash(ANN, "rule", what="certificate limit", title="1870")).text
    await table.game()
    here = (await ask.slash(ANN, "rule", what="certificate limit", title="1870")).text
    assert "with 3 players" in apart and here.startswith(answer(Setting("1870", (), 4), "certificate_limit"))
    assert "with 3 players" not in here


async def test_without_a_title_the_current_game_is_meant(table: Club):
    ask = Asking(table)
    asked_which = await ask.slash(ANN, "rule", what="5.9")
    assert "Which game's rules?" in asked_which.text and "1828" in asked_which.text
    await table.game()
    assert (await ask.slash(ANN, "rule", what="5.9")).title == "1870 §5.9"


async def test_a_search_without_results_says_so(table: Club):
    ask = Asking(table)
    for what in ("99.9", "submarine", "::", "` `"):
        reply = await ask.slash(ANN, "rule", what=what, title="1870")
        assert "Try fewer words" in reply.text and not reply.rows
    assert "but not of 1999" in (await ask.slash(ANN, "rule", what="5.9", title="1999")).text


async def test_a_long_section_is_turned_page_by_page(table: Club):
    ask = Asking(table)
    page, told = await ask.slash(ANN, "rule", what="5", title="1870"), list[str]()
    while True:
        told.append(page.text)
        if page.title.endswith(f"page {len(told)} of 5") and len(told) == 5:
            break
        page = await ask.press(ANN, page, "Next")
    every = "\n".join(told)
    assert all(one.rule in every for one in section("1870", "5"))
    assert (await ask.press(ANN, page, "Previous")).text == told[3]


async def test_sections_are_offered_by_number_topic_and_words(table: Club):
    ask = Asking(table)
    assert (await ask.offered(ANN, "rule", "what", "5.9", title="1870"))["1870 5.9"] == "§5.9 share price protection"
    for value in await ask.offered(ANN, "rule", "what", "protect", title="1870"):
        assert "protect" in (await ask.slash(ANN, "rule", what=value)).text.lower()
    assert list(await ask.offered(ANN, "rule", "title", "18")) == ledgers()


async def test_every_statement_of_every_rulebook_can_be_found_by_its_section_and_by_its_id():
    for title in ledgers():
        for one in ledger(title):
            assert one in section(title, one.section)
            assert section(title, one.id) == [one]


def test_a_rulebook_is_translated_as_far_as_possible(monkeypatch: pytest.MonkeyPatch):
    first, second = ledger("1870")[:2]
    german = Catalogue(rules={first.id: "Die Regel."}, topics={first.topic: "Thema"})
    monkeypatch.setattr(statements, "catalogue", lambda language, package: german)
    said = statements._ledger.__wrapped__("1870", "de")
    assert (said[0].id, said[0].rule, said[0].topic) == (first.id, "Die Regel.", "Thema")
    assert said[1].rule == second.rule


async def test_sections_without_a_number_are_called_by_their_names(table: Club):
    ask = Asking(table)
    reply = await ask.slash(ANN, "rule", what="1830 Camden & Amboy")
    assert "**Private companies** " in reply.text and "§private" not in reply.text
    assert (await ask.slash(ANN, "rule", what="1830 private companies")).title.startswith("1830 Private companies")
    assert (await ask.offered(ANN, "rule", "what", "dividends", title="1830"))["1830 dividends"].startswith(
        "Dividends "
    )
