"""A prune keeps what its rules say, whole, and says before what goes."""
from __future__ import annotations

import re

import pytest

from support import nights, tree
from support.nights import NIGHTS, listed, restored
from support.program import run, succeed


@pytest.mark.parametrize("rules, kept", [
    ("last=1", {33}), ("daily=3", {31, 32, 33}), ("weekly=3", {24, 31, 33}), ("monthly=all", {30, 33}), ("yearly=all", {33}),
    ("daily=2,monthly=2", {30, 32, 33}), ("daily=all", set(range(NIGHTS)))])
def test_what_a_prune_keeps(rules, kept, told, store, tmp_path):
    """Nights 0 to 33 are 1 January (a Thursday) to 3 February 2026; weeks end on Sunday, 25 January (24) and 1 February (31)."""
    folder, pages = told
    roots = {night["night"]: night["rootHash"] for night in listed(store)}
    before = tree.digest(store)
    dry = run("archive", "prune", "--keep", rules, "--dry-run", "--store", store)
    assert dry.code == 0 and tree.digest(store) == before
    done = succeed("archive", "prune", "--keep", rules, "--store", store)
    goes = re.findall(r"^goes: (\S+)", done.err, re.M)
    assert goes == re.findall(r"^goes: (\S+)", dry.err, re.M) == [nights.name(n) for n in range(NIGHTS) if n not in kept]
    assert {night["night"]: night["rootHash"] for night in listed(store)} == {nights.name(n): roots[nights.name(n)] for n in kept}
    for number in sorted(kept)[-6:]:
        assert restored(store, nights.name(number), tmp_path / str(number)) == pages[number]
    assert nights.ocfl_validate(store) == "" and tree.neighbours(store) == [str(n) for n in sorted(kept)[-6:]]
    assert all(path.stat().st_nlink == 1 for path in tree.files(store).values())
    succeed("archive", "add", nights.snapshot(tmp_path / "next", {"wiki/a.md": b"a"}, nights.moment(70)), "--store", store)
    succeed("archive", "verify", "--store", store)


def test_a_damaged_store_is_not_pruned(store):
    victim = max((path for path in tree.files(store).values() if path.suffix == ".md" and "vault" in path.parts), key=lambda p: p.stat().st_mtime_ns)
    victim.write_bytes(victim.read_bytes() + b"!")
    before = tree.digest(store)
    done = run("archive", "prune", "--keep", "daily=33", "--store", store)
    assert done.code == 65 and victim.name in done.err
    assert tree.digest(store) == before and tree.neighbours(store) == []


@pytest.mark.parametrize("rules", ["", "daily", "daily=x", "hourly=3", "daily=1,daily=2", "daily=-1"])
def test_rules_that_are_none(rules, store):
    assert run("archive", "prune", "--keep", rules, "--store", store).code == 64
