"""What a server or a vault can do wrong, and what comes of it: an exit code, a message that says what and where, the old site untouched."""
from __future__ import annotations

import json
import secrets
import socket

import pytest

from support import document, leaks, replay, tree
from support.program import environment, run, succeed
from support.vault_server import Vault, VaultServer, page

PAGES = [page("wiki/concepts/one.md", "One", "See [[Two]]."), page("wiki/concepts/two.md", "Two", "See [[One]]."), page("wiki/entities/three.md", "Three", type="entity")]
FILES = {"raw/sources/notes.md": b"# Notes\n"}
BULK = ["/status", "/pages", "/graph", "/export", "/export/data.json", "/sources"]


def small() -> Vault:
    return Vault(list(PAGES), files=dict(FILES))


@pytest.fixture
def earlier(tmp_path):
    """A site that is there already, and a function that says what changed in or beside it."""
    out = tmp_path / "out" / "site"
    out.parent.mkdir()
    with VaultServer(small()) as server:
        succeed("build", server.url, "--out", out, "--no-posters")
    before = tree.digest(out)

    def changes() -> list[str]:
        now = tree.digest(out)
        return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name)) + tree.neighbours(out)

    return out, changes


def refused(done, code: int | set[int], *said: str) -> None:
    codes = code if isinstance(code, set) else {code}
    assert done.code in codes, f"exit {done.code}: {done.said}"
    for words in said:
        assert words in done.err, f"{words!r} is not in: {done.err}"
    assert "Fatal error" not in done.err and "Stack dump" not in done.err and "*** " not in done.err


def test_nobody_listens(earlier):
    out, changes = earlier
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        done = run("build", url, "--out", out)
    refused(done, 69, url.removeprefix("http://"))
    assert changes() == []


@pytest.mark.parametrize("url", ["http://", "http://:x/", "ftp://127.0.0.1/", "http://127.0.0.1:99999/"])
def test_an_address_that_is_none(url, tmp_path):
    refused(run("pull", url, "--out", tmp_path / "s"), 64)


def test_plain_http_to_another_machine_is_refused(tmp_path):
    """A token must not travel in the clear; 192.0.2.1 is a documentation address, so nothing is asked."""
    refused(run("pull", "http://192.0.2.1:9/", "--out", tmp_path / "s", env=environment(SYNAPSE_TOKEN="t"), timeout=60), 64, "--insecure")


@pytest.mark.parametrize("sent", [None, "wrong"])
def test_the_token_is_refused(sent, earlier):
    out, changes = earlier
    with VaultServer(small(), token="right-" + secrets.token_hex(8)) as server:
        done = run("build", server.url, "--out", out, env=environment(SYNAPSE_TOKEN=sent) if sent else None)
    refused(done, 77, "token")
    assert changes() == []
    assert len([path for path in server.asked if path not in ("/status", "/health/live")]) <= 3, "a refused token is not tried on every route"


def test_the_token_is_read_and_written_nowhere(tmp_path):
    token = "tok-" + secrets.token_hex(16)
    (tmp_path / "token").write_text(token + "\n")
    (tmp_path / "outputs").mkdir()
    with VaultServer(small(), token=token) as server:
        runs = [succeed("pull", server.url, "--out", tmp_path / "outputs/a", "--token-file", tmp_path / "token", "--verbose"),
                succeed("pull", server.url, "--out", tmp_path / "outputs/b", env=environment(SYNAPSE_TOKEN=token), timeout=60),
                succeed("build", server.url, "--out", tmp_path / "outputs/c", "--token-file", tmp_path / "token", "--json", "--report", tmp_path / "outputs/r.json")]
        server.faults.append(["404", "/graph", 9])
        server.faults.append(["500", "/pages", 9])
        runs.append(run("pull", server.url, "--out", tmp_path / "outputs/d", "--token-file", tmp_path / "token", "--verbose"))
        with_user = server.url.replace("http://", f"http://user:{token}@")
        runs.append(run("pull", with_user, "--out", tmp_path / "outputs/e", "--verbose"))
    assert runs[3].code != 0
    assert all(token not in done.said for done in runs)
    assert leaks.found(tmp_path / "outputs", [token]) == []


OPERANDS = [["build", "X", "--out", "o"], ["pull", "X", "--out", "o"], ["check", "X"], ["posters", "X", "--out", "o"], ["gallery", "X", "--out", "o"], ["serve", "X"],
            ["posters", "diff", "X", "X"], ["check", "privacy", "X", "X"], ["snapshot", "verify", "X"], ["snapshot", "diff", "X", "X"], ["X"], ["nightly", "X"],
            ["archive", "list", "--store", "X"], ["archive", "add", "X", "--store", "s"], ["archive", "restore", "latest", "--out", "X", "--store", "X"],
            ["build", "sample", "--out", "o", "--base-url", "X"], ["build", "sample", "--out", "o", "--store", "X"], ["posters", "--out", "o", "--base-url", "X"],
            ["pull", "http://127.0.0.1:9", "--out", "o", "--since", "X"], ["nightly", "--config", "X"], ["build", "--config", "X", "--out", "o"], ["completions", "X"],
            ["init", "X"], ["gallery", "status", "X"], ["build", "sample", "--out", "o", "--lang", "X"], ["build", "X", "X", "--out", "o"]]


@pytest.mark.parametrize("words", OPERANDS, ids=lambda words: " ".join(words))
def test_the_user_info_of_an_address_is_told_nowhere(words, tmp_path):
    """Whatever is wrong with the address, and whatever was to be done with it."""
    for address in ("http://ada:SECRET@127.0.0.1:9", "https://ada:SEC/SECRET@host/wiki", "ada:SECRET@host", "ftp://SECRET@host"):
        done = run(*(address if word == "X" else word for word in words), "--json", cwd=tmp_path)
        assert done.code not in (0, 1) and "SECRET" not in done.said, f"{address}: {done.said}"


def test_nor_that_of_a_setting(tmp_path):
    for text in ("base-url: https://ada:SECRET@host/", "theme: ada:SECRET@host", "ada:SECRET@host: x", "search: ada:SECRET@host",
                 "base-url: https://ada:SECRET@host/\ntheme: http://SECRET@host"):
        (tmp_path / "synapse-publish.yml").write_text(text + "\n")
        done = run("build", "sample", "--out", tmp_path / "o", "--config", tmp_path / "synapse-publish.yml", "--verbose", "--report", tmp_path / "r.json")
        assert done.code == 78 and "SECRET" not in done.said, done.said
        assert not (tmp_path / "r.json").exists() or "SECRET" not in (tmp_path / "r.json").read_text()
    for text in ("source: ada:SECRET@host\nstate: s\n", "source: https://ada:SECRET@host\nstate: s\n", "source: sample\nstate: s\nhttp://ada:SECRET@host: 1\n",
                 "source: http://ada:SECRET@host/\nstate: s\nbuild: {base-url: 'http://ada:SECRET@host/', theme: 'ada:SECRET@host'}\n"):
        (tmp_path / "nightly.yml").write_text(text)
        done = run("nightly", "--config", tmp_path / "nightly.yml", "--json", cwd=tmp_path)
        assert done.code in (66, 78) and "SECRET" not in done.said, done.said
    assert not (tmp_path / "s").exists()


def test_a_token_file_that_is_not_there(tmp_path):
    refused(run("pull", "http://127.0.0.1:9/", "--out", tmp_path / "s", "--token-file", tmp_path / "nothing"), {64, 66, 77, 78}, str(tmp_path / "nothing"))


@pytest.mark.parametrize("kind", ["500", "reset", "truncate", "429"])
@pytest.mark.parametrize("route", BULK)
def test_what_goes_wrong_once_is_asked_again(kind, route, tmp_path):
    with VaultServer(small(), faults=[(kind, route, 1)]) as server:
        succeed("pull", server.url, "--out", tmp_path / "once")
        assert server.asked.count(route) >= 2 or route not in server.asked
        succeed("pull", server.url, "--out", tmp_path / "clean")
    once, clean = tree.digest(tmp_path / "once"), tree.digest(tmp_path / "clean")
    once.pop("pull.json"), clean.pop("pull.json")
    assert once == clean


@pytest.mark.parametrize("kind, code", [("500", 69), ("reset", 69), ("truncate", 69), ("garbage", 69), ("login", 69), ("empty", 69)])
@pytest.mark.parametrize("route", ["/status", "/pages", "/graph"])
def test_what_stays_wrong_ends_the_run(kind, code, route, earlier):
    out, changes = earlier
    with VaultServer(small(), faults=[(kind, route, 1000)]) as server:
        done = run("build", server.url, "--out", out)
    refused(done, code, route)
    assert changes() == []


@pytest.mark.parametrize("route", BULK)
def test_a_route_that_is_not_there(route, earlier):
    """Without its status, pages or graph a server is no Synapse server; without the bulk routes or the list of sources the rest is read page by page."""
    out, changes = earlier
    with VaultServer(small(), faults=[("404", route, 10_000)]) as server:
        done = run("build", server.url, "--out", out)
    if route in ("/status", "/pages", "/graph"):
        refused(done, 69, route)
        assert changes() == []
    else:
        assert done.code == 0, done.said
        assert (out / "concepts/one.html").exists()


@pytest.mark.parametrize("kind", ["500", "reset", "truncate", "login", "429"])
def test_the_bulk_export_may_fail_for_ever(kind, tmp_path):
    """The files are then asked for one by one, which is slower and gives the same site; that it was so is a finding."""
    with VaultServer(small()) as server:
        succeed("build", server.url, "--out", tmp_path / "whole", "--no-posters")
    with VaultServer(small(), faults=[(kind, "/export", 1000)]) as server:
        succeed("build", server.url, "--out", tmp_path / "single", "--no-posters", "--report", tmp_path / "r.json")
        assert any(path.endswith("/content") for path in server.asked)
    assert tree.difference(tmp_path / "whole", tmp_path / "single") == []
    assert any("/export" in f["message"] for f in json.loads((tmp_path / "r.json").read_text())["findings"])


@pytest.mark.parametrize("kind", ["500", "404", "login"])
def test_the_dashboards_figures_may_be_missing(kind, tmp_path):
    """They are extras: a site without them is better than none."""
    with VaultServer(small(), faults=[(kind, "/review/*", 100), (kind, "/lint/*", 100), (kind, "/stats/*", 100), (kind, "/projects", 100), (kind, "/costs/*", 100)]) as server:
        done = succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    assert (tmp_path / "site/index.html").exists(), done.said


def test_a_page_whose_file_is_gone(tmp_path):
    gone = page("wiki/concepts/gone.md", "Gone away", gone=True)
    with VaultServer(Vault(PAGES + [gone], files=FILES)) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--report", tmp_path / "r.json", "--no-posters")
    told = [f for f in json.loads((tmp_path / "r.json").read_text())["findings"] if f["path"] == gone.path]
    assert told and all(f["message"] for f in told)
    assert (tmp_path / "site/concepts/one.html").exists()


@pytest.mark.parametrize("graph", [True, False])
def test_a_vault_with_no_pages(graph, tmp_path):
    with VaultServer(Vault([], graph=graph)) as server:
        succeed("build", server.url, "--out", tmp_path / "site")
        succeed("gallery", server.url, "--out", tmp_path / "gallery")
        succeed("posters", server.url, "--out", tmp_path / "posters")
    from support import links
    for name in ("site", "gallery"):
        assert links.broken(tmp_path / name) == []
    assert "index.html" in tree.files(tmp_path / "site") and "graph.html" in tree.files(tmp_path / "site")


def test_a_vault_with_no_graph(tmp_path):
    with VaultServer(Vault(list(PAGES), graph=False)) as server:
        succeed("build", server.url, "--out", tmp_path / "site")
    from support import links
    assert links.broken(tmp_path / "site") == []
    assert (tmp_path / "site/concepts/one.html").exists()


def test_a_graph_with_edges_to_nowhere(tmp_path):
    vault = Vault(list(PAGES), extra_edges=[(PAGES[0].id, "00000000-0000-4000-8000-000000000000"), (PAGES[0].id, PAGES[0].id)])
    with VaultServer(vault) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    codes = {f["code"] for f in json.loads((tmp_path / "r.json").read_text())["findings"]}
    assert any("edge" in code for code in codes), codes


def test_titles_and_names_of_every_kind(tmp_path):
    from support import links
    odd = [page("wiki/concepts/no title.md", None, "# A heading instead\n\nWords."), page("wiki/concepts/nothing.md", None, "Only words."),
           page("wiki/a/Same.md", "Same", "See [[Same]]."), page("wiki/b/Same.md", "Same", "See [[Same]]."),
           page("wiki/concepts/§ 147 AO.md", "§ 147 AO"), page("wiki/concepts/🔋 battery.md", "🔋 battery"), page("wiki/concepts/ベクトル.md", "ベクトル"),
           page("wiki/concepts/Foo.md", "Foo"), page("wiki/concepts/foo.md", "foo"), page("wiki/concepts/C++.md", "C++"), page("wiki/concepts/C#.md", "C#"),
           page("wiki/concepts/100% & <b>.md", "100% & <b> \"x\""), page("wiki/index.md", "Index", type="index"), page("wiki/CON.md", "CON"),
           page("wiki/concepts/" + "長" * 70 + ".md", "長" * 300), page("wiki/assets/x.md", "Not an asset"), page("wiki/concepts/odd.md", "Odd", type="Fancy Type/é")]
    links_to_all = page("wiki/concepts/all.md", "All", "\n".join(f"- [[{p.path.removeprefix('wiki/').removesuffix('.md')}]]" for p in odd if "<" not in p.path))
    with VaultServer(Vault(odd + [links_to_all])) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    assert links.broken(tmp_path / "site") == [] and tree.unportable(tmp_path / "site") == []
    titles = [document.read(path).all("h1")[0].text.strip() for name, path in tree.files(tmp_path / "site").items() if name.endswith(".html")]
    for title in ["A heading instead", "nothing", "§ 147 AO", "🔋 battery", "ベクトル", "Foo", "foo", "C++", "C#", '100% & <b> "x"', "CON", "長" * 300, "Not an asset", "Odd"]:
        assert titles.count(title) == 1, title
    assert titles.count("Same") == 2
    told = json.loads((tmp_path / "r.json").read_text())["findings"]
    assert [f for f in told if f["code"] == "dangling-link"] == []
    assert {"wiki/concepts/no title.md", "wiki/concepts/nothing.md"} <= {f["path"] for f in told}


def test_fourteen_hundred_pages_without_titles(tmp_path):
    pages = [page(f"wiki/notes/{i}.md", None, "Words.", type=None) for i in range(1451)]
    with VaultServer(Vault(pages)) as server:
        succeed("build", server.url, "--out", tmp_path / "site", "--no-posters")
    assert len([name for name in tree.files(tmp_path / "site") if name.startswith("notes/") and name.endswith(".html")]) == 1451


@pytest.mark.shared
def test_a_redirect_to_another_host_gets_no_token(tmp_path):
    token = "tok-" + secrets.token_hex(16)
    log = tmp_path / "stolen"
    with replay.replay(replay.recording("homelab"), "--token", token, "--fault", "redirect@/pages:99", "--fault", "redirect@/export*:99", "--steal-log", str(log)) as url:
        done = run("pull", url, "--out", tmp_path / "s", env=environment(SYNAPSE_TOKEN=token))
    assert token not in (log.read_text() if log.exists() else "") and token not in done.said
    refused(done, 69)


@pytest.mark.shared
@pytest.mark.parametrize("kind, code", [("503", 69), ("429", 75), ("429-bare", 75), ("500", 69), ("reset", 69), ("truncate", 69), ("garbage", 69), ("login", 69), ("410", 69)])
def test_every_fault_of_the_replay_server_for_ever(kind, code, tmp_path):
    with replay.replay(replay.recording("homelab"), "--fault", f"{kind}@/pages:9999") as url:
        refused(run("pull", url, "--out", tmp_path / "s", timeout=200), code, "/pages")
    assert not (tmp_path / "s").exists()


@pytest.mark.shared
def test_a_vault_that_changes_under_the_reader(tmp_path):
    """Consistent or marked as not; never a mixture that says it is whole."""
    with replay.replay(replay.recording("homelab"), "--then", str(replay.shared() / "vaults/homelab/night2"), "--after", "3") as url:
        done = run("pull", url, "--out", tmp_path / "s")
    assert done.code == 0, done.said
    manifest = json.loads((tmp_path / "s/manifest.json").read_text())
    if manifest["consistent"]:
        with replay.replay(replay.shared() / "vaults/homelab/night2") as url:
            succeed("pull", url, "--out", tmp_path / "second")
        assert tree.difference(tmp_path / "second", tmp_path / "s") == ["differs: pull.json"]
    else:
        assert any("inconsistent" in f["code"] for f in json.loads((tmp_path / "s/findings.json").read_text()))
