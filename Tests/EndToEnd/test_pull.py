"""Pulls that can be trusted: consistent under changes, with few requests, incremental."""
from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import replay, tree
from support.program import run, start, succeed
from support.pulls import NIGHTS, contents, core, inode, manifest, pulled_nights, small
from support.vault_server import Vault, VaultServer, page


@pytest.fixture(scope="module")
def nights(tmp_path_factory) -> list[Path]:
    return pulled_nights(tmp_path_factory.mktemp("nights"))


# Consistent


@pytest.mark.shared
@pytest.mark.parametrize("answers", range(13))
def test_night_one_turns_into_night_two(answers, nights, tmp_path):
    """At every request: what is pulled is one of the nights, whole, and says so."""
    with replay.replay(replay.shared() / NIGHTS[0], "--then", str(replay.shared() / NIGHTS[1]), "--after", str(answers)) as url:
        succeed("pull", url, "--out", tmp_path / "s", "--strict")
    assert manifest(tmp_path / "s")["consistent"]
    assert core(tmp_path / "s") == core(nights[0 if answers >= 11 else 1])


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize("answers", range(0, 142, 3))
def test_night_one_turns_into_night_two_page_by_page(answers, nights, tmp_path):
    """By the program; at every single request it is a test of PullConsistencyTests."""
    with replay.replay(replay.shared() / NIGHTS[0], "--then", str(replay.shared() / NIGHTS[1]), "--after", str(answers), "--fault", "410@/export:9") as url:
        succeed("pull", url, "--out", tmp_path / "s")
    assert manifest(tmp_path / "s")["consistent"]
    assert contents(tmp_path / "s") in [contents(night) for night in nights]


class Slow(Vault):
    """One that takes its time for each page."""

    def answer(self, path, query):
        if path.endswith("/content"):
            time.sleep(0.01)
        return super().answer(path, query)


@pytest.mark.parametrize("faults", [[], [("500", "/pages/*/content", 3), ("reset", "/pages/*/content", 3), ("truncate", "/status", 1)]])
def test_page_by_page_never_holds_more_than_four_connections(faults, tmp_path):
    """Counted where they end: one that waits idle beside those at work is one more for the server."""
    with VaultServer(Slow(small(60).pages), faults=[("404", "/export", 9), *faults]) as server:
        succeed("pull", server.url, "--out", tmp_path / "s")
    assert len([path for path in server.asked if path.endswith("/content")]) >= 60
    assert server.most_open == 4
    assert json.loads((tmp_path / "s/pull.json").read_text())["requests"] == len(server.asked)


def test_a_bulk_pull_holds_one_connection(tmp_path):
    with VaultServer(small(60)) as server:
        succeed("pull", server.url, "--out", tmp_path / "s")
    assert server.most_open == 1


def stale(pages, edited: dict[int, str]) -> Vault:
    """A vault whose list has other hashes than its files; those of `edited` are written anew once the first ZIP is made."""
    class Stale(Vault):
        zips = 0

        def answer(self, path, query):
            if path == "/export":
                self.zips += 1
                now = list(self.pages)
                if self.zips % 2 == 0:
                    for number, text in edited.items():
                        self.pages[number] = page(now[number].path, now[number].title, f"{text} {self.zips}")
                try:
                    return super().answer(path, query)
                finally:
                    self.pages = now
            status, headers, body = super().answer(path, query)
            return status, headers, body.replace(b'"content_hash": "', b'"content_hash": "00') if path in ("/pages", "/export/data.json") else body
    return Stale(pages)


@pytest.mark.parametrize("edited", [{}, {25: "Edited"}])
def test_many_files_that_are_not_as_listed_are_all_looked_at_again(edited, tmp_path):
    """By one more request, whatever their number: an edit after the first ZIP is seen in any of them."""
    with VaultServer(stale(small(30).pages, edited)) as server:
        succeed("pull", server.url, "--out", tmp_path / "s")
    assert not [path for path in server.asked if path.endswith("/content")]
    assert manifest(tmp_path / "s")["consistent"] == (not edited)
    assert server.asked.count("/export") == (6 if edited else 2)


def test_a_vault_that_never_rests_is_marked_and_refused_under_strict(tmp_path):
    class Restless(Vault):
        version = 0

        def answer(self, path, query):
            status, headers, body = super().answer(path, query)
            if path == "/status":
                self.version += 1
                body = body.replace(b'"data_version": 7', b'"data_version": %d' % self.version)
            return status, headers, body

    with VaultServer(Restless(small().pages)) as server:
        done = run("pull", server.url, "--out", tmp_path / "s")
        assert done.code == 0 and "inconsistent" in done.err, done.said
        assert manifest(tmp_path / "s")["consistent"] is False
        assert run("pull", server.url, "--out", tmp_path / "t", "--strict").code == 65 and not (tmp_path / "t").exists()
    assert run("build", tmp_path / "s", "--out", tmp_path / "site", "--strict", "--no-posters").code == 65
    assert run("build", tmp_path / "s", "--out", tmp_path / "site", "--no-posters").code == 0


# Fast and gentle


@pytest.mark.parametrize("count", [3, 1450])
def test_few_requests(count, tmp_path):
    with VaultServer(small(count)) as server:
        succeed("pull", server.url, "--out", tmp_path / "s")
    assert len(server.asked) <= 12 + (count + 1 + 499) // 500, server.asked
    never = ("/export/full", "/provider", "/conversations", "/config")
    assert not [path for path in server.asked if path.startswith(never)]


@pytest.mark.shared
@pytest.mark.slow
def test_ten_thousand_pages_in_little_memory_and_few_requests(tmp_path):
    subprocess.run([sys.executable, replay.shared() / "bench/gen_recording.py", tmp_path / "recording", "10000"], check=True, stdout=subprocess.DEVNULL)
    log = tmp_path / "log"
    with replay.replay(tmp_path / "recording", "--log", str(log)) as url:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        process = start("pull", url, "--out", tmp_path / "s")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        process.stderr.close()
    assert process.returncode == 0
    assert usage.ru_maxrss <= 300 * 1024, f"{usage.ru_maxrss // 1024} MB (children before: {before // 1024} MB)"
    assert len(log.read_text().splitlines()) <= 12 + 20
    assert manifest(tmp_path / "s")["counts"]["pages"] == 10000
    succeed("snapshot", "verify", tmp_path / "s")


@pytest.mark.shared
def test_bulk_and_page_by_page_agree(nights, tmp_path):
    for number, night in enumerate(NIGHTS):
        with replay.replay(replay.shared() / night, "--fault", "410@/export:9", "--fault", "410@/export/data.json:9") as url:
            succeed("pull", url, "--out", tmp_path / str(number))
        assert contents(tmp_path / str(number)) == contents(nights[number])


# Incremental


@pytest.mark.shared
def test_since_reports_and_shares(nights, tmp_path):
    with replay.replay(replay.shared() / NIGHTS[1]) as url:
        done = succeed("pull", url, "--out", tmp_path / "s", "--since", nights[0], "--json")
    assert core(tmp_path / "s") == core(nights[1])
    told = json.loads(done.out)["difference"]
    diff = json.loads(succeed("snapshot", "diff", nights[0], nights[1], "--json").out)["difference"]
    assert told == diff and "vault/wiki/concepts/power-budget.md" in told["added"] and "vault/wiki/concepts/scrub.md" in told["changed"]
    assert told["removed"] == ["vault/wiki/comparisons/hnsw-vs-ivf.md"] and told["moved"] == []
    same = [name for name in tree.files(tmp_path / "s") if name.startswith("vault/") and name not in told["added"] + told["changed"]]
    assert len(same) == 112 and all(inode(tmp_path / "s" / name) == inode(nights[0] / name) for name in same)
    assert tree.neighbours(tmp_path / "s") == []


def recomputed(vault: Vault) -> Vault:
    """The same vault whose server has computed its layout anew."""
    class Other(Vault):
        def layout(self):
            graph = super().layout()
            for node in graph["nodes"]:
                node.update(x=node["y"] + 1, y=-node["x"], community=5)
            return dict(graph, communities=[dict(group, id=5) for group in graph["communities"]])
    return Other(vault.pages, files=vault.files)


def test_since_keeps_the_layout_of_the_same_graph(tmp_path):
    with VaultServer(small()) as server:
        succeed("pull", server.url, "--out", tmp_path / "first")
    with VaultServer(recomputed(small())) as server:
        succeed("pull", server.url, "--out", tmp_path / "full")
        done = succeed("pull", server.url, "--out", tmp_path / "kept", "--since", tmp_path / "first")
        succeed("pull", server.url, "--out", tmp_path / "fresh", "--since", tmp_path / "first", "--fresh-layout")
    assert core(tmp_path / "fresh") == core(tmp_path / "full")
    first, kept, full = [json.loads((tmp_path / name / "graph.json").read_text()) for name in ("first", "kept", "full")]
    assert kept["nodes"] == first["nodes"] != full["nodes"] and kept["communities"] == first["communities"]
    assert kept["layout"] == {"night": "2026-05-04", "sha256": tree.digest(tmp_path / "first")["graph.json"]}
    assert "--fresh-layout" in done.out and "2026-05-04" in done.out
    aside = {"graph.json", "manifest.json"}
    assert {k: v for k, v in core(tmp_path / "kept").items() if k not in aside} == {k: v for k, v in core(tmp_path / "full").items() if k not in aside}
    # Drawn from either snapshot, the map is the same.
    for name in ("first", "kept"):
        succeed("posters", tmp_path / name, "--out", tmp_path / f"posters-{name}", "--format", "png", "--tier", "detail", "--theme", "light", "--size", "800x600")
