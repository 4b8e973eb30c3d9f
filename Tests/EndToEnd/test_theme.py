"""Light and dark in the same files: by the system, by the reader's choice, remembered, without a flash; and the phone's shell."""
from __future__ import annotations

import re

import pytest

from support import browser as chromium

NAMES = ["index.html", "concepts/snapshot.html", "graph.html", "sources.html", "types/concept.html"]


def switch(page):
    """The one button in the bar that changes the theme."""
    button = page.locator("[data-theme-toggle]:visible")
    assert button.count() == 1 and button.get_attribute("aria-label"), "no named button for the theme can be seen"
    return button


def is_dark(page) -> bool:
    return chromium.lightness(page) < 0.3


def press_until(page, dark: bool) -> None:
    for _ in range(3):
        if is_dark(page) == dark:
            return
        switch(page).click()
        page.wait_for_timeout(350)
    assert is_dark(page) == dark, "the switch does not get there"


@pytest.mark.parametrize("name", NAMES)
def test_the_theme_follows_the_system(name, site_url, browser):
    for scheme in ("light", "dark"):
        with chromium.visit(browser, f"{site_url}/{name}", scheme) as seen:
            assert is_dark(seen.page) == (scheme == "dark")
            other = "dark" if scheme == "light" else "light"
            seen.page.emulate_media(color_scheme=other)
            seen.page.wait_for_timeout(350)
            assert is_dark(seen.page) == (other == "dark"), "it does not follow while the page is open"


@pytest.mark.parametrize("base", ["http", "file"])
@pytest.mark.parametrize("window", [chromium.DESKTOP, chromium.PHONE], ids=["desktop", "phone"])
def test_a_choice_is_remembered_on_every_page(window, base, site, site_url, browser):
    root = site_url if base == "http" else site.root.as_uri()
    with chromium.visit(browser, f"{root}/index.html", "light", window) as seen:
        press_until(seen.page, dark=True)
        for name in NAMES:
            seen.page.goto(f"{root}/{name}")
            assert is_dark(seen.page), f"{name} has forgotten it"
        seen.page.emulate_media(color_scheme="dark")
        seen.page.emulate_media(color_scheme="light")
        seen.page.wait_for_timeout(100)
        assert is_dark(seen.page), "the system overrules the reader"
        press_until(seen.page, dark=False)
        seen.page.reload()
        assert not is_dark(seen.page)
        assert seen.faults(root) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_chosen_theme_is_there_before_the_first_paint(name, site_url, browser):
    with chromium.visit(browser, f"{site_url}/index.html", "light", script_before=chromium.FIRST_PAINT_SCRIPT) as seen:
        press_until(seen.page, dark=True)
        seen.page.goto(f"{site_url}/{name}")
        assert seen.page.evaluate("themeAtFirstPaint") == "dark"
        blocking = seen.page.evaluate("""[...document.head.querySelectorAll('script')].filter(s => !s.defer && !s.async).map(s => s.src)""")
        assert len(blocking) == 1, blocking
        size = seen.page.evaluate("url => performance.getEntriesByName(url)[0].decodedBodySize", blocking[0])
        assert 0 < size <= 1024, "the one script that blocks is to be small"


def test_the_switch_says_what_it_does(site_url, browser):
    with chromium.visit(browser, f"{site_url}/index.html") as seen:
        button = switch(seen.page)
        before = (button.get_attribute("aria-label"), button.get_attribute("aria-pressed"), button.inner_text())
        button.focus()
        seen.page.keyboard.press("Enter")
        seen.page.wait_for_timeout(100)
        assert (button.get_attribute("aria-label"), button.get_attribute("aria-pressed"), button.inner_text()) != before, "nothing says which theme is on"


def test_the_reader_can_go_back_to_the_system(site_url, browser):
    with chromium.visit(browser, f"{site_url}/index.html", "light") as seen:
        for choice, dark in (("dark", True), ("light", False), ("dark", True)):
            button = seen.page.locator(f"[data-theme-set={choice}]:visible")
            button.click()
            seen.page.wait_for_timeout(350)
            assert is_dark(seen.page) == dark and button.get_attribute("aria-pressed") == "true"
        seen.page.locator("[data-theme-set=system]:visible").click()
        seen.page.wait_for_timeout(350)
        assert not is_dark(seen.page)
        seen.page.reload()
        seen.page.emulate_media(color_scheme="dark")
        seen.page.wait_for_timeout(350)
        assert is_dark(seen.page), "it does not follow the system again"


def test_the_poster_of_the_graph_page_follows_the_theme(site_url, browser):
    shown = {}
    for scheme in ("light", "dark"):
        with chromium.visit(browser, f"{site_url}/graph.html?renderer=poster", scheme) as seen:
            seen.page.wait_for_timeout(1500)
            shown[scheme] = seen.page.evaluate("[...document.images].filter(i => i.checkVisibility()).map(i => i.currentSrc).filter(s => /poster/.test(s))")
    assert shown["light"] and shown["dark"] and not set(shown["light"]) & set(shown["dark"]), shown


def tab_bar(page):
    """The navigation that stands at the foot of the window, or None."""
    return page.evaluate("""() => {
      for (const nav of document.querySelectorAll('nav')) {
        const box = nav.getBoundingClientRect();
        if (nav.checkVisibility() && getComputedStyle(nav).position === 'fixed' && Math.abs(box.bottom - innerHeight) < 2 && box.width > innerWidth * 0.8)
          return [...nav.querySelectorAll('a, button')].filter(a => a.checkVisibility()).map(a => {
            const b = a.getBoundingClientRect();
            return {text: a.textContent.trim(), width: b.width, height: b.height, current: a.getAttribute('aria-current')};
          });
      }
      return null;
    }""")


@pytest.mark.parametrize("name, current", [("index.html", "Home"), ("wiki.html", "Wiki"), ("graph.html", "Graph"), ("concepts/snapshot.html", "Wiki")])
def test_the_phone_has_a_tab_bar(name, current, site_url, browser):
    with chromium.visit(browser, f"{site_url}/{name}", viewport=chromium.PHONE) as seen:
        tabs = tab_bar(seen.page)
        assert tabs and 3 <= len(tabs) <= 5, tabs
        assert {"Home", "Wiki", "Graph"} <= {tab["text"] for tab in tabs}
        assert all(tab["height"] >= 44 and tab["width"] >= 44 for tab in tabs), tabs
        assert [tab["text"] for tab in tabs if tab["current"]] == [current]
        # What the bar covers can be scrolled out from under it.
        seen.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        seen.page.wait_for_timeout(100)
        covered = seen.page.evaluate("""() => { const last = [...document.querySelectorAll('main *, footer *')].filter(e => e.checkVisibility() && e.textContent.trim()).pop();
          const bar = [...document.querySelectorAll('nav')].find(n => getComputedStyle(n).position === 'fixed' && n.checkVisibility());
          return last.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1; }""")
        assert not covered, "the end of the page lies under the tab bar"


def test_the_desktop_has_none(site_url, browser):
    with chromium.visit(browser, f"{site_url}/index.html", viewport=chromium.DESKTOP) as seen:
        assert tab_bar(seen.page) is None
        rail = seen.page.evaluate("""[...document.querySelectorAll('nav, aside')].some(n => { const b = n.getBoundingClientRect(); return n.checkVisibility() && b.left < 8 && b.width < 400 && b.height > innerHeight * 0.5; })""")
        assert rail, "no rail at the left"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_pinned_theme_ignores_the_system_and_has_no_switch(theme, example, browser, tmp_path):
    from support.program import succeed
    succeed("build", example, "--out", tmp_path / "site", "--no-posters", "--theme", theme)
    other = {"light": "dark", "dark": "light"}[theme]
    with chromium.visit(browser, (tmp_path / "site/index.html").as_uri(), other) as seen:
        assert is_dark(seen.page) == (theme == "dark")
        assert seen.page.get_by_role("button", name=re.compile("theme|appearance|dark|light", re.I)).count() == 0
