"""A Slurm cluster of one node on this machine, with a configuration, a key and folders of its own."""
from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "scontrol")


def missing() -> list[str]:
    return [name for name in PROGRAMS if program(name) is None]


def program(name: str) -> str | None:
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """Its daemons run until the end of the `with`."""

    def __init__(self, folder: Path, cpus: int = 2):
        self.folder, self.cpus, self.running = folder, cpus, []
        for name in ("state", "spool", "logs", "munge"):
            (folder / name).mkdir(parents=True, mode=0o755)
        self.key = folder / "munge/key"
        self.key.write_bytes(os.urandom(1024))
        self.key.chmod(0o400)
        self.socket = folder / "munge/socket"
        self.configuration = folder / "slurm.conf"
        user, host = getpass.getuser(), socket.gethostname().split(".")[0]
        self.configuration.write_text(f"""
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={user}
SlurmdUser={user}
SlurmdParameters=config_overrides
AuthType=auth/munge
AuthInfo=socket={self.socket}
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldLogFile={folder}/logs/slurmctld
SlurmdLogFile={folder}/logs/slurmd
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_min_interval=100000
ReturnToService=2
MinJobAge=3600
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
        self.environment = os.environ | {"SLURM_CONF": str(self.configuration)}

    def __enter__(self) -> Cluster:
        munge = self.folder / "munge"
        try:
            self.start("munged", "--foreground", "--force", f"--key-file={self.key}", f"--socket={self.socket}", f"--pid-file={munge}/pid",
                       f"--log-file={munge}/log", f"--seed-file={munge}/seed")
            self.wait(self.socket.exists, "munged")
            self.start("slurmctld", "-D", "-i")
            self.start("slurmd", "-D", "-N", socket.gethostname().split(".")[0])
            self.wait(lambda: "idle" in self.command("sinfo", "-h", "-o", "%T"), "the node")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def start(self, name: str, *arguments: str):
        log = (self.folder / f"logs/{name}.out").open("wb")
        self.running.append(subprocess.Popen([program(name), *arguments], stdout=log, stderr=log, env=self.environment))

    def wait(self, condition, what: str, seconds: float = 60):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"{what} did not come up:\n{self.said()}"
            assert all(process.poll() is None for process in self.running), f"a daemon ended:\n{self.said()}"
            time.sleep(0.2)

    def said(self) -> str:
        return "\n".join(f"== {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in sorted((self.folder / "logs").iterdir()))

    def command(self, *words: str | Path, cwd: Path | None = None, **variables: str) -> str:
        done = subprocess.run([*map(str, words)], capture_output=True, text=True, env=self.environment | variables, cwd=cwd, timeout=60)
        return done.stdout.strip() if done.returncode == 0 else f"{words[0]}: exit {done.returncode}: {done.stderr}"

    def submit(self, *words: str | Path, cwd: Path, **variables: str) -> str:
        """The job's number."""
        number = self.command("sbatch", "--parsable", *words, cwd=cwd, **variables)
        assert number.isdigit(), number
        return number

    def ended(self, job: str, seconds: float = 600) -> dict[str, tuple[str, int]]:
        """How a job, or each task of an array, ended: its state and exit code."""
        end = time.monotonic() + seconds
        while True:
            fields = [dict(word.split("=", 1) for word in line.split() if "=" in word)
                      for line in self.command("scontrol", "show", "job", "-o", job).splitlines()]
            if fields and all(task.get("JobState") not in ("PENDING", "RUNNING", "COMPLETING", "CONFIGURING", None) for task in fields):
                return {task.get("ArrayTaskId", job): (task["JobState"], int(task["ExitCode"].split(":")[0])) for task in fields}
            assert time.monotonic() < end, f"job {job} has not ended: {fields}\n{self.said()}"
            time.sleep(0.3)
