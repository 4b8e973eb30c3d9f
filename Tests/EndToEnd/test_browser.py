"""The site in Chromium, in both themes, on a phone and on a desktop: axe, black, overflow, console, other hosts."""
from __future__ import annotations

import pytest

from support import browser as chromium
from support import colours

# One of each kind, and those that are known to be awkward: code, tables, callouts, footnotes, math, embeds, other scripts, long titles.
PAGES = ["index.html", "wiki.html", "types/concept.html", "types/comparison.html", "graph.html", "sources.html", "search.html", "404.html", "overview.html",
         "concepts/snapshot.html", "concepts/storage-pool.html", "concepts/wikilink.html", "concepts/sanitising-sample.html",
         "concepts/النسخ-الاحتياطي.html", "concepts/ベクトル検索.html", "synthesis/a-very-long-title.html", "synthesis/from-notes-to-a-static-site.html",
         "concepts/recovery-point-objective.html", "comparisons/c---vs-c-.html", "raw/sources/vram-measurements.csv.html", "raw/sources/network-diagram.svg.html"]
THEMES = ["light", "dark"]
WINDOWS = {"phone": chromium.PHONE, "desktop": chromium.DESKTOP}


@pytest.mark.parametrize("window", list(WINDOWS))
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_site(name, theme, window, site, site_url, browser, tmp_path):
    assert name in site.pages
    # Emoji and a vault's own pictures bring their own colours.
    exempt = any("raw/sources" in e.attributes.get("src", "") for e in site.read(name).all("img")) or any(ord(c) > 0x1F000 for c in site.read(name).text)
    with chromium.visit(browser, f"{site_url}/{name}", theme, WINDOWS[window]) as seen:
        faults = chromium.faults_seen(seen, site_url, tmp_path / "page.png", exempt)
    assert faults == [], "\n".join(faults[:20])


def test_no_page_is_wider_than_a_phone(site, site_url, browser):
    faults = []
    with chromium.visit(browser, f"{site_url}/index.html", viewport=chromium.PHONE) as seen:
        for name in site.pages:
            seen.page.goto(f"{site_url}/{name}")
            faults += [f"{name}: {fault}" for fault in seen.page.evaluate(chromium.OVERFLOW_SCRIPT)]
    assert faults == [], "\n".join(faults[:20])


@pytest.mark.parametrize("percent", [135, 200, 310])
@pytest.mark.parametrize("window", list(WINDOWS))
def test_large_text_fits(window, percent, site_url, browser):
    faults = []
    with chromium.visit(browser, f"{site_url}/index.html", viewport=WINDOWS[window]) as seen:
        for name in PAGES:
            seen.page.goto(f"{site_url}/{name}")
            chromium.text_size(seen.page, percent)
            faults += [f"{name}: {fault}" for fault in seen.page.evaluate(chromium.OVERFLOW_SCRIPT)]
    assert faults == [], "\n".join(faults[:20])


def test_every_page_loads_without_a_word_in_the_console(site, site_url, browser):
    faults = []
    with chromium.visit(browser, f"{site_url}/index.html") as seen:
        for name in site.pages:
            seen.page.goto(f"{site_url}/{name}")
        faults = seen.faults(site_url)
    assert faults == [], "\n".join(faults[:20])


def test_from_a_folder(site, browser):
    """Everything works from file:// too."""
    for name in PAGES:
        with chromium.visit(browser, (site.root / name).as_uri(), "dark") as seen:
            assert seen.faults(site.root.as_uri()) == [], name
            assert chromium.lightness(seen.page) < 0.3, f"{name} is not dark"


def test_nothing_of_a_hostile_page_runs(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/sanitising-sample.html") as seen:
        seen.page.wait_for_timeout(300)
        assert "must not run" not in seen.page.title()
        assert seen.page.evaluate("[...document.images].every(image => image.alt !== 'This handler must not run')")
        assert seen.page.evaluate("document.querySelectorAll('iframe, object, embed').length") == 0
        for name in ("press here", "press here too"):
            found = seen.page.get_by_text(name, exact=True)
            if found.count():
                found.first.click(timeout=2000)
        assert seen.faults(site_url) == []
        assert seen.page.url.endswith("sanitising-sample.html")


@pytest.mark.parametrize("theme", THEMES)
def test_without_scripts(theme, site, site_url, browser):
    """Reading, walking and the system's theme need no script, and no button is shown that would do nothing."""
    for name in ("index.html", "concepts/snapshot.html", "graph.html", "types/concept.html"):
        with chromium.visit(browser, f"{site_url}/{name}", theme, scripts=False) as seen:
            assert seen.faults(site_url) == []
            assert seen.page.locator("h1").is_visible() and seen.page.locator("main").inner_text().strip()
            assert seen.page.locator("button:visible:not([popovertarget])").count() == 0
            seen.page.screenshot(path=site.root.parent / "noscript.png")
            red, green, blue = corner(site.root.parent / "noscript.png")
            assert ((red + green + blue) / 765 < 0.3) == (theme == "dark")
    with chromium.visit(browser, f"{site_url}/index.html", theme, scripts=False) as seen:
        seen.page.locator("main a[href$='types/concept.html']").first.click()
        assert seen.page.url == f"{site_url}/types/concept.html"


def corner(picture) -> tuple[int, int, int]:
    from PIL import Image
    with Image.open(picture) as image:
        return image.convert("RGB").getpixel((image.width - 2, image.height - 2))


def test_links_are_walked_by_clicking(site_url, browser):
    with chromium.visit(browser, f"{site_url}/overview.html") as seen:
        seen.page.locator("main").get_by_role("link", name="Text splitting").click()
        assert seen.page.url == f"{site_url}/concepts/chunking.html"
        seen.page.go_back()
        seen.page.locator("main").get_by_role("link", name="Storage pool").click()
        assert seen.page.url == f"{site_url}/concepts/storage-pool.html"
        assert seen.faults(site_url) == []


def test_a_place_that_is_not_there_shows_the_sites_own_page(site_url, browser):
    with chromium.visit(browser, f"{site_url}/nowhere.html") as seen:
        assert seen.failed == [f"404 {site_url}/nowhere.html"]
        seen.page.get_by_role("main").get_by_role("link", name="Home").click()
        assert seen.page.url == f"{site_url}/index.html"


def test_nothing_moves_for_who_asked_for_that(site_url, browser):
    for name in ("index.html", "concepts/snapshot.html", "graph.html"):
        with chromium.visit(browser, f"{site_url}/{name}", reduced_motion="reduce") as seen:
            assert seen.page.evaluate("document.getAnimations().filter(a => a.effect.getComputedTiming().duration > 1).length") == 0


def test_the_keyboard_reaches_the_content_first(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html") as seen:
        seen.page.keyboard.press("Tab")
        focused = seen.page.evaluate("({text: document.activeElement.textContent.trim(), href: document.activeElement.getAttribute('href')})")
        assert focused["href"] and focused["href"].startswith("#") and "skip" in focused["text"].lower(), focused
        box = seen.page.evaluate("(() => { const b = document.activeElement.getBoundingClientRect(); return [b.top, b.left, b.width, b.height]; })()")
        assert box[0] >= 0 and box[1] >= 0 and box[2] > 20 and box[3] > 10, "the skip link cannot be seen when it has the focus"
        seen.page.keyboard.press("Enter")
        assert seen.page.evaluate("!!document.querySelector(location.hash)?.closest('main')")


def test_forced_colours_show_everything(site_url, browser, tmp_path):
    with chromium.visit(browser, f"{site_url}/index.html", forced_colors="active") as seen:
        assert seen.faults(site_url) == []
        seen.page.screenshot(path=tmp_path / "forced.png")
        assert colours.distinct(tmp_path / "forced.png") > 3
