"""A nightly run: its steps, its record, what a failure leaves as it was, and the units that start it."""
from __future__ import annotations

import configparser
import fcntl
import json
import os
import shutil
import signal
import stat

import pytest

from support import nights, replay, tree
from support.program import environment, run, start, succeed, wait_until
from support.vault_server import Vault, VaultServer, page


class Night:
    """A configuration in a folder of its own."""

    def __init__(self, folder, source, **steps):
        self.folder, self.state, self.web = folder, folder / "state", folder / "web"
        self.settings = {"source": str(source), "state": str(self.state), "build": {"no-posters": True},
                         "archive": {"store": str(folder / "archive")}, "publish": {"folder": str(self.web)}} | steps
        self.write()

    def write(self, **changes):
        self.settings |= changes
        # JSON is YAML.
        (self.folder / "nightly.yml").write_text(json.dumps({k: v for k, v in self.settings.items() if v is not None}))

    def run(self, *options, env=None):
        return run("nightly", "--config", self.folder / "nightly.yml", *options, env=env)

    def succeed(self, *options):
        done = self.run(*options)
        assert done.code == 0, done.said
        return done

    @property
    def record(self) -> dict:
        return json.loads((self.state / "run.json").read_text())

    def outcomes(self) -> dict[str, str]:
        return {step["step"]: step["outcome"] for step in self.record["steps"]}


def teller(folder, name: str) -> list[str]:
    """A command that writes what it was told."""
    script = folder / f"{name}.sh"
    script.write_text(f'#!/bin/sh\nenv | grep -E "^SYNAPSE_" | sort > "{folder}/{name}.txt"\n')
    script.chmod(0o755)
    return [str(script)]


@pytest.fixture
def server():
    with VaultServer(Vault([page("wiki/concepts/one.md", "One"), page("wiki/concepts/two.md", "Two")])) as server:
        yield server


def test_every_step_of_a_night(server, tmp_path):
    night = Night(tmp_path, server.url, posters={"tier": "overview", "format": "svg"}, gallery=True, prune={"keep": "daily=7"},
                  **{"on-success": teller(tmp_path, "good"), "on-failure": teller(tmp_path, "bad")})
    done = night.succeed("--json")
    printed = json.loads(done.out)["run"]
    steps = ["pull", "check", "build", "posters", "gallery", "archive", "publish", "prune"]
    assert [step["step"] for step in printed["steps"]] == steps and {step["outcome"] for step in printed["steps"]} == {"done"}
    assert printed["outcome"] == "done" and printed["exitCode"] == 0
    record = night.record
    assert record["notified"] == 0 and record["outcome"] == "done"
    assert all(step["seconds"] >= 0 and step["result"]["command"] for step in record["steps"])
    assert tree.difference(night.web, night.state / "site") == []
    assert (tmp_path / "good.txt").exists() and not (tmp_path / "bad.txt").exists()
    told = (tmp_path / "good.txt").read_text()
    assert "SYNAPSE_NIGHTLY_OUTCOME=done\n" in told and f"SYNAPSE_NIGHTLY_SITE={night.state}/site\n" in told
    shown = json.loads(succeed("archive", "show", "latest", "--store", tmp_path / "archive", "--json").out)["night"]
    assert [part["part"] for part in shown["parts"]] == ["gallery", "posters", "site", "snapshot"]
    assert nights.ocfl_validate(tmp_path / "archive") == ""


def test_an_unchanged_vault_adds_nothing_the_same_day(server, tmp_path):
    night = Night(tmp_path, server.url)
    night.succeed()
    before, site = tree.digest(tmp_path / "archive"), tree.digest(night.web)
    night.succeed()
    # Another day may have begun meanwhile; then there is one object more.
    assert tree.digest(night.web) == site and before.items() <= tree.digest(tmp_path / "archive").items()
    assert len(json.loads(succeed("archive", "list", "--store", tmp_path / "archive", "--json").out)["nights"]) <= 2


@pytest.mark.parametrize("harm, step, code", [
    ({"source": "http://127.0.0.1:9/"}, "pull", 69), ({"check": {"strict": True}}, "check", 1),
    ({"publish": {"command": ["false"]}}, "publish", 74), ({"publish": {"command": ["no-such-program-here"]}}, "publish", 66)])
def test_a_step_that_fails_leaves_the_published_site(harm, step, code, tmp_path):
    with VaultServer(Vault([page("wiki/concepts/one.md", "One", "[[nowhere]]")])) as server:
        night = Night(tmp_path, server.url, **{"on-failure": teller(tmp_path, "bad")})
        night.succeed()
        before = tree.digest(night.web)
        night.write(**harm)
        done = night.run("--json")
        assert done.code == code and f"'{step}'" in done.err, done.said
        assert json.loads(done.out)["error"]["exitCode"] == code
    assert tree.digest(night.web) == before
    assert night.record["outcome"] == "failed" and night.record["failedStep"] == step and night.record["exitCode"] == code
    assert list(night.outcomes().values())[:-1] == ["done"] * (len(night.outcomes()) - 1) and night.outcomes()[step] == "failed"
    failed = night.record["steps"][-1]
    assert failed["error"]["what"] and failed["exitCode"] == code
    told = (tmp_path / "bad.txt").read_text()
    assert f"SYNAPSE_NIGHTLY_STEP={step}\n" in told and f"SYNAPSE_NIGHTLY_EXIT={code}\n" in told


def test_a_symbolic_link_is_turned(server, tmp_path):
    night = Night(tmp_path, server.url, publish={"link": str(tmp_path / "current")})
    seen = []
    for _ in range(3):
        night.succeed()
        seen.append(os.readlink(tmp_path / "current"))
        assert tree.difference(tmp_path / "current", night.state / "site") == []
    assert seen == ["current.a", "current.b", "current.a"]
    (tmp_path / "folder").mkdir()
    night.write(publish={"link": str(tmp_path / "folder")})
    assert night.run().code == 73 and os.readlink(tmp_path / "current") == "current.a"


def test_the_site_is_handed_to_a_program(server, tmp_path):
    night = Night(tmp_path, server.url, publish={"command": ["cp", "-R", "{site}", str(tmp_path / "there")]})
    night.succeed()
    assert tree.difference(tmp_path / "there", night.state / "site") == []


HANDOVERS = {"rsync": ["rsync", "-a", "--checksum", "--delete", "{site}/", "there"], "rclone": ["rclone", "sync", "{site}", "local:there"]}


@pytest.mark.parametrize("program", HANDOVERS)
def test_the_site_is_handed_to_a_real_program(program, server, tmp_path):
    """Twice, so that what is gone from the site goes there too; a failure of theirs is the step's."""
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    there, configuration = tmp_path / "there", tmp_path / "rclone.conf"
    configuration.write_text("[local]\ntype = local\n")
    command = [word.replace("there", str(there)) for word in HANDOVERS[program]]
    command += ["--config", str(configuration), "--quiet"] if program == "rclone" else []
    night = Night(tmp_path, server.url, publish={"command": command})
    night.succeed()
    assert tree.difference(there, night.state / "site") == []
    server.vault.pages.pop()
    night.succeed()
    assert tree.difference(there, night.state / "site") == [] and not (there / "concepts/two.html").exists()
    before = tree.digest(there)
    night.write(publish={"command": [program, "--no-such-option-here", "{site}", str(there)]})
    done = night.run()
    assert done.code == 74 and "'publish'" in done.err and tree.digest(there) == before


def test_the_token_is_told_to_nobody(tmp_path, server):
    night = Night(tmp_path, server.url, **{"on-success": teller(tmp_path, "good")})
    assert night.run(env=environment(SYNAPSE_TOKEN="secret-token-value")).code == 0
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"secret-token-value" not in path.read_bytes(), path


def test_one_run_at_a_time(server, tmp_path):
    night = Night(tmp_path, server.url)
    night.succeed()
    before = (night.state / "run.json").read_text()
    with open(night.state / "lock", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert night.run().code == 75
    assert (night.state / "run.json").read_text() == before


def test_a_signal_is_recorded_and_ends_the_user_s_program(server, tmp_path):
    night = Night(tmp_path, server.url, publish={"command": ["sleep", "60"]})
    process = start("nightly", "--config", tmp_path / "nightly.yml")
    try:
        assert wait_until(lambda: (night.state / "run.json").exists() and night.outcomes().get("publish") == "running")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 143 and night.record["outcome"] == "interrupted" and night.record["failedStep"] == "publish"


@pytest.mark.parametrize("change, named", [
    ({"bild": {}}, "bild"), ({"build": {"tema": "dark"}}, "tema"), ({"build": {"no-posters": "perhaps"}}, "no-posters"), ({"build": {"out": "x"}}, "out"),
    ({"publish": {"ftp": "x"}}, "ftp"), ({"publish": "web"}, "publish"), ({"archive": {}}, "store"), ({"source": None}, "source"),
    ({"archive": None, "prune": {"keep": "last=1"}}, "archive"), ({"check": [1]}, "check")])
def test_a_configuration_that_is_wrong_does_nothing(change, named, example, tmp_path):
    night = Night(tmp_path, example)
    night.write(**change)
    done = night.run()
    assert done.code == 78 and named in done.err and "nightly.yml" in done.err, done.said
    assert not night.state.exists()


VALUES = [
    ("build", "lang", "1xx!", "It takes en, it"), ("build", "theme", "drak", "Did you mean 'dark'?"), ("build", "base-url", "https://ada:PW@host", "address"),
    ("build", "history-nights", "9", "build.history-nights needs"), ("build", "og-images", "page", "Did you mean 'pages'?"),
    ("build", "config", "/none/such.yml", "/none/such.yml"), ("check", "baseline", "/none/such.json", "/none/such.json"),
    ("posters", "size", "A9", "A0 to A4"), ("posters", "tier", "detial", "Did you mean 'detail'?"), ("posters", "dpi", "many", "whole number"),
    ("posters", "hops", "2", "needs"), ("posters", "jobs", "0", "1 to 1024"), ("gallery", "data", "reel", "Did you mean 'real'?"),
    ("gallery", "screens", "hoem", "no screen 'hoem'"), ("prune", "keep", "dayly=7", "daily=30"), ("pull", "token-file", "/none/token", "/none/token")]


@pytest.mark.parametrize("step, name, value, said", VALUES)
def test_a_wrong_value_is_told_before_the_first_step(step, name, value, said, example, tmp_path):
    """With its line, and what it could be."""
    night = Night(tmp_path, example if step != "pull" else "http://127.0.0.1:9", posters={}, gallery={}, prune={"keep": "last=9"})
    settings = {key: value for key, value in night.settings.items() if value is not None}
    settings.setdefault(step, {})
    settings[step] = {**settings[step], name: value}
    lines = []
    for key, given in settings.items():
        lines.append(f"{key}: {json.dumps(given)}" if not isinstance(given, dict) else f"{key}:{'' if given else ' {}'}")
        lines += [f"  {inner}: {json.dumps(each)}" for inner, each in given.items()] if isinstance(given, dict) else []
    (tmp_path / "nightly.yml").write_text("\n".join(lines) + "\n")
    number = next(i for i, line in enumerate(lines, 1) if line.startswith(f"  {name}: ") and json.dumps(value) in line)
    done = night.run()
    assert done.code in (66, 78) and said in done.err and f"nightly.yml:{number}" in done.err, done.said
    assert (done.code == 66) == ("/none/" in value) and "PW" not in done.said
    assert not night.state.exists()


def test_all_wrong_values_are_told_at_once(tmp_path):
    (tmp_path / "nightly.yml").write_text(
        f"source: http://ada:PW@127.0.0.1:9\nstate: {tmp_path}/state\nbuild:\n  lang: '?'\n  theme: drak\n  tema: dark\nposters:\n  size: A9\n")
    done = run("nightly", "--config", tmp_path / "nightly.yml")
    assert done.code == 78 and "nightly.yml:1" in done.err and "PW" not in done.said
    assert all(f"nightly.yml:{line}:" in done.err for line in (4, 5, 6, 8)), done.err
    assert not (tmp_path / "state").exists()
    (tmp_path / "nightly.yml").write_text(f"source: {tmp_path}/none\nstate: {tmp_path}/state\n")
    done = run("nightly", "--config", tmp_path / "nightly.yml")
    assert done.code == 66 and "nightly.yml:1" in done.err and not (tmp_path / "state").exists()


def test_a_configuration_that_is_no_yaml(tmp_path):
    (tmp_path / "nightly.yml").write_text("source: [\n")
    assert run("nightly", "--config", tmp_path / "nightly.yml").code == 78
    assert run("nightly", "--config", tmp_path / "none.yml").code == 66
    assert run("nightly").code == 64


def test_units_and_the_cron_line(example, tmp_path):
    night = Night(tmp_path, example)
    succeed("nightly", "install-units", tmp_path / "units", "--config", tmp_path / "nightly.yml")
    names = sorted(tree.files(tmp_path / "units"))
    assert names == ["synapse-publish-nightly.cron", "synapse-publish-nightly.service", "synapse-publish-nightly.timer"]
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read(tmp_path / "units/synapse-publish-nightly.service")
    service = unit["Service"]
    assert service["ProtectSystem"] == "strict" and service["NoNewPrivileges"] == "yes" and service["CapabilityBoundingSet"] == ""
    assert service["ExecStart"].endswith(f"nightly --config {tmp_path}/nightly.yml")
    text = (tmp_path / "units/synapse-publish-nightly.service").read_text()
    for folder in (night.state, tmp_path):
        assert f"ReadWritePaths=-{folder}\n" in text
    timer = configparser.ConfigParser()
    timer.read(tmp_path / "units/synapse-publish-nightly.timer")
    assert timer["Timer"]["Persistent"] == "yes" and timer["Install"]["WantedBy"] == "timers.target"
    line = (tmp_path / "units/synapse-publish-nightly.cron").read_text().splitlines()[-1].split()
    assert line[:6] == ["30", "2", "*", "*", "*", "synapse-publish"] and line[-1] == f"{tmp_path}/nightly.yml"
    if shutil.which("systemd-analyze"):
        import subprocess
        verified = subprocess.run(["systemd-analyze", "verify", tmp_path / "units/synapse-publish-nightly.service"], capture_output=True, text=True)
        assert "nightly.service" not in verified.stderr, verified.stderr
    assert run("nightly", "install-units", tmp_path / "more", "--config", tmp_path / "none.yml").code == 66


@pytest.mark.shared
def test_two_nights_of_the_real_server(tmp_path):
    home = replay.shared() / "vaults/homelab"
    night = Night(tmp_path, "http://unset")
    for recording in ("night1", "night2"):
        with replay.replay(home / recording) as url:
            night.write(source=url)
            night.succeed()
    assert len(json.loads(succeed("archive", "list", "--store", tmp_path / "archive", "--json").out)["nights"]) == 2
    assert "power-budget" in " ".join(tree.files(night.web)) and tree.difference(night.web, night.state / "site") == []
    succeed("archive", "verify", "--store", tmp_path / "archive")
    assert stat.S_IMODE(night.web.stat().st_mode) == 0o755
