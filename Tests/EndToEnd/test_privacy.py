"""The sample vault's page marked `publish: false` leaves no trace in anything that is published."""
from __future__ import annotations

import json
import re

import pytest

from support import leaks
from support.program import succeed

PAGE = "wiki/concepts/private-shopping-list.md"
# Its title, address, id and words that stand nowhere else in the vault.
WORDS = ["Private shopping list", "private-shopping-list", "private_shopping_list", "$150", "A dust filter for", "Labels for cables", "spare disks of eight terabytes",
         "The amounts on this page"]


def identity(example) -> str:
    """The page's id on the server, found in the snapshot."""
    for path in sorted(example.rglob("*.json")):
        match = re.search(r'\{[^{}]*"' + re.escape(PAGE) + r'"[^{}]*\}', path.read_text())
        if match and (found := re.search(r'"id"\s*:\s*"([0-9a-f-]{36})"', match.group(0))):
            return found.group(1)
    pytest.fail(f"{PAGE} has no row in {example}")


def test_the_words_are_its_own(example):
    """They stand in that page and, its name in a link aside, in no other, or the search below would show nothing."""
    pages = {path.name: path.read_text() for path in example.rglob("*.md")}
    secret = pages.pop("private-shopping-list.md")
    for word in WORDS[3:]:
        assert word in secret and not any(word in text for text in pages.values()), word


@pytest.mark.parametrize("what", ["site", "gallery", "posters"])
def test_no_word_of_it_is_published(what, example, request):
    output = request.getfixturevalue(what)
    faults = leaks.found(output.root, WORDS + [identity(example)])
    assert faults == [], "\n".join(faults[:20])


def test_no_word_of_it_in_one_theme_only(example, tmp_path):
    for theme in ("light", "dark"):
        succeed("build", example, "--out", tmp_path / theme, "--theme", theme)
        assert leaks.found(tmp_path / theme, WORDS) == []


def test_a_page_with_unreadable_frontmatter_that_says_so_stays_private(tmp_path):
    from support.vault_server import Vault, VaultPage, VaultServer, page
    secret = VaultPage("wiki/concepts/secret.md", "---\ntitle: A: b: c\npublish: false\n\t- x\n---\n\nZanzibarium.\n", "A secretive title", "concept")
    draft = VaultPage("wiki/concepts/draft.md", "---\ntitle: Unready draft\ntype: concept\ndraft: true\n---\n\nQuetzalium.\n", "Unready draft", "concept")
    pages = [page("wiki/concepts/open.md", "Open", "See [[A secretive title]] and [[Unready draft|this]] and [[secret]]."), secret, draft]
    with VaultServer(Vault(pages)) as server:
        succeed("build", server.url, "--out", tmp_path / "site")
    assert leaks.found(tmp_path / "site", ["Zanzibarium", "Quetzalium", secret.title, secret.id, draft.id, "secret.html", "draft.html", "Unready draft"]) == []
    assert (tmp_path / "site/concepts/open.html").exists()


def test_counts_do_not_include_it(site, example):
    """106 pages are in the vault, 105 are published; 41 concepts, 40 of them; 35 pages of the Storage domain, 34 of them; 96 nodes of the graph, 95 of them."""
    summary = json.loads(site.run.out)
    assert summary["pages"] == 105
    home = site.read("index.html").text
    assert re.search(r"\b105\b", home) and not re.search(r"\b106\b", home)
    assert re.search(r"\b40 ?Concepts|Concepts ?40\b", home), home[:600]
    assert not re.search(r"\b41 ?Concepts|Concepts ?41\b", home)
    concepts = site.read("types/concept.html").text
    assert re.search(r"\b40\b", concepts) and not re.search(r"\b41\b", concepts)
    graph = site.read("graph.html").text
    assert re.search(r"\b95\b", graph) and not re.search(r"\b96\b", graph)


def test_neighbours_lose_it_without_a_hole(site):
    """Its link in another page is plain text that leads nowhere."""
    page = site.read("synthesis/from-notes-to-a-static-site.html")
    assert "one such page" in page.text
    for element in page.elements:
        if element.text.strip() == "one such page":
            assert element.tag not in ("a", "span", "button", "abbr"), f"<{element.tag}> marks where it led"


def test_the_report_and_the_terminal_may_name_it_and_the_site_does_not_hold_them(site):
    assert site.report.exists()
    assert [name for name in site.files if name.endswith(".json")] == [".synapse-publish.json", "posters/posters.json"]
