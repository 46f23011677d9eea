"""Makes the digests of the encoded states again, after the stored form has got a new version.

    nice python -m tests.golden.restate [title ...]

Every game is played again, and must still show everybody what it showed; otherwise nothing is written.
"""

import sys

from tests.golden.games import TITLES, games_of, replay, write_states


def main() -> int:
    """Title by title."""
    for title in sys.argv[1:] or TITLES:
        write_states(title, {game.id: replay(game, None) for game in games_of(title)})
        print(f"{title}: done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
