"""The examples for engines that run a build's parts: a Slurm array, run for real, and a Kubernetes Indexed Job, read by its client's models."""
from __future__ import annotations

import os
import shutil
import subprocess

import pytest
import yaml

from support import slurm, tree
from support.program import REPOSITORY, binary, environment, succeed

EXAMPLES = REPOSITORY / "Examples"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    if slurm.missing():
        pytest.skip(f"no {', '.join(slurm.missing())} here; scripts/bootstrap --all installs Slurm on Debian")
    with slurm.Cluster(tmp_path_factory.mktemp("slurm")) as running:
        yield running


@pytest.mark.slow
def test_a_slurm_array_makes_the_site(cluster, example, tmp_path):
    """Eight tasks and the merge that waits for them; then one part is lost and made again."""
    program = {"PUBLISH": str(binary())}
    options = ("--compress", "gz", "--offline", "visited")
    succeed("build", example, "--out", tmp_path / "whole", *options)
    script = EXAMPLES / "slurm/part.sbatch"
    array = cluster.submit("--array=1-8", "--cpus-per-task=1", script, example, tmp_path / "parts", "8", *options, cwd=tmp_path, **program)
    merge = [EXAMPLES / "slurm/merge.sbatch", tmp_path / "parts", "8", tmp_path / "site"]
    merged = cluster.submit(f"--dependency=afterok:{array}", "--kill-on-invalid-dep=yes", *merge, cwd=tmp_path, **program)
    assert cluster.ended(array) == {str(task): ("COMPLETED", 0) for task in range(1, 9)}, logs(tmp_path)
    assert cluster.ended(merged) == {merged: ("COMPLETED", 0)}, logs(tmp_path)
    assert tree.difference(tmp_path / "whole", tmp_path / "site") == []

    shutil.rmtree(tmp_path / "parts/3")
    merged = cluster.submit(*merge, cwd=tmp_path, **program)
    assert cluster.ended(merged) == {merged: ("FAILED", 66)}, logs(tmp_path)
    assert tree.difference(tmp_path / "whole", tmp_path / "site") == []
    array = cluster.submit("--array=3", "--cpus-per-task=1", script, example, tmp_path / "parts", "8", *options, cwd=tmp_path, **program)
    merged = cluster.submit(f"--dependency=afterok:{array}", "--kill-on-invalid-dep=yes", *merge, cwd=tmp_path, **program)
    assert cluster.ended(merged) == {merged: ("COMPLETED", 0)}, logs(tmp_path)
    assert tree.difference(tmp_path / "whole", tmp_path / "site") == []


@pytest.mark.slow
def test_a_task_that_fails_keeps_the_merge_from_running(cluster, tmp_path):
    program = {"PUBLISH": str(binary())}
    script = EXAMPLES / "slurm/part.sbatch"
    array = cluster.submit("--array=1-2", script, tmp_path / "no-snapshot", tmp_path / "parts", "2", cwd=tmp_path, **program)
    merged = cluster.submit(f"--dependency=afterok:{array}", "--kill-on-invalid-dep=yes", EXAMPLES / "slurm/merge.sbatch", tmp_path / "parts",
                            "2", tmp_path / "site", cwd=tmp_path, **program)
    assert {code for _, code in cluster.ended(array).values()} == {66}, logs(tmp_path)
    assert cluster.ended(merged)[merged][0] == "CANCELLED"
    assert not (tmp_path / "site").exists()


def logs(folder) -> str:
    return "\n".join(f"== {path.name}\n{path.read_text()[-1500:]}" for path in sorted(folder.glob("*.log")))


def faults(document: dict) -> list[str]:
    """What the Kubernetes client's models say against a manifest: fields that there are not or that are missing, values of a wrong type."""
    from kubernetes.client.models import V1Job
    try:
        V1Job.model_validate(document)
    except ValueError as error:
        return sorted(".".join(map(str, fault["loc"])) for fault in error.errors())
    return []


def job(name: str) -> dict:
    [document] = yaml.safe_load_all((EXAMPLES / f"kubernetes/{name}.yaml").read_text())
    assert (document["apiVersion"], document["kind"]) == ("batch/v1", "Job")
    return document


@pytest.mark.parametrize("name", ["parts", "merge"])
def test_the_kubernetes_manifests_are_jobs(name):
    document = job(name)
    assert faults(document) == []
    # The judge judges.
    document["spec"]["complections"] = 8
    document["spec"]["template"]["spec"]["containers"][0].pop("name")
    document["spec"]["backoffLimit"] = "3"
    assert faults(document) == ["spec.backoffLimit", "spec.complections", "spec.template.spec.containers.0.name"]


def test_the_indexed_job_builds_every_part(example, tmp_path):
    """Its command, run by the shell with the variable that Kubernetes sets, for each index; then the other's."""
    spec = job("parts")["spec"]
    assert spec["completionMode"] == "Indexed" and spec["template"]["spec"]["restartPolicy"] == "Never"
    # FailIndex and maxFailedIndexes go with a limit per index (batch/v1, JobSpec).
    assert spec["backoffLimitPerIndex"] > 0
    final = {"64", "65", "66", "73", "78"}
    rules = [rule for rule in spec["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
    assert {str(code) for rule in rules for code in rule["onExitCodes"]["values"]} == final
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/synapse-publish").symlink_to(binary())
    (tmp_path / "snapshot").symlink_to(example)

    def container(document, **variables):
        [container] = document["spec"]["template"]["spec"]["containers"]
        assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/publish"]
        command = [word.replace("/publish/", f"{tmp_path}/") for word in container["command"]]
        env = environment(PATH=f"{tmp_path}/bin:{os.environ['PATH']}", **variables)
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)
        assert done.returncode == 0, done.stderr

    for index in range(spec["completions"]):
        container(job("parts"), JOB_COMPLETION_INDEX=str(index))
    container(job("merge"))
    succeed("build", example, "--out", tmp_path / "whole")
    assert tree.difference(tmp_path / "whole", tmp_path / "site") == []
