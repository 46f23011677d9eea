"""Track as a route sees it: which piece goes on into which, and what each uses up."""

from collections import defaultdict

from engine.core.sentences import because
from engine.routes.problem import Piece, Problem


class Track:
    """The pieces of a problem by the nodes they touch."""

    def __init__(self, problem: Problem) -> None:
        self.pieces = {piece.id: piece for piece in problem.pieces}
        self.at: dict[str, list[Piece]] = defaultdict(list)
        self.barriers = frozenset(problem.barriers)
        for piece in problem.pieces:
            self.at[piece.a].append(piece)
            self.at[piece.b].append(piece)
        self._bits: dict[str, int] = {}
        self._uses: dict[str, tuple[int, int, int]] = {}

    def onward(self, piece: Piece, node: str) -> list[tuple[Piece, str]]:
        """The pieces that a route leaving `piece` over `node` may go on into, with the node it enters them by.

        At an edge that is a piece of the other hex, at a junction any other piece: no route turns back on the spot.
        """
        if node.startswith("junction:"):
            return [(other, node) for other in self.at[node] if other is not piece]
        if node in self.barriers:
            return []
        named = [self.pieces[name] for own, name in piece.links if own == node]
        if named:
            return [
                (other, entry)
                for other in named
                for entry, back in other.links
                if back == piece.id and entry not in self.barriers
            ]
        return [
            (other, node)
            for other in self.at[node]
            if other is not piece
            and not (piece.hex and other.hex == piece.hex)
            and not (other.links and any(entry == node for entry, _ in other.links))
        ]

    def between(self, a: str, b: str) -> list[Piece]:
        """The pieces that join two nodes."""
        return [piece for piece in self.at[a] if far_end(piece, a) == b]

    def used_by(self, piece: Piece) -> tuple[int, int, int]:
        """All that the piece uses up; without the edge at its first end; without that at its second."""
        return self._uses.get(piece.id) or self._work_out(piece)

    def uses_beyond(self, piece: Piece, entry: str) -> int:
        """What the piece uses up without the edge it is entered by, which the piece before has used up already."""
        known = self._uses.get(piece.id) or self._work_out(piece)
        return known[1] if entry == piece.a else known[2]

    def uses(self, piece: Piece) -> int:
        """A bit for each thing that the piece uses up: itself, the edges it touches, and what else it names."""
        return (self._uses.get(piece.id) or self._work_out(piece))[0]

    def _work_out(self, piece: Piece) -> tuple[int, int, int]:
        own = self._bit(f"piece:{piece.id}")
        for thing in piece.uses:
            own |= self._bit(f"use:{thing}")
        at_a = self._bit(piece.a) if piece.a.startswith("edge:") else 0
        at_b = self._bit(piece.b) if piece.b.startswith("edge:") else 0
        known = self._uses[piece.id] = (own | at_a | at_b, own | at_b, own | at_a)
        return known

    def _bit(self, thing: str) -> int:
        return self._bits.setdefault(thing, 1 << len(self._bits))

    def named(self, bits: int) -> str:
        """The first of the things with these bits, for a refusal."""
        for thing, bit in self._bits.items():
            if bit & bits:
                kind, _, name = thing.partition(":")
                return because("{side}", side=name) if kind == "edge" else because("track {track}", track=name)
        return "track"


def far_end(piece: Piece, node: str) -> str:
    """The other end of a piece entered at `node`."""
    return piece.b if piece.a == node else piece.a
