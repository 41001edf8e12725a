"""Players by start number or by part of the name (DESK 2, WHO)."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairproof.model.language import speaking
from pairproof.model.players_by_name import AmbiguousPlayer, PlayersByName, UnknownPlayer, words
from pairproof.model.tournament import Player


def of(*names: str) -> PlayersByName:
    return PlayersByName(Player(number, name) for number, name in enumerate(names, start=1))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("José Peña", "jose pena"),
        ("Jose Pena", "JOSÉ"),
        ("İnci Şahin", "inci"),
        ("Inci Şahin", "İNCİ"),
        ("Yıldız", "YILDIZ"),
        ("Yıldız", "yildiz"),
        ("Фёдор Алёхин", "ФЕДОР"),
        ("Федор Алехин", "алёхин"),
        ("Groß", "GROSS"),
        ("Łukasz Ødegård", "lukasz odegard"),
        ("O’Neil", "O'Neil"),
        ("O'Neil", "oneil"),
        ("Silva, Ana", "Ana Silva"),
        ("Silva, Ana Maria", "ana si"),
        ("Jean-Pierre Dupont", "jean pierre"),
        ("Jean-Pierre Dupont", "jean-p"),
        ("Γιώργος", "ΓΙΩΡΓΟΣ"),
        ("नरेन्द्र मोदी", "मोदी"),
        ("محمد علي", "علي"),
        ("김철수", "철수"),
        ("李明", "明"),
        ("★ ★", "★ ★"),
        ("Ana\u00a0Silva", "ana silva"),
    ],
)
def test_case_accents_and_order_do_not_count(name: str, text: str) -> None:
    assert of("Zzz Qqq", name).one(text) == 2


def test_a_start_number_is_one() -> None:
    assert of("Ana", "7").one(" 2 ") == 2
    assert of("Ana").one("99") == 99  # whoever needs the player says that there is none


@pytest.mark.parametrize(
    ("names", "text", "who"),
    [
        (("Ana Maria", "Ana", "Mariana"), "ana", 2),  # the whole name
        (("Mariana", "Ana Silva"), "ana", 2),  # a whole word
        (("Susana Dias", "Ana Silva"), "Ana S", 2),  # words as they stand
        (("Aná", "Ana"), "Ana", 2),  # as it is written
        (("ANA", "ana"), "ana", 2),
    ],
)
def test_who_fits_better_goes_first(names: tuple[str, ...], text: str, who: int) -> None:
    assert of(*names).one(text) == who


@pytest.mark.parametrize("text", ["Sil", "Ana S", "ana"])
def test_what_fits_two_is_never_guessed(text: str) -> None:
    with pytest.raises(AmbiguousPlayer, match="that fits 1 Ana Silva and 2 Ana Silveira; give more of the name"):
        of("Ana Silva", "Ana Silveira", "Bruno").one(text)


def test_namesakes_need_their_numbers() -> None:
    with pytest.raises(AmbiguousPlayer, match="1 Ana and 3 Ana"):
        of("Ana", "Bruno", "Ana").one("Ana")


def test_of_many_candidates_ten_are_named() -> None:
    with pytest.raises(AmbiguousPlayer, match=r"1 Player 0, .*, 10 Player 9 and 20 more;"):
        of(*(f"Player {n}" for n in range(30))).one("play")


def test_nearest_names_of_one_unknown() -> None:
    players = of("Anabela Costa", "Bruno Faria", "Carla")
    with pytest.raises(UnknownPlayer, match=r"^Brunno: no player has that in the name; nearest: 2 Bruno Faria\.$"):
        players.one("Brunno")
    with pytest.raises(UnknownPlayer, match=r"^Xyz: no player has that in the name\.$"):
        players.one("Xyz")


def test_nobody_has_nothing_in_his_name() -> None:
    for text in ("", " ", "-", "..."):
        assert of("", "Ana").fitting(text) == []


@pytest.mark.parametrize(
    ("names", "text", "pair"),
    [
        (("Ana", "Bruno"), "Ana-Bruno", (1, 2)),
        (("Ana", "Bruno"), "bruno – ana", (2, 1)),
        (("Ana", "Bruno"), "2-Ana", (2, 1)),
        (("Ana", "Bruno"), "3-7", (3, 7)),
        (("Ana", "Bruno"), "Ana-0", (1, 0)),
        (("Jean-Pierre", "Maria"), "Jean-Pierre-Maria", (1, 2)),
        (("Jean-Pierre", "Maria", "Jean", "Pierre-Maria"), "Jean-Pierre - Maria", (1, 2)),
        (("Jean-Pierre", "Ana-Rita"), "jean-pierre-ana-rita", (1, 2)),
        (("Jean-Pierre", "Maria"), "Jean-Pierre", (1, 1)),  # whoever pairs them says that it is one player
    ],
)
def test_pairs(names: tuple[str, ...], text: str, pair: tuple[int, int]) -> None:
    assert of(*names).pair(text) == pair


def test_a_pair_that_can_be_read_twice() -> None:
    players = of("Jean-Pierre", "Maria", "Jean", "Pierre-Maria")
    with pytest.raises(AmbiguousPlayer, match="as Jean - Pierre-Maria and Jean-Pierre - Maria; put blanks around"):
        players.pair("Jean-Pierre-Maria")


def test_what_is_wrong_with_both_sides_is_said() -> None:
    with pytest.raises(UnknownPlayer) as raised:
        of("Ana A", "Ana B", "Bruno").pair("Ana-Carlos")
    assert [sentence.split(":")[0] for sentence in raised.value.sentences] == ["Ana", "Carlos"]
    for text in ("Ana", "Ana-", "-"):
        with pytest.raises(ValueError, match=text):
            of("Ana").pair(text)


@pytest.mark.parametrize(
    ("names", "text", "who"),
    [
        (("Ana", "Bruno", "Carla"), "Ana,Bruno", {1, 2}),
        (("Ana", "Bruno", "Carla"), "3, ana", {3, 1}),
        (("Silva, Ana", "Silva, Rui", "Costa, Ana"), "Silva, Ana", {1}),
        (("Silva, Ana", "Silva, Rui", "Costa, Ana"), "Silva,Ana,Costa,Ana", {1, 3}),
        (("Silva, Ana", "Costa, Rui"), "Silva, Rui", {1, 2}),
        (("Silva, Ana", "Costa, Rui"), "silva, costa", {1, 2}),
        (("Silva, Ana, Jr.", "Costa, Ana", "Rui"), "Silva, Ana, Jr., Rui", {1, 3}),
        (("Silva, Ana", "Ana", "Silva"), "Silva, Ana; Ana", {1, 2}),
        (("Ana", "Bruno"), "Ana;", {1}),
    ],
)
def test_lists(names: tuple[str, ...], text: str, who: set[int]) -> None:
    assert of(*names).several(text) == who


def test_a_list_that_can_be_read_twice() -> None:
    with pytest.raises(AmbiguousPlayer, match="put semicolons between the players"):
        of("Silva, Ana", "Ana", "Silva").several("Silva, Ana")


def test_everything_wrong_in_a_list_is_said() -> None:
    players = of("Silva, Ana", "Silva, Anita", "Rui")
    with pytest.raises(UnknownPlayer) as raised:
        players.several("Silva, An, Rui, Xyz")
    assert raised.value.sentences == (
        "Silva, An: that fits 1 Silva, Ana and 2 Silva, Anita; give more of the name, or the start number.",
        "Xyz: no player has that in the name.",
    )


def test_in_portuguese_and_russian() -> None:
    for language in ("pt", "ru"):
        with speaking(language), pytest.raises(UnknownPlayer) as raised:
            of("Ana").one("Anna")
        assert "nearest" not in str(raised.value)


SCRIPTS = st.text(
    st.characters(categories=["L", "M", "Nd", "Pd", "Po", "Zs"], exclude_characters=";"), min_size=1, max_size=24
)


@settings(max_examples=100, deadline=None)
@given(st.lists(SCRIPTS, min_size=1, max_size=8))
def test_any_name_in_full_names_its_owner_or_his_namesakes(names: list[str]) -> None:
    players = of(*names)
    exact = {" ".join(unicodedata.normalize("NFC", name).split()) for name in names}
    for number, name in enumerate(names, start=1):
        for text in (name, name.upper(), name.lower(), f"  {name} "):
            found = {player.id for player in players.fitting(text)}
            if words(name):
                assert number in found or (text.split() != name.split() and found and " ".join(text.split()) in exact)


@settings(max_examples=100, deadline=None)
@given(st.lists(SCRIPTS, min_size=2, max_size=6, unique_by=lambda name: tuple(sorted(words(name)))), st.data())
def test_a_pair_of_names_is_that_pair_or_refused(names: list[str], data: st.DataObject) -> None:
    players = of(*names)
    a, b = data.draw(st.lists(st.sampled_from(range(len(names))), min_size=2, max_size=2, unique=True))
    try:
        found = players.pair(f"{names[a]} - {names[b]}")
    except (UnknownPlayer, AmbiguousPlayer, ValueError):
        return
    assert found == (a + 1, b + 1) or any(name.strip().isdecimal() for name in names)


@settings(max_examples=100, deadline=None)
@given(st.lists(SCRIPTS, min_size=1, max_size=6), st.text(max_size=30))
def test_whatever_is_typed_has_an_answer(names: list[str], text: str) -> None:
    players = of(*names)
    for ask in (players.one, players.several, players.pair):
        try:
            ask(text)
        except (UnknownPlayer, AmbiguousPlayer):
            pass
        except ValueError:
            assert ask == players.pair


def test_a_thousand_players_answer_at_once() -> None:
    players = of(*(f"Player {n} of Club {n % 40}" for n in range(1000)))
    start = time.process_time()
    with pytest.raises(UnknownPlayer):
        players.several("Plaier 5 of Clubb 5, Xyzzy")
    assert time.process_time() - start < 2
