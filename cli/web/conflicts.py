"""What was thought out on a page that is not true any more: told with both values, never done unasked."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.desk.journal import Line
from pairproof.cli.desk.locking import Conflict
from pairproof.model.language import say


class Stale(Conflict):
    """The file has changed since the page was shown; `since` are the acts that the page did not know."""

    def __init__(self, since: Sequence[Line]) -> None:
        self.since = tuple(since)
        super().__init__(say("The tournament has changed since this page was shown, so nothing was done. Look again."))


class OtherResult(Conflict):
    """A board has another result than the page showed: the one that `stands`, what the page had `seen`, and what was
    `wanted` ("" for none).
    """

    def __init__(self, round: int, board: int, stands: str, seen: str, wanted: str) -> None:
        self.round, self.board, self.stands, self.seen, self.wanted = round, board, stands, seen, wanted
        nothing = say("no result")
        super().__init__(
            say(
                "Board {board} has {stands} by now; the page had {seen}, and {wanted} was to be entered. Which one is "
                "right?",
                board=board,
                stands=stands or nothing,
                seen=seen or nothing,
                wanted=wanted or nothing,
            )
        )
