"""What stands in the cells of a list: ratings, dates of birth, titles and so on, as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from pairproof.model.language import say
from pairproof.model.players_by_name import folded

Value = int | str | tuple[str, ...] | None

MAX_RATING = 9999
"""TRF has four columns for it."""
MOST_LETTERS = 200
"""Longer than any name."""

_NOTHING = frozenset(("", "-", "–", "—", "?", "n/a", "na", "nan", "none", "null", "/"))
_NO_RATING = frozenset(
    ("0", "unr", "unr.", "unrated", "s/r", "s/elo", "nr", "n.r.", "sem", "б/р", "нет", "sans", "ohne")
)
_SEXES = {
    "m": "m male man men masc masculino homem hombre h м муж мужской мужчина masculin homme männlich mannlich herr",
    "w": "w f female woman women fem feminino mulher mujer ж жен женский женщина féminin femme weiblich frau dame",
}
_SEX = {folded(word): sex for sex, words in _SEXES.items() for word in words.split()}
_TITLES = {
    "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM", "wgm": "WGM", "wim": "WIM", "wfm": "WFM", "wcm": "WCM",
    "mi": "IM", "mf": "FM", "mn": "MN", "гм": "GM", "мг": "GM", "мм": "IM", "мф": "FM", "км": "CM",
    "жгм": "WGM", "жмг": "WGM", "жмм": "WIM", "жмф": "WFM",
}  # fmt: skip


def _text(text: str) -> Value:
    return text


def _name(text: str) -> Value:
    if re.fullmatch(r"[0-9.,]+", text):
        raise ValueError(say("the name reads “{text}”, a number", text=text))
    return text


def _rating(text: str) -> Value:
    if folded(text) in _NO_RATING:
        return 0
    plain = re.sub(r"[\u00a0\u202f' ]", "", text)
    if re.fullmatch(r"[0-9][.,][0-9]{3}", plain):  # thousands
        plain = plain.replace(",", "").replace(".", "")
    if not re.fullmatch(r"[0-9]{1,9}([.,][0-9]{1,9})?", plain):
        raise ValueError(say("the rating reads “{text}”; expected a number, or nothing", text=text))
    whole, _, fraction = plain.replace(",", ".").partition(".")
    rating = int(whole) + (fraction[:1] >= "5")
    if rating > MAX_RATING:
        raise ValueError(say("the rating reads “{text}”; the highest is {most}", text=text, most=MAX_RATING))
    return rating


def _title(text: str) -> Value:
    if len(text) > 20:
        raise ValueError(say("the title is longer than 20 letters"))
    return _TITLES.get(folded(text).replace(".", ""), text)


def _sex(text: str) -> Value:
    found = _SEX.get(folded(text).rstrip("."))
    if found is None:
        raise ValueError(say("the sex reads “{text}”; expected m or w", text=text))
    return found


def _federation(text: str) -> Value:
    if not re.fullmatch(r"[A-Za-z]{3}", text):
        raise ValueError(say("the federation reads “{text}”; expected three letters, as POR", text=text))
    return text.upper()


def _fide_id(text: str) -> Value:
    if text == "0":
        return None
    if not re.fullmatch(r"[0-9]{1,11}", text):
        raise ValueError(say("the FIDE number reads “{text}”; expected up to 11 digits", text=text))
    return int(text)


def _national_id(text: str) -> Value:
    if len(text) > 100:
        raise ValueError(say("the national number is longer than 100 letters"))
    return text


def _birth(text: str) -> Value:
    """A year, or a date as 1990-05-12; of others, such as 12.5.1990, the day goes first."""
    if found := re.fullmatch(r"((?:19|20)[0-9]{2})(?:[-./](0?0)[-./]0?0)?", text):
        return found[1]
    by_year = re.fullmatch(r"([0-9]{4})[-./ ]([0-9]{1,2})[-./ ]([0-9]{1,2})(?:[T ].*)?", text)
    by_day = re.fullmatch(r"([0-9]{1,2})[-./ ]([0-9]{1,2})[-./ ]([0-9]{4})(?: .*)?", text)
    found = by_year or by_day
    numbers = [int(part) for part in found.groups()] if found else []
    year, month, day = numbers if by_year else numbers[::-1] if numbers else (0, 0, 0)
    try:
        if not 1900 <= year <= 2100:
            raise ValueError(year)
        return date(year, month, day).isoformat()
    except ValueError:
        raise ValueError(
            say("the birth reads “{text}”; expected a year, or a date as 1990-05-12 or 12.05.1990", text=text)
        ) from None


def _groups(text: str) -> Value:
    return tuple(dict.fromkeys(part.strip() for part in re.split(r"[,;|]", text) if part.strip()))


def _enters(text: str) -> Value:
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) == 0:
        raise ValueError(say("the first round reads “{text}”; expected a number from 1 on", text=text))
    return int(text)


_READERS: Mapping[str, Callable[[str], Value]] = {
    "name": _name,
    "surname": _name,
    "given": _text,
    "rating": _rating,
    "title": _title,
    "sex": _sex,
    "federation": _federation,
    "fide_id": _fide_id,
    "national_id": _national_id,
    "birth": _birth,
    "club": _text,
    "groups": _groups,
    "enters": _enters,
}


def value_of(field: str, text: str) -> Value:
    """What a cell says, None where it says nothing.

    Raises
    ------
    ValueError
        It makes no sense; the message says so, to be put after the place.
    """
    if len(text) > MOST_LETTERS:
        raise ValueError(say("the text is longer than {most} letters", most=MOST_LETTERS))
    nothing = folded(text) in _NOTHING and not (field in ("name", "surname", "given", "club") and text)
    return None if nothing else _READERS[field](text)
