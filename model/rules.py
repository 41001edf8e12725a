"""Rule sets: which criteria are hard, which levels are minimised in which order, and the policies (RULES 7, 8).

The presets stand here in full.  Reading rule files is `model.formats.toml.rule_file`; what a criterion or level *means*
is `model.criteria`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairproof.model.tournament import Tournament

OPTIMUM = "optimum"
"""The pairing system of all rule sets that name none."""
DUTCH = "dutch"
"""The FIDE (Dutch) System."""
FIDE_DUTCH = "fide-dutch"
"""Its rule set."""

RANKING_KEYS = ("score", "sos", "gam", "rating", "lot")
BRACKET_STYLES = ("floaters-first", "merged")


@dataclass(frozen=True, slots=True)
class Points:
    """Points for each outcome of a round, in half-win units (RULES 1.1).  A forfeit win counts as a win."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    half_bye: int = 1
    full_bye: int = 2
    absent: int = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """Choices the two documents leave open; the first value named in RULES is the default."""

    sos_bye: str = "none"
    c9_bye: str = "next-eligible"
    time_result: str = "by-gam"
    initial_colour: str = "white"
    forfeit_win_bars_bye: str = "yes"
    start_scores: str = "ignored"


POLICY_VALUES = {
    "sos_bye": ("none", "own-score"),
    "c9_bye": ("next-eligible", "strict"),
    "time_result": ("by-gam", "draw"),
    "initial_colour": ("white", "black"),
    "forfeit_win_bars_bye": ("yes", "no"),
    "start_scores": ("ignored", "used"),
}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One set of pairing rules.  All names are those of RULES 2, 5 and 7 (`model.criteria` holds the pieces);
    `levels` and `ranking` are in order of priority.

    `prefer` and `avoid` are pairs of ids (smaller, larger) for the level `wishes`; `max_pairs_in_group` says, for a
    named group, how many of its players' games may be among themselves.  `system` is the pairing system whose rules
    these are (`solver.systems`).
    """

    name: str
    source: str
    hard: tuple[str, ...]
    levels: tuple[str, ...]
    ranking: tuple[str, ...]
    bracket_style: str
    exemption: bool
    points: Points = Points()
    policy: Policy = Policy()
    prefer: tuple[tuple[int, int], ...] = ()
    avoid: tuple[tuple[int, int], ...] = ()
    max_pairs_in_group: tuple[tuple[str, int], ...] = ()
    system: str = OPTIMUM


_COMBINED = RuleSet(
    name="combined",
    source="both texts",
    hard=("no-rematch", "single-bye", "full-round", "colour-difference", "third-colour"),
    levels=(
        "restricted-groups",
        "repeated-float",
        "bye-score",
        "score-gap",
        "score-gap-squares",
        "exemption",
        "colour",
        "strong-colour",
        "float-two-back",
    ),
    ranking=("score", "sos", "gam", "rating", "lot"),
    bracket_style="floaters-first",
    exemption=True,
)

PRESETS = {
    rules.name: rules
    for rules in (
        _COMBINED,
        RuleSet(
            name="modified-swiss",
            source="P alone",
            hard=("no-rematch", "single-bye", "full-round"),
            levels=("bye-score", "score-gap", "score-gap-squares", "restricted-groups", "repeated-float"),
            ranking=("score", "sos", "gam", "rating", "lot"),
            bracket_style="merged",
            exemption=False,
            policy=Policy(forfeit_win_bars_bye="no"),
        ),
        RuleSet(
            name="colour-swiss",
            source="R alone",
            hard=("no-rematch", "single-bye", "full-round", "colour-difference", "third-colour"),
            levels=(
                "bye-score",
                "score-gap",
                "score-gap-squares",
                "exemption",
                "colour",
                "strong-colour",
                "repeated-float",
                "float-two-back",
            ),
            ranking=("score", "rating", "lot"),
            bracket_style="floaters-first",
            exemption=True,
        ),
        # Colours, criteria and order are those of the system, none of the pieces that other rule sets are made of.
        RuleSet(
            name=FIDE_DUTCH,
            source="FIDE C.04.3, in force from 1 February 2026",
            hard=("no-rematch", "single-bye", "full-round"),
            levels=(),
            ranking=("score", "lot"),
            bracket_style="floaters-first",
            exemption=False,
            system=DUTCH,
        ),
        replace(
            _COMBINED,
            name="small-field",
            source="both texts, for more rounds than opponents",
            hard=("full-round", "colour-difference", "third-colour"),
            levels=("rematch", "repeated-bye", "last-opponents", *_COMBINED.levels),
        ),
    )
}
DEFAULT_RULES = "combined"


def effective_rules(rules: RuleSet, tournament: Tournament) -> RuleSet:
    """The rule set with what the tournament file itself says put on top (the file goes before the rule file)."""
    said = {"initial_colour": tournament.initial_colour, "start_scores": tournament.start_scores}
    policy = {name: value for name, value in said.items() if value is not None}
    return replace(rules, points=replace(rules.points, **tournament.points), policy=replace(rules.policy, **policy))
