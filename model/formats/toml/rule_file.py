"""Rule sets by name, and rule files: TOML that names criteria, levels, ranking keys and policies (RULES 8)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from pairproof.model.errors import Fault, InvalidInput, UsageProblem, in_file_order
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.places import Path, line_of
from pairproof.model.formats.toml.places import places_in
from pairproof.model.formats.toml.strings import toml_text, toml_texts
from pairproof.model.formats.toml.syntax import parse_toml, text_of
from pairproof.model.formats.toml.validation import meaning_faults, nearest, validated
from pairproof.model.language import all_of, say, say_n
from pairproof.model.rules import (
    BRACKET_STYLES,
    DEFAULT_RULES,
    OPTIMUM,
    POLICY_VALUES,
    PRESETS,
    RANKING_KEYS,
    RuleSet,
    effective_rules,
)
from pairproof.model.tournament import Tournament

if TYPE_CHECKING:
    from pairproof.model.formats.toml.rule_shape import RuleFile, WishTable


def load_rules(name_or_path: str, relative_to: FilePath | None = None) -> RuleSet:
    """The rule set of that name, or the one in that file.

    Parameters
    ----------
    name_or_path
        The name of a preset, or the path of a rule file.
    relative_to
        The directory, or the tournament file, that a relative path starts from.

    Raises
    ------
    UsageProblem
        No preset has that name, and it does not look like a path.
    FileProblem
        The file cannot be read.
    InvalidInput
        Every fault of the file at once.
    """
    if name_or_path in PRESETS:
        return PRESETS[name_or_path]
    path = FilePath(name_or_path)
    if relative_to is not None:
        # A tournament file's own path stands for its directory.
        path = (relative_to if os.path.isdir(relative_to) else relative_to.parent) / path
    looks_like_path = path.suffix == ".toml" or "/" in name_or_path or "\\" in name_or_path
    if not looks_like_path and not os.path.isfile(path):  # False also for names no file can have
        raise UsageProblem(
            say(
                "There is no rule set {name!r}, and no file of that name; {hint}",
                name=name_or_path,
                hint=nearest(name_or_path, PRESETS),
            )
        )
    data = read_bytes(path, say("the rule file"))
    try:
        return read_rules(data, path.stem)
    except InvalidInput as error:
        raise InvalidInput(error.faults, str(path)) from None


def read_rules(data: bytes, default_name: str) -> RuleSet:
    """The rule set in the bytes of a rule file; `default_name` names it where the file does not.

    Raises
    ------
    InvalidInput
        Every fault at once.
    """
    text = text_of(data)
    tables = parse_toml(text)
    places = places_in(text)
    # pydantic is imported only when a rule file is read: the presets do without.
    from pairproof.model.formats.toml.rule_shape import RuleFile

    file, shape_faults = validated(RuleFile, tables, places)
    if file is None:
        raise InvalidInput(in_file_order(shape_faults))
    faults = [
        *_name_faults(file, places),
        *_meaning_faults(file, places, "base" in tables),
        *_wish_faults(file, places),
    ]
    if shape_faults or faults:
        raise InvalidInput(meaning_faults(shape_faults, faults))
    rules = _merged(file, default_name)
    if rules.system != OPTIMUM and (own := sorted(tables.keys() - {"name", "base", "points"})):
        text = say(
            "The rules of {base!r} are fixed: a rule file based on it names points only, not {own}.",
            base=file.base,
            own=", ".join(own),
        )
        raise InvalidInput([Fault(text, line_of(places, own[0]))])
    # What only shows once file and base are put together.
    if rules.exemption and "exemption" not in rules.levels:
        raise InvalidInput(
            [
                Fault(
                    say(
                        "exemption is true, but the level 'exemption' is not named; name it in levels, or set "
                        "exemption = false (RULES 6)."
                    ),
                    line_of(places, "exemption" if file.exemption else "levels"),
                )
            ]
        )
    if (rules.prefer or rules.avoid) and "wishes" not in rules.levels:
        raise InvalidInput(
            [
                Fault(
                    say(
                        "prefer and avoid count on the level 'wishes', which is not named; put it in levels, where the "
                        "wishes are to stand among the other levels."
                    ),
                    line_of(places, "levels" if file.levels is not None else "prefer"),
                )
            ]
        )
    return rules


OWN_SOURCES = ("rule file", "rule file, based on {base}")
"""What the rule set of a rule file gives as its source; `fitted` says it in other languages."""


def _merged(file: RuleFile, default_name: str) -> RuleSet:
    base = PRESETS[file.base] if file.base is not None else None
    name = file.name or default_name
    hard = file.hard if file.hard is not None else (base.hard if base else ())
    levels = file.levels if file.levels is not None else (base.levels if base else ())
    ranking = tuple(file.ranking if file.ranking is not None else (base.ranking if base else ()))
    rules = RuleSet(
        name=name,
        source=OWN_SOURCES[1].format(base=base.name) if base else OWN_SOURCES[0],
        hard=tuple(hard),
        levels=tuple(levels),
        # RULES 2.2: lot is always the last key, named or not.
        ranking=ranking if ranking[-1] == "lot" else (*ranking, "lot"),
        bracket_style=file.bracket_style or (base.bracket_style if base else BRACKET_STYLES[0]),
        exemption=file.exemption if file.exemption is not None else (base.exemption if base else False),
        system=base.system if base else OPTIMUM,
    )
    points = file.points.model_dump(exclude_none=True)
    policy = file.policy.model_dump(exclude_none=True)
    return replace(
        rules,
        points=replace(base.points if base else rules.points, **points),
        policy=replace(base.policy if base else rules.policy, **policy),
        prefer=_wished(file.prefer),
        avoid=_wished(file.avoid),
        max_pairs_in_group=tuple(sorted(file.max_pairs_in_group.items())),
    )


def _wished(wishes: Iterable[WishTable]) -> tuple[tuple[int, int], ...]:
    """The pairs of `[[prefer]]` or `[[avoid]]`, the smaller id first."""
    return tuple(sorted({(min(wish.pair), max(wish.pair)) for wish in wishes}))


def _wish_faults(file: RuleFile, places: Mapping[Path, int]) -> list[Fault]:
    """What makes no sense of `[[prefer]]` and `[[avoid]]`."""
    faults = []
    for key, wishes in (("prefer", file.prefer), ("avoid", file.avoid)):
        for place, wish in enumerate(wishes):
            if wish.pair[0] == wish.pair[1]:
                text = say(
                    "{white}-{black}: a player cannot be paired with himself.", white=wish.pair[0], black=wish.pair[1]
                )
                faults.append(Fault(text, line_of(places, key, place, "pair")))
    for a, b in sorted(set(_wished(file.prefer)) & set(_wished(file.avoid))):
        faults.append(
            Fault(say("{a}-{b} is both preferred and to be avoided; take one of the two wishes away.", a=a, b=b))
        )
    return faults


def _name_faults(file: RuleFile, places: Mapping[Path, int]) -> list[Fault]:
    """Unknown and repeated names."""
    # numpy, which the pieces need, is imported only when a rule file is read.
    from pairproof.model.criteria import HARD, LEVELS

    faults: list[Fault] = []

    def expect(word: str, known: Iterable[str], what: str, *place: str) -> None:
        names = list(known)
        if word not in names:
            faults.append(
                Fault(
                    say("There is no {what} {word!r}; {hint}", what=what, word=word, hint=nearest(word, names)),
                    line_of(places, *place),
                )
            )

    if file.base is not None:
        expect(file.base, PRESETS, say("rule set"), "base")
    if file.bracket_style is not None:
        expect(file.bracket_style, BRACKET_STYLES, say("bracket style"), "bracket_style")
    for key, given, known, what in (
        ("hard", file.hard, HARD.names, say("hard criterion")),
        ("levels", file.levels, LEVELS.names, say("level")),
        ("ranking", file.ranking, RANKING_KEYS, say("ranking key")),
    ):
        for word in dict.fromkeys(given or ()):
            expect(word, known, what, key)
            if given is not None and given.count(word) > 1:
                faults.append(
                    Fault(say("The {what} {word!r} is named twice.", what=what, word=word), line_of(places, key))
                )
    for policy, value in file.policy.model_dump(exclude_none=True).items():
        expect(value, POLICY_VALUES[policy], say("value of {policy}:", policy=policy), "policy", policy)
    return faults


def _meaning_faults(file: RuleFile, places: Mapping[Path, int], has_base: bool) -> list[Fault]:
    """What RULES 8 does not allow, as far as the file alone shows it; a base may be there without being a text."""
    from pairproof.model.criteria import HARD

    faults = []
    if not has_base:
        missing = [key for key in ("hard", "levels", "ranking") if getattr(file, key) is None]
        if missing:
            faults.append(
                Fault(
                    say_n(
                        "Without a base, a rule file names everything; {keys} is missing (or set base).",
                        "Without a base, a rule file names everything; {keys} are missing (or set base).",
                        len(missing),
                        keys=all_of(list(missing)),
                    )
                )
            )
    if file.hard is not None:
        for rule in HARD:
            if rule.indispensable and rule.name not in file.hard:
                text = say(
                    "The criterion {name!r} is left out of hard; {indispensable}.",
                    name=rule.name,
                    indispensable=say(rule.indispensable),
                )
                faults.append(Fault(text, line_of(places, "hard")))
    if file.ranking is not None:
        line = line_of(places, "ranking")
        if not file.ranking or file.ranking[0] != "score":
            faults.append(Fault(say("The ranking must begin with 'score' (RULES 2.2)."), line))
        if "lot" in file.ranking[:-1]:
            faults.append(Fault(say("The ranking key 'lot' is always the last one (RULES 2.2)."), line))
    return faults


def dump_rules(rules: RuleSet) -> str:
    """The rule set as a complete rule file, without a base (but where a system's rules are fixed); reading it gives the
    same rules (`source` aside).
    """
    points = [f"{key} = {value}" for key, value in asdict(rules.points).items()]
    if rules.system != OPTIMUM:
        base = next(preset.name for preset in PRESETS.values() if preset.system == rules.system)
        return (
            "\n".join([f"name = {toml_text(rules.name)}", f"base = {toml_text(base)}", "", "[points]", *points]) + "\n"
        )
    lines = [
        f"name = {toml_text(rules.name)}",
        f"hard = {toml_texts(rules.hard)}",
        "levels = [",
        *(f"  {toml_text(level)}," for level in rules.levels),
        "]",
        f"ranking = {toml_texts(rules.ranking)}",
        f"bracket_style = {toml_text(rules.bracket_style)}",
        f"exemption = {str(rules.exemption).lower()}",
        "",
        "[policy]",
        *(f"{key} = {toml_text(value)}" for key, value in asdict(rules.policy).items()),
        "",
        "[points]",
        *points,
    ]
    if rules.max_pairs_in_group:
        lines += ["", "[max_pairs_in_group]"]
        lines += [f"{toml_text(group)} = {most}" for group, most in rules.max_pairs_in_group]
    for key, wishes in (("prefer", rules.prefer), ("avoid", rules.avoid)):
        for a, b in wishes:
            lines += ["", f"[[{key}]]", f"pair = [{a}, {b}]"]
    return "\n".join(lines) + "\n"


def rules_for(tournament: Tournament, name_or_path: str | None = None) -> RuleSet:
    """The rule set a tournament is paired by.

    That is the one asked for, else the one its file names, else `combined`; with the point values, the initial colour
    and what starting scores do that the tournament's file sets on top.

    Raises
    ------
    UsageProblem, FileProblem, InvalidInput
        See `load_rules`; a name the tournament file gives, and that is none, is a fault of the file (InvalidInput).
    """
    if name_or_path is not None:
        rules = load_rules(name_or_path)
    else:
        try:
            rules = load_rules(tournament.rules or DEFAULT_RULES, FilePath(tournament.source).parent)
        except UsageProblem as error:
            raise InvalidInput([Fault(str(error))], tournament.source) from None
    return effective_rules(rules, tournament)
