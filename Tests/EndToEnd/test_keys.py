"""What hands do on a page: keys, previews of links and footnotes, copying code."""
from __future__ import annotations

import re

from playwright.sync_api import expect

from support import browser as chromium


def test_keys_lead_to_places(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html") as seen:
        for letter, name in (("w", "wiki.html"), ("g", "graph.html"), ("h", "index.html")):
            seen.page.keyboard.press("g")
            seen.page.keyboard.press(letter)
            seen.page.wait_for_url(f"**/{name}")
        assert seen.faults(site_url) == []


def test_t_changes_the_theme_and_not_while_typing(site_url, browser):
    with chromium.visit(browser, f"{site_url}/wiki.html", "light") as seen:
        seen.page.keyboard.press("t")
        seen.page.wait_for_timeout(300)
        assert chromium.lightness(seen.page) < 0.3
        seen.page.locator("[data-filter]").focus()
        seen.page.keyboard.press("t")
        seen.page.wait_for_timeout(300)
        assert chromium.lightness(seen.page) < 0.3 and seen.page.locator("[data-filter]").input_value() == "t"


def test_the_list_of_keys_names_them_all(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html") as seen:
        seen.page.keyboard.press("?")
        text = seen.page.locator("dialog.help").inner_text()
        for words in ("Search", "Dark theme", "Home", "Wiki", "Graph", "Sources"):
            assert words in text
        seen.page.keyboard.press("Escape")
        expect(seen.page.locator("dialog.help")).to_have_count(0)


def test_a_page_is_shown_beside_its_link(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html") as seen:
        page = seen.page
        link = page.locator(".prose a.link").first
        link.hover()
        card = page.locator("dialog.beside")
        expect(card).to_contain_text("Copy-on-write")
        box, at = card.bounding_box(), link.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 1440 and (box["y"] >= at["y"] + at["height"] or box["y"] + box["height"] <= at["y"])
        card.hover()
        page.wait_for_timeout(400)
        expect(card).to_be_visible()
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        page.mouse.move(5, 5)
        # With the keyboard too; the focus stays on the link.
        page.evaluate("document.querySelector('#syn-main').setAttribute('tabindex', -1); document.querySelector('#syn-main').focus()")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.prose a.link')"):
                break
        expect(card).to_be_visible()
        assert page.evaluate("document.activeElement.matches('.prose a.link')")
        assert chromium.axe_violations(page) == [] and seen.faults(site_url) == []


def test_a_footnote_is_shown_beside_its_mark(site, site_url, browser):
    name = next(n for n in site.pages if "footnote-ref" in (site.root / n).read_text())
    for root in (site_url, site.root.as_uri()):
        with chromium.visit(browser, f"{root}/{name}") as seen:
            mark = seen.page.locator(".footnote-ref a").first
            mark.scroll_into_view_if_needed()
            seen.page.wait_for_timeout(600)
            mark.hover()
            text = seen.page.locator(f"[id='{mark.get_attribute('href')[1:]}']").inner_text().strip(" \n\u21a9")
            expect(seen.page.locator("dialog.beside")).to_contain_text(re.sub(r"\s+", " ", text)[:30])


def test_from_a_folder_links_show_nothing_and_say_nothing(site, browser):
    with chromium.visit(browser, f"{site.root.as_uri()}/concepts/snapshot.html") as seen:
        seen.page.locator(".prose a.link").first.hover()
        seen.page.wait_for_timeout(600)
        assert seen.page.locator("dialog.beside").count() == 0 and seen.faults(site.root.as_uri()) == []


def test_code_is_copied(site_url, browser):
    with chromium.visit(browser, f"{site_url}/concepts/snapshot.html", permissions=["clipboard-read", "clipboard-write"]) as seen:
        block = seen.page.locator(".prose pre").first
        block.hover()
        block.locator("button.copy").click()
        assert "zfs snapshot -r" in seen.page.evaluate("navigator.clipboard.readText()")
