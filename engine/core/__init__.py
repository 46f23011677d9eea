"""What every rule stands on: state, agenda, verbs, questions, trials, events, refusals. It knows no game."""
