"""The service worker: there only where it was asked for; what was read can be read without a network, and a new build takes the old one's place."""
from __future__ import annotations

import re
import shutil

import pytest

from support import browser as chromium
from support import tree
from support.program import run, succeed, wait_until

READ, UNREAD = "concepts/snapshot.html", "concepts/storage-pool.html"
CACHES = "caches.keys()"


def build(example, out, *arguments):
    succeed("build", example, "--out", out, "--no-posters", "--no-markdown", *arguments)
    return out


@pytest.fixture(scope="module")
def kept(example, tmp_path_factory):
    """Below a folder, as on a host of several sites."""
    root = tmp_path_factory.mktemp("offline")
    build(example, root / "wiki", "--offline", "visited")
    return root


def becomes(page, promise: str, seconds: float = 20):
    assert wait_until(lambda: page.evaluate(promise), seconds, 0.05), promise


def ready(page):
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_no_site_has_one_unasked(site):
    assert "sw.js" not in site.files and not [n for n in site.files if "offline" in n]
    for name in ("index.html", READ):
        text = (site.root / name).read_text()
        assert "worker" not in text and "offline" not in text


def test_what_was_read_can_be_read_again(kept, browser):
    with chromium.serve(kept) as url:
        context = browser.new_context()
        page = context.new_page()
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{url}/wiki/index.html")
        ready(page)
        page.goto(f"{url}/wiki/{READ}")
        page.wait_for_load_state("networkidle")
        assert said == []
        context.set_offline(True)
        page.reload()
        assert "Snapshot" in page.locator("h1").inner_text()
        # With its looks.
        assert page.evaluate("getComputedStyle(document.querySelector('.chip')).borderRadius") != "0px"
        assert page.evaluate("document.fonts.ready.then(() => [...document.fonts].some((face) => face.status === 'loaded'))")
        # What was not read says so, at its own address, with links that lead home.
        page.goto(f"{url}/wiki/{UNREAD}")
        assert page.url.endswith(UNREAD) and page.locator("h1").inner_text() == "Not here without a network"
        page.get_by_role("main").get_by_role("link", name="Home").click()
        page.wait_for_url(f"{url}/wiki/index.html")
        assert page.locator(".hero").is_visible()
        context.set_offline(False)
        page.goto(f"{url}/wiki/{UNREAD}")
        assert "Storage pool" in page.locator("h1").inner_text()
        context.close()


def test_a_new_build_takes_the_place_of_the_old(kept, example, browser, tmp_path):
    shutil.copytree(kept / "wiki", tmp_path / "wiki")
    with chromium.serve(tmp_path) as url:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{url}/wiki/{READ}")
        ready(page)
        page.reload()
        page.wait_for_load_state("networkidle")
        page.evaluate("caches.open('another site').then(() => 1)")
        before = page.evaluate(CACHES)
        (tmp_path / "own.yml").write_text("title: Another name\n")
        build(example, tmp_path / "wiki", "--offline", "visited", "--config", tmp_path / "own.yml")
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 1)")
        assert wait_until(lambda: len(after := page.evaluate(CACHES)) == len(before) and after != before, 20, 0.05)
        after = page.evaluate(CACHES)
        assert "another site" in after and len([name for name in after if name.startswith("synapse ")]) == 1
        context.set_offline(True)
        page.goto(f"{url}/wiki/{READ}")
        assert page.title().endswith("Another name"), "what was read came along, as it is now"
        context.set_offline(False)
        # Taken back: nothing is kept and nothing is registered.
        build(example, tmp_path / "wiki", "--offline", "remove")
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 1, () => 1)")
        becomes(page, "caches.keys().then((now) => now.length === 1 && now[0] === 'another site')")
        becomes(page, "navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
        assert "offline" not in (tmp_path / "wiki/index.html").read_text()
        context.close()


def test_every_page_can_be_kept(example, browser, tmp_path):
    build(example, tmp_path / "site", "--offline", "all")
    with chromium.serve(tmp_path / "site") as url:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{url}/index.html")
        ready(page)
        for name in (UNREAD, "assets/graph-data.js", "concepts/wikilink.html"):
            becomes(page, f"caches.match('{url}/{name}').then((found) => !!found)")
        context.set_offline(True)
        page.goto(f"{url}/{UNREAD}")
        assert "Storage pool" in page.locator("h1").inner_text()
        page.goto(f"{url}/search.html?q=restic")
        page.locator("#syn-search-page .rows a").first.wait_for()
        context.close()


def test_its_name_is_of_the_content(kept, example, tmp_path):
    name = lambda root: re.match(r'const synapseBuild="([0-9a-f]{16})"', (root / "sw.js").read_text()).group(1)
    assert name(build(example, tmp_path / "same", "--offline", "visited", "--jobs", "1")) == name(kept / "wiki")
    assert tree.files(tmp_path / "same")["sw.js"].read_bytes() == (kept / "wiki/sw.js").read_bytes()
    assert name(build(example, tmp_path / "other", "--offline", "visited", "--lang", "de")) != name(kept / "wiki")


def test_the_policy_lets_it_and_a_folder_has_none(kept, browser):
    text = (kept / "wiki" / READ).read_text()
    assert "worker-src 'self'" in text and "_headers" in tree.files(kept / "wiki")
    with chromium.visit(browser, (kept / "wiki" / READ).as_uri()) as seen:
        assert seen.faults(kept.as_uri()) == []


def test_another_word_is_no_way_to_keep(example, tmp_path):
    done = run("build", example, "--out", tmp_path / "x", "--offline", "visted")
    assert done.code == 64 and "Did you mean 'visited'?" in done.err
