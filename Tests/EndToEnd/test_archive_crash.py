"""An addition or a prune that is killed at any moment leaves an archive that is valid, has lost nothing, and can be worked on."""
from __future__ import annotations

import json
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from support import nights, tree
from support.program import run, start, succeed


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """Five nights in a store, a sixth to be added, and what both steps make of the store when nothing comes between."""
    folder, story = tmp_path_factory.mktemp("crash"), nights.Story(pages=100, seed=5)
    for number in range(6):
        nights.snapshot(folder / f"snapshot-{number}", story.night() | {f"wiki/{number}-{n}.md": bytes([n]) * 5000 for n in range(40)}, nights.moment(number))
    for number in range(5):
        succeed("archive", "add", folder / f"snapshot-{number}", "--store", folder / "store")
    wanted, seconds = {}, {}
    for step in ("add", "prune"):
        copy = folder / step / "store"
        copy.parent.mkdir()
        shutil.copytree(folder / "store", copy)
        began = time.monotonic()
        succeed(*command(step, folder, copy))
        seconds[step] = time.monotonic() - began
        wanted[step] = tree.digest(copy)
    return folder, tree.digest(folder / "store"), wanted, seconds


def command(step: str, folder: Path, store: Path) -> list:
    return {"add": ["archive", "add", folder / "snapshot-5", "--store", store],
            "prune": ["archive", "prune", "--keep", "last=2", "--store", store]}[step]


def states(before: dict, wanted: dict, step: str) -> list[dict]:
    """What a store may be like at any moment. An added night is there a moment before its line (test_archive_faults.py looks at that)."""
    unlisted = wanted["add"] | {"nights.json": before["nights.json"]}
    return [before, wanted[step]] + ([unlisted] if step == "add" else [])


def kill_and_look(prepared, tmp_path, times: int, seed: int):
    folder, before, wanted, seconds = prepared
    chance, killed = random.Random(seed), 0
    for attempt in range(times):
        step = ("add", "prune")[attempt % 2]
        place = tmp_path / str(attempt)
        place.mkdir()
        shutil.copytree(folder / "store", place / "store")
        process = start(*command(step, folder, place / "store"))
        time.sleep(chance.uniform(0, 1.1 * seconds[step]))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        # Valid at once, as it was or as it was to be, and every night that is there comes back.
        assert tree.digest(place / "store") in states(before, wanted, step), (attempt, step)
        succeed("archive", "verify", "--store", place / "store")
        succeed("archive", "restore", "latest", "--out", place / "out", "--store", place / "store")
        # The step can be done again, and leaves what it would have left, and nothing beside.
        succeed(*command(step, folder, place / "store"))
        assert tree.digest(place / "store") == wanted[step], (attempt, step)
        assert tree.neighbours(place / "store") == ["out"], (attempt, step)
        shutil.rmtree(place)
    assert killed >= times // 3, "too few runs were killed before they had ended"


def test_a_few_kills(prepared, tmp_path):
    kill_and_look(prepared, tmp_path, 6, seed=1)


@pytest.mark.slow
def test_a_hundred_kills(prepared, tmp_path):
    kill_and_look(prepared, tmp_path, 100, seed=2)


def test_a_kill_while_the_first_night_is_added(prepared, tmp_path):
    """There is no store yet: afterwards there is none, an empty one, or the whole."""
    folder = prepared[0]
    for attempt in range(4):
        store = tmp_path / str(attempt) / "store"
        store.parent.mkdir()
        process = start("archive", "add", folder / "snapshot-0", "--store", store)
        time.sleep(0.01 * attempt)
        process.kill()
        process.communicate()
        if store.exists():
            succeed("archive", "verify", "--store", store)
        succeed("archive", "add", folder / "snapshot-0", "--store", store)
        found = json.loads(succeed("archive", "list", "--store", store, "--json").out)["nights"]
        assert [night["night"] for night in found] == [nights.name(0)] and tree.neighbours(store) == []


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.8, 0.9, 1])
@pytest.mark.parametrize("sent, code", [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_leaves_nothing_behind(sent, code, share, prepared, tmp_path):
    folder, before, wanted, seconds = prepared
    shutil.copytree(folder / "store", tmp_path / "store")
    process = start(*command("prune", folder, tmp_path / "store"))
    time.sleep(seconds["prune"] * share)
    process.send_signal(sent)
    process.communicate(timeout=30)
    # On a fast machine it may have ended before.
    assert process.returncode in (code, 0, -sent)  # as early as before the program listens
    # The new store is at its place a moment before the run ends; never is it there in part.
    assert tree.digest(tmp_path / "store") in ([wanted["prune"]] if process.returncode == 0 else [before, wanted["prune"]])
    assert tree.neighbours(tmp_path / "store") == []
    assert run("archive", "verify", "--store", tmp_path / "store").code == 0
