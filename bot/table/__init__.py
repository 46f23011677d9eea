"""The one door to a running game: who may, is it current, apply, store, announce. No Discord in here."""
