"""Plays for a robot of any checkout of this project: python guest.py, with that checkout as the working directory.

It follows a game by its moves, one line of JSON after another, and answers when it is asked for a move.
"""

from __future__ import annotations

import json
import sys
import time


def main() -> None:
    """Serve until the input ends."""
    sys.path.insert(0, "")
    from bot.robots.choosing import choose
    from engine import Act, new
    from engine.titles import titles

    game = None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "titles":
            print(json.dumps(titles()), flush=True)
            continue
        if asked["do"] == "new":
            game = new(asked["title"], asked["names"], asked["options"], asked["seed"])
            continue
        assert game is not None, "no game has begun"
        if asked["do"] == "apply":
            game, _ = game.apply(asked["seat"], Act(asked["verb"], asked["args"]))
            continue
        start = time.process_time()
        act = choose(game, asked["seat"], asked["kind"], asked["seed"], None, asked["tries"])
        spent = time.process_time() - start
        assert act is not None, f"{asked['kind']} finds no move for {asked['seat']}"
        print(json.dumps({"verb": act.verb, "args": dict(act.args), "seconds": spent}), flush=True)


if __name__ == "__main__":
    main()
