"""Vaults without a server, a folder or a ZIP; and the proof of privacy, which asks no server either."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from support import tree
from support.program import environment, run, succeed
from support.pulls import core


@pytest.fixture
def vault(example, tmp_path) -> Path:
    """The sample vault's own files, without a server, with an editor's settings among them."""
    shutil.copytree(example / "vault", tmp_path / "My vault")
    (tmp_path / "My vault/.obsidian").mkdir()
    (tmp_path / "My vault/.obsidian/workspace.json").write_text('{"secret": "workspace"}')
    return tmp_path / "My vault"


def test_a_folder_is_built_by_way_of_the_cache(vault, example, tmp_path):
    changes = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    before = tree.digest(vault)
    first = succeed("build", vault, "--out", tmp_path / "site", env=changes)
    assert "Computing" in first.err and "local-layout" in first.err and "igraph" in first.err
    second = succeed("build", vault, "--out", tmp_path / "again", env=changes)
    assert "Computing" not in second.err, "a layout is computed once"
    elsewhere = succeed("build", vault, "--out", tmp_path / "elsewhere", env=environment(XDG_CACHE_HOME=str(tmp_path / "other")))
    assert "Computing" in elsewhere.err
    aside = ".synapse-publish.json"
    sites = [{k: v for k, v in tree.digest(tmp_path / name).items() if k != aside} for name in ("site", "again", "elsewhere")]
    assert sites[0] == sites[1] == sites[2]
    assert tree.digest(vault) == before, "the vault is only read"
    assert not [name for name, path in tree.files(tmp_path / "site").items() if b"workspace" in path.read_bytes() and "obsidian" in name]
    assert "concepts/snapshot.html" in sites[0] and "concepts/private-shopping-list.html" not in sites[0]


def test_a_zip_is_a_folder(vault, tmp_path):
    shutil.make_archive(str(tmp_path / "My vault"), "zip", tmp_path, "My vault")
    succeed("pull", vault, "--out", tmp_path / "folder")
    succeed("pull", tmp_path / "My vault.zip", "--out", tmp_path / "zip")
    assert {k: v for k, v in core(tmp_path / "folder").items() if k != "manifest.json"} == {k: v for k, v in core(tmp_path / "zip").items() if k != "manifest.json"}
    assert not [name for name in tree.files(tmp_path / "zip") if "obsidian" in name]
    succeed("snapshot", "verify", tmp_path / "zip")


def test_what_is_neither_snapshot_nor_vault(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("no ZIP")
    for source in (tmp_path / "empty", tmp_path / "text.zip", tmp_path / "nothing"):
        done = run("pull", source, "--out", tmp_path / "s")
        assert done.code in (64, 66) and not (tmp_path / "s").exists(), done.said


# Private


@pytest.mark.parametrize("what", ["site", "gallery", "posters"])
def test_the_proof_of_privacy(what, example, request):
    output = request.getfixturevalue(what)
    done = succeed("check", "privacy", output.root, example)
    assert "no trace of 1 private page" in done.out


@pytest.mark.parametrize("leak, code", [
    ("<p>spare disks of eight terabytes for the pool, and more</p>", "private-words"), ("<a href='private-shopping-list.html'>x</a>", "private-title"),
])
def test_a_planted_leak_is_found(leak, code, site, example, tmp_path):
    secret = next(example.rglob("private-shopping-list.md")).read_text()
    shutil.copytree(site.root, tmp_path / "site")
    words = " ".join(re.findall(r"\w+", secret.split("---")[2])[:12])
    victim = tmp_path / "site/concepts/snapshot.html"
    victim.write_text(victim.read_text().replace("</main>", (f"<p>{words}</p>" if code == "private-words" else leak) + "</main>", 1))
    done = run("check", "privacy", tmp_path / "site", example, "--verbose")
    assert done.code == 65 and code in done.err and "concepts/snapshot.html" in done.err, done.said
