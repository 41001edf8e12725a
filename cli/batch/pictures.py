"""Pictures of batches: drawn from counts, so that memory does not grow with the tables."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from pairproof.cli.batch.columns import STEPS
from pairproof.cli.batch.first_level import FirstLevels
from pairproof.cli.batch.tables import rows
from pairproof.cli.writing import write_whole
from pairproof.model.criteria import LEVELS
from pairproof.model.language import all_of, say

COLOURS = {
    "optimal": "#2166ac",
    "manual": "#d6604d",
    "played": "#777777",
    "file": "#777777",
    "random": "#999999",
    "monrad": "#5aae61",
}
_BALANCE = (
    ("balance_0", "0", "#4393c3"),
    ("balance_1", "±1", "#fddbc7"),
    ("balance_2", "≥ ±2", "#b2182b"),
)
_STEP_COLOURS = ("#f0f0f0", "#d9d9d9", "#bdbdbd", "#fdd49e", "#fdbb84", "#fc8d59", "#d7301f")
_MOST_VALUES = 9
"""Values of a level drawn one by one; the rest is put together."""


def draw(folders: list[Path], into: Path, format: str) -> list[Path]:
    """Draw every picture there is something to show for; where they are."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    # Every table is read before the first picture is drawn: a damaged one leaves no half of the pictures.
    counts = _Counts(folders)
    means = _agreement(folders)
    made = []
    style: Any = {
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlesize": 11,
        "svg.hashsalt": "pairproof",
        "savefig.dpi": 200,
    }
    with plt.rc_context(style):
        for name, figure in (
            ("first-level", counts.first.figure()),
            ("levels", _levels(counts)),
            ("stuck", _stuck(counts)),
            ("steps", _steps(counts)),
            ("ranking", _ranking(means)),
            ("colours", _colours(counts)),
        ):
            if figure is None:
                continue
            data = io.BytesIO()
            # No date: the same tables give the same bytes.
            figure.savefig(data, format=format, metadata={"Date": None} if format == "svg" else None)
            plt.close(figure)
            path = into / f"{name}.{format}"
            write_whole(path, data.getvalue())
            made.append(path)
    return made


class _Counts:
    """One pass over `rounds`: how often each value came."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.first = FirstLevels()
        self.histories: set[str] = set()
        self.levels: dict[str, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        self.stuck: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
        self.steps: dict[int, Counter[str]] = defaultdict(Counter)
        self.balance: dict[int, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        pending: list[dict[str, str]] = []
        for row in rows(folders, "rounds"):
            # Manual and optimal of one position stand together; a level counts only where both have it.
            if pending and _position(pending[0]) != _position(row):
                self._add_levels(pending)
                pending = []
            pending.append(row)
            self._add(row)
        self._add_levels(pending)

    def _add(self, row: Mapping[str, str]) -> None:
        number = int(row["round"])
        if row["method"] == "manual":
            tally = self.stuck[int(row["players"]), number]
            tally[0] += row["status"] == "stuck"
            tally[1] += 1
            self.steps[number]["stuck" if row["status"] == "stuck" else row["hardest_step"]] += 1
        if row["balance_0"] and row["method"] in (row["paired_by"], "played"):
            for name, _, _ in _BALANCE:
                self.balance[number][row["paired_by"]][name] += int(row[name] or 0)

    def _add_levels(self, together: list[dict[str, str]]) -> None:
        compared = {row["method"]: row for row in together if row["method"] in ("optimal", "manual", "played")}
        if "optimal" not in compared or len(compared) < 2:
            return
        if any(row["status"] in ("stuck", "infeasible") for row in compared.values()):
            return
        if "manual" in compared:
            self.first.add(compared["optimal"], compared["manual"])
        self.histories.add(compared["optimal"]["paired_by"])
        for method, row in compared.items():
            for level in LEVELS:
                value = row[f"level:{level.name}"]
                if level.parts is None and value:
                    self.levels[level.name][method][int(value)] += 1


def _position(row: Mapping[str, str]) -> tuple[str, ...]:
    return row["tournament"], row["rules"], row["paired_by"], row["round"]


def _subplots(count: int, columns: int, size: tuple[float, float]) -> tuple[Any, list[Any]]:
    import matplotlib.pyplot as plt

    lines = -(-count // columns)
    figure, axes = plt.subplots(
        lines, columns, figsize=(size[0] * columns, size[1] * lines), squeeze=False, layout="constrained"
    )
    flat = list(axes.ravel())
    for unused in flat[count:]:
        unused.set_axis_off()
    return figure, flat[:count]


def _levels(counts: _Counts) -> Any:
    """Share of rounds by value of each level, the methods side by side on the same positions."""
    shown = {
        level: by_method
        for level, by_method in counts.levels.items()
        if any(value for tally in by_method.values() for value in tally)
    }
    if not shown:
        return None
    figure, axes = _subplots(len(shown), min(3, len(shown)), (3.6, 2.7))
    methods = [method for method in ("optimal", "manual", "played") if any(method in one for one in shown.values())]
    for axis, (level, by_method) in zip(axes, shown.items(), strict=True):
        bins = _bins(by_method.values())
        wide = 0.8 / len(methods)
        for place, method in enumerate(methods):
            tally = by_method.get(method, Counter())
            total = sum(tally.values()) or 1
            shares = [sum(times for value, times in tally.items() if value in inside) / total for inside in bins]
            at = [b + (place - (len(methods) - 1) / 2) * wide for b in range(len(bins))]
            axis.bar(at, [100 * share for share in shares], wide, color=COLOURS[method], label=method)
            mean = sum(value * times for value, times in tally.items()) / total
            text = say("mean {mean}", mean=f"{mean:.2f}")
            axis.text(
                0.98, 0.95 - 0.1 * place, text, color=COLOURS[method], transform=axis.transAxes,
                ha="right", va="top", fontsize=9,
            )  # fmt: skip
        axis.set_xticks(range(len(bins)), [_bin_name(inside, bins[-1]) for inside in bins], fontsize=7)
        axis.set_title(level)
        axis.set_ylabel(say("% of rounds"))
        axis.set_ylim(0, 105)
    rounds = max(sum(tally.values()) for by_method in shown.values() for tally in by_method.values())
    title = say("Value of each level on the same positions ({number})", number=f"{rounds:,}")
    if len(counts.histories) > 1:
        title += "\n" + say("histories paired by {methods} together", methods=all_of(sorted(counts.histories)))
    figure.suptitle(title)
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)
    return figure


def _bins(tallies: Iterable[Counter[int]]) -> list[range]:
    """Ranges of values that hold nearly all rounds one by one or evenly grouped; the last takes all that are larger."""
    together: Counter[int] = Counter()
    for tally in tallies:
        together.update(tally)
    most = 0.98 * sum(together.values())
    seen, nearly_all = 0, 0
    for value, times in sorted(together.items()):
        seen += times
        nearly_all = value
        if seen >= most:
            break
    step = -(-(nearly_all + 1) // _MOST_VALUES)
    count = nearly_all // step + 1
    highest = max(together)
    bins = [range(b * step, b * step + step) for b in range(count)]
    if highest >= count * step:
        bins.append(range(count * step, highest + 1))
    return bins


def _bin_name(inside: range, last: range) -> str:
    if inside is last and inside.start > 0 and len(inside) > 1:
        return f"{inside.start}+"
    return str(inside.start) if len(inside) == 1 else f"{inside.start}–\n{inside.stop - 1}"


def _stuck(counts: _Counts) -> Any:
    """Share of rounds on which the manual method got stuck: players down, rounds across."""
    import matplotlib.pyplot as plt

    if not counts.stuck:
        return None
    fields = sorted({players for players, _ in counts.stuck})
    numbers = sorted({number for _, number in counts.stuck})
    if len(fields) > 24:  # files of all sizes: put them together by size
        return _stuck_by_round(counts, numbers)
    shares = [[_share(counts.stuck.get((field, number))) for number in numbers] for field in fields]
    figure, axis = plt.subplots(figsize=(2.2 + 0.75 * len(numbers), 1.9 + 0.5 * len(fields)), layout="constrained")
    top = max((share for line in shares for share in line if share == share), default=0)
    axis.imshow(shares, cmap="OrRd", vmin=0, vmax=max(top, 1), aspect="auto")
    for line, field_shares in enumerate(shares):
        for column, share in enumerate(field_shares):
            if share == share:
                text = "0" if share == 0 else f"{share:.1f}" if share >= 0.1 else "<0.1"
                axis.text(
                    column,
                    line,
                    text,
                    ha="center",
                    va="center",
                    color="white" if share > 0.6 * max(top, 1) else "black",
                )
    axis.set_xticks(range(len(numbers)), [str(number) for number in numbers])
    axis.set_yticks(range(len(fields)), [str(field) for field in fields])
    axis.set_xlabel(say("round"))
    axis.set_ylabel(say("players"))
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    tried = sum(tally[1] for tally in counts.stuck.values())
    title = (say("Manual method stuck at C9, % of rounds"), say("positions: {number}", number=f"{tried:,}"))
    axis.set_title("\n".join(title))
    return figure


def _share(tally: list[int] | None) -> float:
    """In per cent; not a number where there is nothing to share."""
    return 100 * tally[0] / tally[1] if tally else float("nan")


def _stuck_by_round(counts: _Counts, numbers: list[int]) -> Any:
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
    for low, high, colour in ((0, 29, "#d7301f"), (30, 99, "#fc8d59"), (100, 1 << 30, "#fdbb84")):
        mine: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for (field, number), tally in counts.stuck.items():
            if low <= field <= high:
                mine[number][0] += tally[0]
                mine[number][1] += tally[1]
        if mine:
            label = f"{say('players')}: ≤ {high}" if low == 0 else f"{low}–{high}" if high < 1 << 30 else f"≥ {low}"
            seen = [number for number in numbers if number in mine]
            axis.plot(seen, [100 * mine[n][0] / mine[n][1] for n in seen], "o-", color=colour, label=label)
    axis.set_xlabel(say("round"))
    axis.set_ylabel(say("% of rounds"))
    axis.set_ylim(bottom=0)
    axis.set_title(say("Manual method stuck at C9"))
    axis.legend(frameon=False)
    return figure


def _steps(counts: _Counts) -> Any:
    """The hardest step that the manual method needed, by round."""
    import matplotlib.pyplot as plt

    if not counts.steps:
        return None
    numbers = sorted(counts.steps)
    figure, axis = plt.subplots(figsize=(max(6.0, 2.5 + 0.7 * len(numbers)), 4), layout="constrained")
    below = [0.0] * len(numbers)
    shown = {"C3": say("C3 only first choices"), "C9": say("C9, complete"), "stuck": say("stuck")}
    for step, colour in zip((*STEPS, "stuck"), (*_STEP_COLOURS, "#000000"), strict=True):
        shares = [100 * counts.steps[number][step] / sum(counts.steps[number].values()) for number in numbers]
        axis.bar(
            numbers, shares, 0.8, bottom=below, color=colour, edgecolor="white", linewidth=0.5,
            label=shown.get(step, step),
        )  # fmt: skip
        below = [b + share for b, share in zip(below, shares, strict=True)]
    axis.set_xticks(numbers)
    axis.set_xlabel(say("round"))
    axis.set_ylabel(say("% of rounds"))
    axis.set_title(say("Hardest step the manual method needed"))
    handles, names = axis.get_legend_handles_labels()
    axis.legend(handles[::-1], names[::-1], loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return figure


class _Mean:
    """Mean and its standard error, one number after the other (Welford)."""

    def __init__(self) -> None:
        self.count, self.mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def error(self) -> float:
        return sqrt(self._squares / (self.count - 1) / self.count) if self.count > 1 else 0.0


_Means = dict[str, dict[str, dict[int, "_Mean"]]]
"""By column, by who paired, by round."""


def _agreement(folders: list[Path]) -> _Means:
    """Agreement with true strength after each round, by who paired: score alone, and with SOS."""
    means: _Means = defaultdict(lambda: defaultdict(lambda: defaultdict(_Mean)))
    for row in rows(folders, "rankings"):
        for name in ("kendall_score", "kendall_sos"):
            if row[name]:
                means[name][row["paired_by"]][int(row["round"])].add(float(row[name]))
    return means


def _ranking(means: _Means) -> Any:
    """The agreement after each round, with the interval in which the mean lies."""
    if not means:
        return None
    figure, axes = _subplots(2, 2, (4.6, 3.8))
    last = max(number for by in means.values() for one in by.values() for number in one)
    for axis, name, title in zip(
        axes, ("kendall_score", "kendall_sos"), (say("score alone"), say("score, then SOS")), strict=True
    ):  # fmt: skip
        for place, (by, after) in enumerate(sorted(means[name].items(), key=lambda item: list(COLOURS).index(item[0]))):
            numbers = sorted(after)
            shift = 0.06 * (place - (len(means[name]) - 1) / 2)
            axis.errorbar(
                [number + shift for number in numbers], [after[number].mean for number in numbers],
                [1.96 * after[number].error for number in numbers], color=COLOURS[by], label=by,
                marker="o", markersize=4, capsize=2, linewidth=1.2,
            )  # fmt: skip
        axis.set_title(title)
        axis.set_xlabel(say("after round"))
        axis.set_xticks(range(1, last + 1))
        axis.grid(axis="y", color="#eeeeee")
    low = min(axis.get_ylim()[0] for axis in axes)
    high = max(axis.get_ylim()[1] for axis in axes)
    for axis in axes:
        axis.set_ylim(low, high)
    axes[0].set_ylabel(say("τ-b (Kendall) with true strength"))
    count = max(mean.count for by in means.values() for one in by.values() for mean in one.values())
    title = say(
        "Ranking quality by round: mean and 95 % interval, tournaments for each: {number} at most", number=f"{count:,}"
    )
    figure.suptitle(title)
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False, title=say("paired by"))
    return figure


def _colours(counts: _Counts) -> Any:
    """Colour differences after even rounds, in tournaments paired by each method."""
    if not counts.balance:
        return None
    numbers = sorted(counts.balance)
    methods = [by for by in COLOURS if any(by in counts.balance[number] for number in numbers)]
    figure, axes = _subplots(1, 1, (max(6.0, 2 + 0.55 * len(numbers) * len(methods)), 4))
    axis = axes[0]
    wide = 0.8 / len(methods)
    for place, by in enumerate(methods):
        at = [i + (place - (len(methods) - 1) / 2) * wide for i in range(len(numbers))]
        below = [0.0] * len(numbers)
        for name, label, colour in _BALANCE:
            if not any(counts.balance[number][one][name] for number in numbers for one in methods):
                continue
            totals = [sum(counts.balance[number][by].values()) or 1 for number in numbers]
            shares = [
                100 * counts.balance[number][by][name] / total for number, total in zip(numbers, totals, strict=True)
            ]
            axis.bar(
                at, shares, wide * 0.92, bottom=below, color=colour, label=label if place == 0 else None
            )  # fmt: skip
            for x, share, under in zip(at, shares, below, strict=True):
                if share >= 6:
                    ink = "white" if name == "balance_2" else "black"
                    axis.text(x, under + share / 2, f"{share:.0f}", ha="center", va="center", fontsize=8, color=ink)
            below = [b + share for b, share in zip(below, shares, strict=True)]
        for x in at:
            axis.text(x, 101, by, ha="center", va="bottom", fontsize=8, rotation=0 if len(methods) < 4 else 45)
    axis.set_xticks(range(len(numbers)), [say("after round {round}", round=number) for number in numbers])
    axis.set_ylabel(say("% of players"))
    axis.set_ylim(0, 100)
    axis.set_title(say("Whites minus blacks after even rounds"), pad=34 if len(methods) > 3 else 20)
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return figure
