"""The command line: help, exit codes, JSON, the report, quiet and loud."""
from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from support.program import REPOSITORY, binary, environment, run, succeed

COMMANDS = ["pull", "build", "posters", "gallery", "check", "snapshot verify"]


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(command):
    done = succeed(*(command or "").split(), "--help")
    assert done.err == "" and len(done.out.splitlines()) > 5
    for name in COMMANDS if command is None else [command, "--help", *(["--out"] if command not in ("check", "snapshot verify") else [])]:
        assert name in done.out
    assert max(map(len, done.out.splitlines())) <= 120


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["build"], ["build", "x", "y", "--out", "z"], ["build", "x"], ["build", "x", "--out"], ["build", "x", "--out", "z", "--nonsense"],
                                       ["build", "x", "--out", "z", "--jobs", "many"], ["build", "x", "--out", "z", "--jobs", "0"], ["build", "x", "--out", "z", "--theme", "pink"],
                                       ["pull", "http://127.0.0.1:9", "--out", "z", "--token", "secret-token"]])
def test_wrong_calls(arguments, tmp_path):
    done = run(*arguments, cwd=tmp_path)
    assert done.code == 64, done.said
    assert done.out == "" and "way out: " in done.err and "secret-token" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_likely_word_is_offered():
    assert "posters" in run("poster", "x", "--out", "y").err and "--theme" in run("build", "x", "--out", "y", "--them", "light").err


@pytest.mark.parametrize("name", ["nothing", "empty", "file.txt"])
def test_input_that_is_none(name, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").write_text("x")
    done = run("build", tmp_path / name, "--out", tmp_path / "out")
    assert done.code == (66 if name == "nothing" else done.code) and done.code in (65, 66), done.said
    assert name in done.err and not (tmp_path / "out").exists()


def test_json_is_one_object_and_nothing_else(site):
    summary = json.loads(site.run.out)
    assert isinstance(summary, dict)
    assert summary["pages"] == 105 and summary["sources"] == 12
    assert summary["files"] == len(site.files) - 1, "all files but the marker"
    assert summary["bytes"] == sum(path.stat().st_size for name, path in site.files.items() if name != ".synapse-publish.json")
    assert any(f["code"] == "dangling-link" and f["count"] == 4 for f in summary["findings"])


def test_json_of_a_failure(tmp_path):
    done = run("build", tmp_path / "nothing", "--out", tmp_path / "out", "--json")
    assert done.code == 66
    assert json.loads(done.out)["error"]["exitCode"] == 66


def test_the_report_is_sorted_and_has_places(site):
    findings = json.loads(site.report.read_text())["findings"]
    assert findings, "the sample vault has findings on purpose"
    keys = [(f["path"].encode(), f["line"], f["column"]) for f in findings]
    assert keys == sorted(keys)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", f["code"]) and f["message"] and f["severity"] in ("error", "warning", "note") for f in findings)


def test_findings_are_printed_with_their_places(example, tmp_path):
    done = succeed("build", example, "--out", tmp_path / "site", "--no-posters")
    assert re.search(r"wiki/overview\.md:37:43: .*Power budget", done.said), done.said[-2000:]


def test_check_finds_what_build_finds_and_writes_nothing(site, example, tmp_path):
    done = succeed("check", example, "--report", tmp_path / "r.json", cwd=tmp_path)
    assert json.loads((tmp_path / "r.json").read_text()) == json.loads(site.report.read_text())
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"] and "dangling-link" in done.said


def test_the_sample_vault_is_the_source_where_none_is_named(site, tmp_path):
    from support import tree
    succeed("build", "--out", tmp_path / "site", cwd=tmp_path)
    assert tree.difference(site.root, tmp_path / "site") == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [["--help"], ["check", "--json"], ["snapshot", "diff", "Examples/homelab", "Examples/homelab", "--json"]])
def test_a_result_that_cannot_be_written_is_no_success(words):
    with open("/dev/full", "w") as full:
        run = subprocess.run([binary(), *words], cwd=REPOSITORY, stdout=full, stderr=subprocess.PIPE, text=True)
    assert run.returncode == 74 and "standard output" in run.stderr


def test_strict(example, tmp_path):
    done = run("build", example, "--out", tmp_path / "site", "--no-posters", "--strict")
    assert done.code == 1, done.said
    from support.vault_server import Vault, VaultServer, page
    pages = [page(f"wiki/concepts/{n}.md", n.title(), f"See [[{m.title()}]].", extra="sources: [raw/sources/notes.md]") for n, m in (("one", "two"), ("two", "one"))]
    with VaultServer(Vault(pages, files={"raw/sources/notes.md": b"# Notes\n"})) as server:
        succeed("build", server.url, "--out", tmp_path / "clean", "--no-posters", "--strict")


def test_quiet_says_nothing(example, tmp_path):
    done = succeed("build", example, "--out", tmp_path / "site", "--no-posters", "--quiet")
    assert done.out == "" and done.err == ""


def test_no_control_characters_where_there_is_no_terminal(example, tmp_path):
    done = succeed("build", example, "--out", tmp_path / "site", env=environment(TERM="xterm-256color"))
    assert "\x1b" not in done.said and "\r" not in done.said


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_theme(theme, example, tmp_path):
    succeed("build", example, "--out", tmp_path / "site", "--no-posters", "--theme", theme)
    other = {"light": "dark", "dark": "light"}[theme]
    css = "".join(path.read_text() for path in (tmp_path / "site").rglob("*.css"))
    assert "prefers-color-scheme" not in re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    assert f'[data-theme="{other}"]' not in css and f"[data-theme={other}]" not in css


def test_an_unknown_source_scheme_is_a_folder_or_a_usage_error(tmp_path):
    assert run("build", "gopher://x/", "--out", tmp_path / "o").code in (64, 66)
