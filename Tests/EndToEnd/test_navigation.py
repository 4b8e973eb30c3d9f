"""The rail's tree: sections, domains and folders with their pages, from one file that all pages share."""
from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from support import browser as chromium

HERE = "concepts/snapshot.html"


def branch(page, name):
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("base", ["http", "file"])
def test_a_branch_holds_the_pages_of_its_index(base, site, site_url, browser):
    root = site_url if base == "http" else site.root.as_uri()
    with chromium.visit(browser, f"{root}/{HERE}") as seen:
        page = seen.page
        assert not [r for r in seen.requests if r.endswith("assets/nav.js")], "nobody has opened a branch yet"
        button = branch(page, "Concepts")
        assert button.get_attribute("aria-expanded") == "false"
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".rail li > ul")
        assert button.get_attribute("aria-expanded") == "true"
        links = page.locator(".rail li > ul a").evaluate_all("all => all.map(a => a.href)")
        index = (site.root / "types/concept.html").read_text()
        assert sorted(links) == sorted(f"{root}/concepts/{name}" for name in re.findall(r'class="row" href="\.\./concepts/([^"]+)"', index))
        assert page.locator(".rail li > ul [aria-current=page]").inner_text() == "Snapshot"
        button.click()
        assert button.get_attribute("aria-expanded") == "false" and page.locator(".rail li > ul").count() == 0
        assert seen.faults(root) == []


def test_folders_lead_to_every_page(site, site_url, browser):
    with chromium.visit(browser, f"{site_url}/index.html") as seen:
        page = seen.page
        branch(page, "Wiki").click()
        page.wait_for_selector(".rail details")
        while (closed := page.locator(".rail details:not([open]) > summary")).count():
            closed.first.click()
            # A folder's pages come with its toggle event, which follows the click.
            page.wait_for_function("() => [...document.querySelectorAll('.rail details[open]')].every(part => part.querySelector('li'))")
        found = {link.removeprefix(f"{site_url}/") for link in page.locator(".rail li > ul a").evaluate_all("all => all.map(a => a.href)")}
        own = ("raw/", "tags/", "types/", "domains/", "communities/", "assets/", "posters/")
        pages = {name for name in site.pages if not name.startswith(own) and 'class="at-reading"' in site.pages[name].read_text()}
        assert {unquote(address) for address in found} == pages
        branch(page, "Storage").click()
        rows = len(re.findall(r'class="row"', (site.root / "domains/Storage.html").read_text()))
        assert page.locator('.rail li:has(> button[aria-label="Storage"]) > ul a').count() == rows
