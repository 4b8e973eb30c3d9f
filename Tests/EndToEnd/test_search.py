"""Search: what is found, in what order, how much has to be loaded for it, and how it looks and works."""
from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.parse

import pytest
from playwright.sync_api import expect

from support import browser as chromium
from support import leaks, links, replay, titles
from support.program import succeed
from support.vault_server import Vault, VaultServer, page

# Query → what the first result's address has to be, on the sample vault.
EXPECTED = {
    "snapshot": "concepts/snapshot.html",
    "SNAPSHOT": "concepts/snapshot.html",
    "snapshto": "concepts/snapshot.html",
    "restic vs borg": "comparisons/restic-vs-borg.html",
    "reverse prox": "concepts/reverse-proxy.html",
    "ベクトル検索": "concepts/ベクトル検索.html",
    "ベクトル": "concepts/ベクトル検索.html",
    "النسخ الاحتياطي": "concepts/النسخ-الاحتياطي.html",
    "نسخ احتياطي": "concepts/النسخ-الاحتياطي.html",
    "wikilink": "concepts/wikilink.html",
}


def opened(browser, root: str, name: str = "search.html", **options):
    return chromium.visit(browser, f"{root}/{name}", **options)


def query(page, text: str, filters: dict | None = None, limit: int = 10) -> list[dict]:
    answer = page.evaluate("([t, f, n]) => SynapseSearch.query(t, f, n)", [text, filters or {}, limit])
    for result in answer["results"]:
        result["address"] = urllib.parse.unquote(result["url"])
    return answer["results"]


@pytest.mark.parametrize("base", ["http", "file"])
def test_queries_find_what_they_name(base, site, site_url, browser):
    root = site_url if base == "http" else site.root.as_uri()
    with opened(browser, root) as seen:
        wrong = []
        for text, address in EXPECTED.items():
            found = [r["address"] for r in query(seen.page, text)]
            if not found or not found[0].endswith("/" + address):
                wrong.append(f"{text}: {found[:3]}")
        assert wrong == [], "\n".join(wrong)
        assert query(seen.page, "zzqx yyqwv") == []
        assert seen.faults(root) == []


def test_words_of_the_text_give_an_excerpt_and_its_heading(site, site_url, browser):
    with opened(browser, site_url) as seen:
        results = query(seen.page, "incremental replication pool")
        first = next(r for r in results if r["address"].endswith("concepts/snapshot.html"))
        assert "".join(p["text"] for p in first["excerpt"] if p["marked"])
        assert first["heading"]
        place = urllib.parse.unquote(first["target"]).split("#")[1]
        assert place in site.read("concepts/snapshot.html").ids


def test_filters_leave_only_what_they_say(site, site_url, browser):
    with opened(browser, site_url) as seen:
        everything = query(seen.page, "backup", limit=200)
        for key, value in (("type", "concept"), ("domain", "Storage")):
            some = query(seen.page, "backup", {key: value}, limit=200)
            assert 0 < len(some) < len(everything)
            assert [r["address"] for r in some] == [r["address"] for r in everything if r[key] == value]
        tag = seen.page.evaluate("SynapseSearch.facets().then(m => m.tags[0])")
        tagged = query(seen.page, "", {"tag": tag[0]}, limit=200)
        assert len(tagged) == tag[1] == len(re.findall(r'class="row"', (site.root / f"tags/{tag[0]}.html").read_text()))


@pytest.mark.parametrize("key", ["/", "Control+k"])
@pytest.mark.parametrize("base", ["http", "file"])
def test_the_palette_from_the_keyboard(base, key, site, site_url, browser):
    root = site_url if base == "http" else site.root.as_uri()
    with opened(browser, root, "concepts/wikilink.html") as seen:
        page = seen.page
        page.keyboard.press(key)
        page.wait_for_selector("dialog.palette[open] input:focus")
        page.keyboard.type("storage")
        page.wait_for_selector("[role=option]")
        # The list settles on the answer to the whole word.
        expect(page.locator("[role=option][aria-selected=true]")).to_contain_text(re.compile("storage", re.I))
        field = page.locator(".palette input")
        first = field.get_attribute("aria-activedescendant")
        page.keyboard.press("ArrowDown")
        assert field.get_attribute("aria-activedescendant") != first
        page.keyboard.press("ArrowUp")
        assert field.get_attribute("aria-activedescendant") == first
        page.keyboard.press("Escape")
        assert page.locator("dialog.palette[open]").count() == 0
        page.keyboard.press(key)
        page.wait_for_selector("[role=option][aria-selected=true]")
        page.keyboard.press("Enter")
        page.wait_for_url("**/concepts/storage*")
        assert seen.faults(root) == []


def test_the_query_stands_in_the_address(site_url, browser):
    with opened(browser, site_url, "search.html?q=backup&type=entity") as seen:
        page = seen.page
        page.wait_for_selector("#syn-search-page li")
        assert page.locator("#syn-search-page input[type=search]").input_value() == "backup"
        assert page.locator("[name=type]:checked").get_attribute("value") == "entity"
        assert set(page.locator("#syn-search-page .tile").evaluate_all("all => all.map(t => t.title)")) == {"Entity"}
        page.locator("label", has_text="All types").click()
        page.fill("#syn-search-page input[type=search]", "snapshot")
        page.wait_for_url("**/search.html?q=snapshot")
        expect(page.locator("#syn-search-page .row-title").first).to_have_text("Snapshot")
        page.select_option("[name=domain]", "Storage")
        page.wait_for_url("**/search.html?q=snapshot&domain=Storage")
        page.fill("#syn-search-page input[type=search]", "qqxxyyzz")
        expect(page.locator("#syn-search-page [role=status]")).to_contain_text("Nothing")


def test_more_results_come_on_request(site_url, browser):
    with opened(browser, site_url, "search.html?q=backup") as seen:
        seen.page.wait_for_selector("#syn-search-page li")
        assert seen.page.locator("#syn-search-page li").count() == 10
        seen.page.get_by_text("Show more").click()
        expect(seen.page.locator("#syn-search-page li").nth(10)).to_be_visible()


def test_without_javascript_the_way_is_to_the_list(site_url, browser):
    with opened(browser, site_url, scripts=False) as seen:
        assert seen.page.locator("main a[href='wiki.html']").is_visible()
        assert not seen.page.locator("#syn-search-page").is_visible()


@pytest.mark.parametrize("window", [chromium.DESKTOP, chromium.PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_results_as_they_look(theme, window, site_url, browser, tmp_path):
    with opened(browser, site_url, "search.html?q=snapshot+backup", scheme=theme, viewport=window) as seen:
        seen.page.wait_for_selector("#syn-search-page li mark")
        shift = seen.page.evaluate("""new Promise(done => new PerformanceObserver(list =>
            done(list.getEntries().reduce((sum, e) => sum + e.value, 0))).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 300))""")
        assert shift < 0.01
        assert (faults := chromium.faults_seen(seen, site_url, tmp_path / "page.png")) == [], "\n".join(faults)
        seen.page.goto(f"{site_url}/concepts/snapshot.html")
        seen.page.keyboard.press("/")
        seen.page.wait_for_selector("dialog.palette[open]")
        seen.page.keyboard.type("snapshot")
        seen.page.wait_for_selector("[role=option] mark")
        seen.page.wait_for_timeout(300)
        assert (faults := chromium.faults_seen(seen, site_url, tmp_path / "palette.png", whole=False)) == [], "\n".join(faults)


def test_no_search_leaves_nothing_of_it(example, tmp_path):
    succeed("build", example, "--out", tmp_path / "site", "--no-posters", "--no-search")
    assert not (tmp_path / "site/search.html").exists() and not (tmp_path / "site/assets/search").exists()
    assert "search.html" not in (tmp_path / "site/index.html").read_text()


def hits(page, all_titles: dict[str, str], count: int) -> None:
    some = titles.evenly(all_titles, count)
    exact = titles.missed(page, all_titles, some, within=1)
    assert len(exact) * 100 <= len(some), "\n".join([f"{len(exact)} of {len(some)} are not first", *exact[:20]])
    wrong = {a: text for i, (a, t) in enumerate(some.items()) if (text := titles.misspelt(t, i))}
    typo = titles.missed(page, all_titles, wrong, within=3)
    assert len(typo) * 100 <= len(wrong) * 5, "\n".join([f"{len(typo)} of {len(wrong)} are not among the first three", *typo[:20]])


# Names that broke other publishers, and what else a title may be.
ODD_NAMES = ["100 %", "a#b", "why?", "R&D", "a+b", "it's", "say \"x\"", "f(x)", "a<b>c", "+plus", ".dot", "end.", "🔋 power", "Café", "ベクトル検索", "النسخ", "Резерв",
             "§ 147 AO", "C++", "C#", "node.js", "v1.2 notes", "CON", "index", "search", "graph", "assets", "{{title}}", "~tilde", "長" * 100]


def test_odd_names_are_pages_and_are_found_and_drawn(tmp_path, browser):
    """One address each, in the search and in the graph's data."""
    pages = [page(f"wiki/n/{name if len(name) < 80 else 'long'}.md", name, "Words.") for name in ODD_NAMES]
    with VaultServer(Vault([*pages, page("wiki/all.md", "All", "\n\n".join(f"[[{name}]]" for name in ODD_NAMES))])) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    found = titles.of_site(tmp_path / "site")
    assert sorted(found.values()) == sorted([*ODD_NAMES, "All"])
    targets = {t for t in links.targets(tmp_path / "site/all.html", tmp_path / "site") if t.startswith("n/")}
    assert targets >= {address for address, title in found.items() if title != "All"}
    with opened(browser, (tmp_path / "site").as_uri()) as seen:
        wanted = {address: title for address, title in found.items() if any(c.isalnum() for c in title)}
        assert titles.missed(seen.page, found, wanted, within=5) == []
    drawn = "\n".join(leaks.readings(path.name, path.read_bytes()) for path in (tmp_path / "site/assets").rglob("*.js") if "graph" in path.name)
    assert [name for name in ODD_NAMES if name not in drawn and json.dumps(name, ensure_ascii=False)[1:-1] not in drawn] == []


def test_titles_of_the_sample_vault(site, browser):
    with opened(browser, site.root.as_uri()) as seen:
        hits(seen.page, titles.of_site(site.root), 1000)


@pytest.mark.shared
def test_titles_of_the_recordings(recorded, browser):
    with opened(browser, recorded.root.as_uri()) as seen:
        hits(seen.page, titles.of_site(recorded.root), 120)


@pytest.mark.shared
@pytest.mark.slow
def test_every_title_of_the_recordings(recorded, browser):
    with opened(browser, recorded.root.as_uri()) as seen:
        hits(seen.page, titles.of_site(recorded.root), 100_000)


@pytest.mark.shared
@pytest.mark.slow
def test_a_first_answer_of_ten_thousand_pages_needs_little(tmp_path, browser):
    recording = tmp_path / "recording"
    subprocess.run([sys.executable, replay.shared() / "bench/gen_recording.py", recording, "10000"], check=True, stdout=subprocess.DEVNULL)
    with replay.replay(recording) as url:
        succeed("pull", url, "--out", tmp_path / "snapshot")
    out = tmp_path / "site"
    succeed("build", tmp_path / "snapshot", "--out", out, "--no-posters")
    pages = titles.of_site(out)
    first = [t for t in pages.values()][::2000]
    for text in [*first, *(t[:3] for t in first), "m", "harbor vector", "evidenec"]:
        with opened(browser, out.as_uri()) as seen:
            assert query(seen.page, text), text
            loaded = [out / urllib.parse.unquote(url.removeprefix(out.as_uri() + "/")) for url in seen.requests if "/assets/search/" in url]
            size = sum(path.stat().st_size for path in loaded)
            assert size <= 150_000, f"{text}: {size} bytes in {len(loaded)} files"
