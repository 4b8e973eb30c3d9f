"""`serve`: answers as a host would, follows the files, shows what is wrong, and ends when it is told to."""
from __future__ import annotations

import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from support.program import binary, environment


class Served:
    def __init__(self, *arguments, folder, cwd=None):
        self.errors = folder / "serve.err"
        self.process = subprocess.Popen([binary(), "serve", *map(str, arguments), "--port", "0"], stdout=subprocess.PIPE,
                                        stderr=self.errors.open("w"), text=True, cwd=cwd, stdin=subprocess.DEVNULL,
                                        env=environment(XDG_CACHE_HOME=str(folder / "cache")))
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, self.errors.read_text()
        self.url = re.search(r"http://\S+", line).group(0)

    def get(self, path, **headers):
        request = urllib.request.Request(self.url + path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as problem:
            return problem.code, problem.headers, problem.read()

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(30)


@pytest.fixture
def vault(example, tmp_path):
    shutil.copytree(example / "vault", tmp_path / "vault")
    shutil.copy(example / "graph.json", tmp_path / "vault/graph.json")
    served = Served(tmp_path / "vault", folder=tmp_path, cwd=tmp_path)
    yield tmp_path / "vault", served
    if served.process.poll() is None:
        served.end()


def test_a_built_folder_is_served_as_it_is(site, tmp_path):
    before = {name: path.stat().st_mtime_ns for name, path in site.files.items()}
    served = Served(site.root, folder=tmp_path)
    try:
        status, headers, body = served.get("index.html")
        assert status == 200 and b"/.synapse-publish/reload.js" in body and headers["ETag"]
        assert served.get("index.html", If_None_Match=headers["ETag"])[0] == 304
        feed = (site.root / "feed.xml").read_bytes()
        assert served.get("feed.xml")[2] == feed and served.get("feed.xml")[1]["Content-Type"] == "application/atom+xml"
        status, headers, part = served.get("feed.xml", Range="bytes=5-9")
        assert status == 206 and part == feed[5:10] and headers["Content-Range"] == f"bytes 5-9/{len(feed)}"
        assert served.get("feed.xml", Range=f"bytes={len(feed)}-")[0] == 416
        assert served.get("nothing.html")[0] == 404 and served.get(".synapse-publish.json")[0] == 404
        assert served.get("%2e%2e/report.json")[0] == 404 and served.get("index.html", Host="wiki.example.org")[0] == 421
        head = urllib.request.Request(served.url + "feed.xml", method="HEAD")
        with urllib.request.urlopen(head, timeout=30) as answer:
            assert answer.headers["Content-Length"] == str(len(feed)) and answer.read() == b""
    finally:
        assert served.end(signal.SIGTERM) == 0
    assert "Stopped" in served.errors.read_text()
    assert not any("synapse-publish/reload" in path.read_text() for name, path in site.files.items() if name.endswith(".html"))
    assert before == {name: path.stat().st_mtime_ns for name, path in site.files.items()}


def test_an_edit_comes_to_the_browser_and_an_error_leaves_the_last_good_site(vault, browser, tmp_path):
    folder, served = vault
    page = browser.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(served.url + "concepts/accessibility.html")
    note = folder / "wiki/concepts/accessibility.md"
    note.write_text(note.read_text() + "\n\nZanzibarium came to be.\n")
    page.get_by_text("Zanzibarium came to be.").wait_for(timeout=20_000)
    # A new page, and the search that knows it.
    (folder / "wiki/concepts/quetzalium.md").write_text("---\ntitle: Quetzalium\ntype: concept\n---\nNew. See [[Accessibility]].\n")
    page.get_by_role("link", name="Quetzalium").first.wait_for(timeout=20_000)
    page.goto(served.url + "search.html?q=quetzalium")
    page.locator("#syn-search-page .rows a", has_text="Quetzalium").first.wait_for(timeout=20_000)
    # A fault in the settings: told here and there, and the site is still the last good one.
    (folder / "synapse-publish.yml").write_text("titel: x\n")
    alert = page.locator("pre[role=alert]")
    alert.wait_for(timeout=20_000)
    assert "there is no setting 'titel'" in alert.inner_text() and "synapse-publish.yml:1" in alert.inner_text()
    assert "Did you mean 'title'?" in served.errors.read_text()
    assert served.get("concepts/quetzalium.html")[0] == 200
    (folder / "synapse-publish.yml").write_text("title: Mended\n")
    # Not by a condition in the page, which its policy forbids to evaluate.
    expect(page).to_have_title(re.compile("Mended"), timeout=20_000)
    expect(page.locator("pre[role=alert]")).to_have_count(0)
    assert complaints == []
    # The page is left before it is closed: it could be reloading itself just then.
    page.goto("about:blank")
    page.close()
    assert served.end() == 0
    assert not list((tmp_path / "cache").rglob("*.staged-*"))


def test_private_pages_are_not_served(vault):
    _, served = vault
    assert served.get("concepts/private-shopping-list.html")[0] == 404
    assert served.get("concepts/private-shopping-list.md")[0] == 404
    assert b"shopping" not in served.get("wiki.html")[2]


def test_a_place_that_is_taken_is_told(vault, tmp_path):
    _, served = vault
    port = re.search(r":(\d+)/", served.url).group(1)
    done = subprocess.run([binary(), "serve", "sample", "--port", port], capture_output=True, text=True, timeout=60, env=environment(), cwd=tmp_path)
    assert done.returncode == 73 and "Choose another --port" in done.stderr
    wrong = subprocess.run([binary(), "serve", "sample", "--host", "localhost"], capture_output=True, text=True, timeout=60, env=environment(), cwd=tmp_path)
    assert wrong.returncode == 64 and "an address in figures" in wrong.stderr
