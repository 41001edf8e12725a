"""The page that `pairproof report` writes, in a browser: that nothing overflows or is broken, and that it prints."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import signal
import subprocess
from itertools import cycle
from pathlib import Path

import pytest

from pairproof.model.language import LANGUAGES, LOCALE
from tests.cli.commands.test_report import UNTRUSTED
from tests.paths import ROOT

# The page stands in a frame, so that its width is what the test says: windows have a least width.
MEASURE = """<!doctype html>
<meta charset="utf-8"><meta name="color-scheme" content="light dark">
<iframe width="{width}" height="900" style="border:0" srcdoc="{page}"></iframe>
<script>
addEventListener("load", () => {{
  const frame = document.querySelector("iframe").contentWindow, seen = frame.document;
  const box = seen.querySelector("#crosstable .scroll");
  document.documentElement.dataset.measured = JSON.stringify({{
    page: seen.documentElement.scrollWidth, window: frame.innerWidth, table: box.scrollWidth, box: box.clientWidth,
    ground: frame.getComputedStyle(seen.body).backgroundColor,
    slips: frame.getComputedStyle(seen.getElementById("slips")).display,
    title: seen.title,
  }});
}});
</script>"""


BROWSER_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


@pytest.fixture
def browser(tmp_path):
    """`browser("--dump-dom", "page.html")`: headless Chromium with a profile of its own; its standard output."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for path in map(shutil.which, names) if path), None)
    if found is None:
        pytest.skip(f"needs a browser: none of {', '.join(names)} is installed")

    def show(*options: str, page: Path) -> str:
        # Two tries: on a busy machine a browser sometimes never ends.  Its children would keep a pipe open.
        for attempt in ("first", "second"):
            folder: Path = tmp_path / f"browser-{len(list(tmp_path.iterdir()))}-{attempt}"
            folder.mkdir()
            command = [found, *BROWSER_OPTIONS, f"--user-data-dir={folder / 'profile'}", *options, page.as_uri()]
            with (folder / "stdout").open("wb") as out:
                process = subprocess.Popen(
                    command,
                    stdout=out,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, "HOME": str(folder)},
                )
                try:
                    if process.wait(60) == 0:
                        return (folder / "stdout").read_text(encoding="utf-8")
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        pytest.fail(f"the browser did not show {page.name}")

    return show


def measured(browser, path, width, *options):
    """What the browser makes of the page at that width."""
    frame = path.with_name("frame.html")
    page = html.escape(path.read_text(encoding="utf-8"))
    frame.write_text(MEASURE.format(width=width, page=page), encoding="utf-8")
    seen = re.search(r'data-measured="([^"]*)"', browser("--dump-dom", "--window-size=1400,1000", *options, page=frame))
    assert seen is not None
    return json.loads(html.unescape(seen[1]))


@pytest.fixture
def wide_page(call, tmp_path):
    """Nine rounds, and names nobody would give a child."""
    assert call("simulate", "--players", "16", "--rounds", "9", "--seed", "1", "-o", ".").returncode == 0
    source = next(path for path in tmp_path.iterdir() if path.suffix in (".toml", ".trf"))
    if source.suffix == ".trf":
        assert call("convert", str(source), "sim.toml").returncode == 0
        source = tmp_path / "sim.toml"
    names = iter(re.findall(r'^name = (".*")$', UNTRUSTED, re.MULTILINE))
    text = re.sub(
        r'^name = ".*"$', lambda old: f"name = {next(names, old[0][7:])}", source.read_text("utf-8"), flags=re.M
    )
    (tmp_path / "wide.toml").write_text(text, encoding="utf-8")
    done = call("report", "wide.toml", "--round", "9", "-o", "wide.html", "--what", "all")
    assert done.returncode == 0, done.stderr
    return tmp_path / "wide.html"


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_overflows(browser, wide_page, width):
    seen = measured(browser, wide_page, width)
    assert seen["window"] == width
    assert seen["page"] <= width
    assert seen["slips"] == "none"
    assert seen["title"].startswith("<script>alert(1)</script>")
    if width == 360:
        assert seen["table"] > seen["box"]  # the wide table scrolls in its own box


# Each page in each language at each width, in one run of the browser.  A word of ours is a piece of text between blanks
# and hyphens that is no player's name: those stand in <bdi> or between the signs U+2068 and U+2069.
WORDS = """<!doctype html>
<meta charset="utf-8">
<body>
<script type="application/json" id="pages">{pages}</script>
<script>
const frames = [];
for (const [name, page] of Object.entries(JSON.parse(document.getElementById("pages").textContent)))
  for (const width of {widths}) {{
    const frame = document.createElement("iframe"), paper = typeof width === "string";
    frame.style = `border: 0; height: 900px; width: ${{paper ? width : width + "px"}}`;
    frame.srcdoc = paper
      ? page.replaceAll("@media print", "@media all").replaceAll("@media screen", "@media not all")
          .replace("</style>", ".wide {{ width: {wide}; }}</style>")
      : page;
    document.body.append(frame);
    frames.push([`${{name}} ${{paper ? "paper" : width}}`, frame, paper]);
  }}
const around = "td, th, li, dt, dd, p, h1, h2, h3, summary, text";
function measured(frame, paper) {{
  const seen = frame.contentDocument, found = {{ broken: [], outside: [], own: 0 }};
  const texts = seen.createTreeWalker(seen.body, NodeFilter.SHOW_TEXT), range = seen.createRange();
  for (let node; (node = texts.nextNode());) {{
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("style, title, desc")) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    if (!lines.length) continue;
    const box = parent.closest(around).getBoundingClientRect();
    if (!parent.closest(".event") && lines.some((one) => one.left < box.left - 1 || one.right > box.right + 1))
      found.outside.push(node.data.trim());
    if (parent.closest("bdi")) continue;
    found.own += 1;
    if (lines.length === 1) continue;
    const own = node.data.replace(/\u2068[^\u2069]*\u2069/g, (name) => " ".repeat(name.length));
    for (const word of own.matchAll(/[^\\s\u2010-\u2014-]+/g)) {{
      if (/^[0-9a-f]{{64}}/.test(word[0])) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) found.broken.push(word[0]);
    }}
  }}
  const within = (inner, outer) => {{
    for (const one of seen.querySelectorAll(inner)) {{
      const a = one.getBoundingClientRect(), b = one.parentElement.closest(outer).getBoundingClientRect();
      if (a.width && (a.right > b.right + 1 || a.bottom > b.bottom + 1)) found.outside.push(one.className);
    }}
  }};
  within("table:not(.cross)", "section");
  within(".slip > *", ".slip");
  within(".chip, .score, span.number", "td, th, p, li, .slip");
  if (paper) within("table, svg", "section");
  const edges = (what, side) => [...seen.querySelectorAll(what)].map((one) => one.getBoundingClientRect()[side]);
  if (Math.max(...edges(".meetings > text:not(.number)", "right")) > Math.min(...edges(".meetings rect", "left")))
    found.outside.push("name in the picture");
  if (!paper && seen.documentElement.scrollWidth > frame.clientWidth) found.outside.push("page");
  for (const leaf of seen.querySelectorAll(".leaf")) {{
    if (leaf.scrollHeight > leaf.clientHeight + 1) found.outside.push("leaf");
    for (const slip of leaf.children)
      if (Math.abs(slip.offsetHeight - leaf.clientHeight / 5) > 1) found.outside.push("cut marks");
  }}
  const parts = [...seen.querySelectorAll("section[id]")].filter((one) => one.getBoundingClientRect().height);
  parts.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  return {{ ...found, parts: parts.map((one) => one.id) }};
}}
addEventListener("load", () => {{
  document.documentElement.dataset.measured = JSON.stringify(
    Object.fromEntries(frames.map(([name, frame, paper]) => [name, measured(frame, paper)])));
  document.body.replaceChildren();
}});
</script>"""
PHONES, DESK, PAPER, PAPER_WIDE = (360, 390), 1280, "186mm", "273mm"  # paper: A4 within its margins
PARTS = ["boards", "names", "standings", "crosstable", "proof", "meetings", "slips"]
ON_THE_PAGE = {
    "names.toml": PARTS,
    "club-round-5.toml": PARTS,
    "time.toml": PARTS,
    "no-bye-left.toml": ["standings", "crosstable", "meetings"],
    "simulated-300-round-7.toml": [part for part in PARTS if part != "meetings"],
}


@pytest.mark.skipif(not LOCALE.is_dir(), reason="there are no catalogues")
@pytest.mark.parametrize(
    ("sources", "options", "widths"),
    [
        ([source for source in ON_THE_PAGE if "300" not in source], [], [*PHONES, DESK, PAPER]),
        (["simulated-300-round-7.toml"], ["--absent", "7"], [PHONES[0], PAPER]),  # with a bye
    ],
    ids=["small", "large"],
)
def test_no_word_is_broken(browser, call, tmp_path, sources, options, widths):
    """At no width and in no language does a word of ours go on in another line, or leave its cell; nor do names leave
    theirs.  The parts stand in their order, the slips last and only on paper."""
    pages = {}
    for source in sources:
        if source == "names.toml":
            # A board of two long names, and every way of not playing.
            text = UNTRUSTED.replace("&lt;b&gt;", "W" * 300)
            text += "half_byes = [4]\nfull_byes = [5]\nfix = [[3, 8]]\n"
            (tmp_path / source).write_text(text, encoding="utf-8")
        else:
            shutil.copy(ROOT / "scenarios" / source, tmp_path)
        for language in LANGUAGES:
            done = call("report", source, "-o", "out.html", "--what", "all", "--lang", language, *options)
            assert done.returncode in (0, 1), done.stderr
            pages[f"{source} {language}"] = (tmp_path / "out.html").read_text(encoding="utf-8")
    seen = shown(browser, tmp_path, pages, widths)
    assert len(seen) == len(pages) * len(widths)
    assert {name: one["broken"] for name, one in seen.items() if one["broken"]} == {}
    assert {name: one["outside"] for name, one in seen.items() if one["outside"]} == {}
    for name, one in seen.items():
        parts = ON_THE_PAGE[name.split()[0]]
        assert one["parts"] == [part for part in parts if part != "slips" or name.endswith("paper")]
        assert one["own"] > 50


def shown(browser, folder, pages, widths):
    """What is broken or outside its box on each of the pages at each width."""
    frames = folder / "frames.html"
    text = json.dumps(pages).replace("<", "\\u003c")
    frames.write_text(WORDS.format(pages=text, widths=json.dumps(widths), wide=PAPER_WIDE), encoding="utf-8")
    seen = re.search(r'data-measured="([^"]*)"', browser("--dump-dom", "--window-size=1400,1000", page=frames))
    assert seen is not None
    return json.loads(html.unescape(seen[1]))


def test_light_and_dark(browser, wide_page):
    grounds = [
        measured(browser, wide_page, 800, f"--blink-settings=preferredColorScheme={scheme}")["ground"]
        for scheme in (0, 1)
    ]
    brightness = [sum(map(int, re.findall(r"\d+", ground))) for ground in grounds]
    assert brightness[0] < 150 < 600 < brightness[1]


def test_printed(browser, call, tmp_path):
    """Each part begins on a page of its own, on A4; what is not chosen is left out."""
    shutil.copy(ROOT / "scenarios" / "club-round-5.toml", tmp_path)
    assert call("report", "club-round-5.toml", "-o", "out.html", "--what", "all").returncode == 0
    page = tmp_path / "out.html"
    sizes = printed(browser, page)
    # Boards, names, standings, crosstable, proof (two), picture, slips.
    assert len(sizes) == 8
    assert set(sizes) == {(210, 297)}
    text = page.read_text(encoding="utf-8")
    for part in ("slips", "proof"):
        text = text.replace(f'id="print-{part}" checked', f'id="print-{part}"')
    page.write_text(text, encoding="utf-8")
    assert len(printed(browser, page)) == 5


def test_what_hangs_on_a_wall_is_a_dozen_sheets(browser, call, tmp_path):
    """300 players, with names of Portuguese length."""
    given = ("Ana", "Maria Fernanda", "João Pedro", "Gonçalo", "Luís Miguel", "Rui", "Beatriz", "Francisco", "Inês")
    families = (
        "Silva",
        "Gonçalves Henriques",
        "Santos",
        "Ferreira da Costa",
        "Albuquerque",
        "Almeida Rodrigues",
        "Pinto",
    )
    names = cycle([f"{family}, {own}" for own in given for family in families])
    text = (ROOT / "scenarios" / "simulated-300-round-7.toml").read_text(encoding="utf-8")
    text = re.sub(r'name = "Player [0-9]+"', lambda _: f'name = "{next(names)}"', text)
    (tmp_path / "open.toml").write_text(text, encoding="utf-8")
    assert call("report", "open.toml", "-o", "open.html").returncode == 0
    assert len(printed(browser, tmp_path / "open.html")) <= 12


def test_many_rounds_are_printed_on_the_long_side(browser, wide_page):
    assert {(210, 297), (297, 210)} == set(printed(browser, wide_page))


def printed(browser, page):
    """The size of each page printed, in millimetres."""
    pdf = page.with_suffix(".pdf")
    browser("--no-pdf-header-footer", f"--print-to-pdf={pdf}", page=page)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf.read_bytes())
    return [(round(float(wide) / 72 * 25.4), round(float(high) / 72 * 25.4)) for wide, high in boxes]


def test_screenshots_are_not_blank(browser, wide_page, tmp_path):
    for number, size in enumerate(("360,800", "1280,900")):
        picture = tmp_path / f"{number}.png"
        browser(f"--screenshot={picture}", f"--window-size={size}", page=wide_page)
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size > 20_000
