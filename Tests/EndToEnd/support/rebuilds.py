"""One output folder that is built again and again, and beside it what whole builds make."""
from __future__ import annotations

import json
from pathlib import Path

from . import edits, tree
from .program import environment, succeed


class Site:
    """One output folder with a cache of its own, and beside it the folder that whole builds make."""

    def __init__(self, folder: Path, *options: str):
        self.snapshot, self.out, self.whole = folder / "snapshot", folder / "site", folder / "whole"
        self.options, self.cache = ["--no-posters", *options], folder / "cache"
        self.env = environment(XDG_CACHE_HOME=str(self.cache))

    def build(self, *options: str, **how) -> dict:
        done = succeed("build", self.snapshot, "--out", self.out, "--json", "--report", self.out.parent / "report.json", *self.options, *options, env=self.env, **how)
        return json.loads(done.out)

    def build_whole(self, *options: str) -> dict:
        done = succeed("build", self.snapshot, "--out", self.whole, "--full", "--json", "--report", self.out.parent / "whole.json", *self.options, *options,
                       env=environment(XDG_CACHE_HOME=str(self.cache / "whole")))
        return json.loads(done.out)

    def check(self, what: str, *options: str) -> None:
        told, whole = self.build(*options), self.build_whole(*options)
        assert tree.difference(self.out, self.whole) == [], what
        assert told | {"output": ""} == whole | {"output": ""}, what
        assert (self.out.parent / "report.json").read_bytes() == (self.out.parent / "whole.json").read_bytes(), what

    @property
    def stamps(self) -> dict[str, int]:
        return {name: path.stat().st_ino for name, path in tree.files(self.out).items()}


def edited(folder: Path, seed: int = 7) -> Site:
    """A site that was built once, with its vault."""
    made = Site(folder)
    made.vault = edits.Vault(seed)
    made.vault.write(made.snapshot)
    made.build()
    return made
