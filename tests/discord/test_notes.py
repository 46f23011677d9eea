"""/note: a notebook that nobody but its owner sees."""

from tests.discord.conftest import Hall


async def test_notes_are_private(club: Hall):
    await club.game()
    written = await club.ann.slash("/note", club.room, text="buy SP, then *sell* @everyone")
    assert written.ephemeral and "Your note is saved" in written.text
    assert "buy SP" in (await club.ann.slash("/note", club.room)).text
    for other in (club.bob, club.cem):
        assert "no notes on this game" in (await other.slash("/note", club.room)).text
        assert not any("buy SP" in message.text for message in other.sees(club.room))
    assert club.bob.pings == [] and club.cem.pings == []


async def test_a_form_adds_notes_and_deleting_them_needs_confirmation(club: Hall):
    await club.game()
    await club.ann.slash("/note", club.room, text="first")
    page = await club.ann.slash("/note", club.room)
    form = await club.ann.press(page.message, "Add a note…")
    sent = await club.submit(club.ann, form, "second")
    assert "first" in sent.text and "second" in sent.text
    asked = await club.press(club.ann, sent.message, "Delete all notes…")
    assert "second" in (await club.ann.slash("/note", club.room)).text
    await club.press(club.ann, asked.message, "Delete them")
    assert "no notes on this game" in (await club.ann.slash("/note", club.room)).text


async def test_full_notes_refuse_more_and_keep_what_they_have(club: Hall):
    await club.game()
    await club.ann.slash("/note", club.room, text="x" * 3990)
    refused = await club.ann.slash("/note", club.room, text="y" * 100)
    assert "Your notes can have up to 4000 characters" in refused.text
    assert "yyy" not in (await club.ann.slash("/note", club.room)).text
