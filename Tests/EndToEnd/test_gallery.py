"""The gallery in Chromium: its sheets on a desktop, its screens at a phone's size, in both themes."""
from __future__ import annotations

import re

import pytest

from support import browser as chromium
from support import document

TABS = ["home", "wiki", "chat", "graph", "more"]
# The screens that issue by issue must be there from the beginning; the others may come and go.
MUST = ["home", "wiki", "reading", "graph"]


def sheets(gallery) -> list[str]:
    return [name for name in gallery.pages if not name.startswith("live/")]


def live(gallery, state: str = "") -> list[str]:
    return [name for name in gallery.pages if name.startswith("live/") and state in name]


def test_the_screens_are_there_light_beside_dark(gallery):
    assert {"index.html", "tokens.html", "components.html"} <= set(sheets(gallery))
    for screen in MUST:
        for theme in ("light", "dark"):
            assert f"live/{screen}-filled-{theme}.html" in gallery.files
        shown = [e.attributes["src"] for e in gallery.read(f"screens/{screen}.html").all("iframe")]
        states = [re.sub(r"-(light|dark)\.html$", "", src) for src in shown]
        assert states[0::2] == states[1::2] and len(states) >= 2, "each state stands light beside dark"


def test_the_screens_are_filled_from_the_snapshot(gallery):
    home, wiki = (gallery.read(f"live/{name}-filled-light.html").text for name in ("home", "wiki"))
    assert "Homelab Knowledge" in home and re.search(r"\b105\b", home) and not re.search(r"\b106\b", home)
    assert "Storage" in home and any(title in wiki for title in ("Accessibility", "Alder", "BagIt", "Snapshot"))
    assert "lorem" not in " ".join(gallery.read(name).text for name in gallery.pages).lower()


def test_the_token_sheet_gives_contrast_figures(gallery):
    page = gallery.read("tokens.html")
    figures = [float(match.group()) for e in page.elements if any("ratio" in name for name in e.classes) and (match := re.match(r"\d{1,2}\.\d\d", e.text.strip()))]
    assert len(figures) > 100 and all(1 <= figure <= 21 for figure in figures)
    for name in ("accent", "text-muted", "concept", "border"):
        assert name in page.text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheets(theme, gallery, gallery_url, browser, tmp_path):
    faults = []
    # The dark theme differs in its colours alone, and the pages of screens are one template.
    rules = ["color-contrast"] if theme == "dark" else None
    names = [name for name in sheets(gallery) if theme == "light" or not name.startswith("screens/") or name == "screens/wiki.html"]
    with chromium.visit(browser, f"{gallery_url}/index.html", theme) as seen:
        for name in names:
            seen.page.goto(f"{gallery_url}/{name}")
            found = chromium.faults_seen(seen, gallery_url, tmp_path / "page.png", exempt=True, whole=False, rules=rules)
            faults += [f"{name}: {fault}" for fault in found]
    assert faults == [], "\n".join(faults[:20])


@pytest.mark.parametrize("state", ["-filled-", "tokens-text-310-", pytest.param("", marks=pytest.mark.slow)], ids=["filled", "largest text", "all"])
def test_the_screens_in_the_browser(state, gallery, gallery_url, browser, tmp_path):
    """Each is a page of its own, whose theme is its name's, whatever the system says."""
    faults = []
    with chromium.visit(browser, f"{gallery_url}/{live(gallery, state)[0]}", viewport=chromium.PHONE) as seen:
        for name in live(gallery, state):
            seen.page.goto(f"{gallery_url}/{name}")
            rules = ["color-contrast"] if name.endswith("-dark.html") else None
            found = chromium.faults_seen(seen, gallery_url, tmp_path / "page.png", exempt=True, whole=False, rules=rules)
            faults += [f"{name}: {fault}" for fault in found]
            if (chromium.lightness(seen.page) < 0.3) != name.endswith("-dark.html"):
                faults.append(f"{name}: not in its theme")
    assert faults == [], f"{len(faults)} faults:\n" + "\n".join(faults[:20])


def test_every_screen_opens_without_a_fault(gallery, gallery_url, browser):
    faults = []
    with chromium.visit(browser, f"{gallery_url}/index.html", viewport=chromium.PHONE) as seen:
        for name in live(gallery):
            seen.page.goto(f"{gallery_url}/{name}")
            faults += [f"{name}: {fault}" for fault in seen.page.evaluate(chromium.OVERFLOW_SCRIPT)]
        faults += seen.faults(gallery_url)
    assert faults == [], "\n".join(faults[:20])


def test_the_gallery_from_a_folder(gallery, browser):
    for name in ("index.html", "tokens.html", "screens/home.html", "live/home-filled-dark.html"):
        with chromium.visit(browser, (gallery.root / name).as_uri()) as seen:
            assert seen.faults(gallery.root.as_uri()) == [], name


def test_each_tab_stands_on_its_own_screen(gallery):
    for tab in TABS:
        page = gallery.read(f"live/{tab}-filled-light.html")
        current = [re.sub(r"\s+", " ", e.text).strip() for e in page.elements if e.attributes.get("aria-current") or e.attributes.get("aria-selected") == "true"]
        assert tab.capitalize() in current, f"{tab}: {current}"


def test_the_example_document_reader_sees_frames():
    """Or the test of light beside dark would see nothing."""
    page = document.parse("<iframe src='live/a-light.html'></iframe><iframe src='live/a-dark.html'></iframe>")
    assert len(page.all("iframe")) == 2
