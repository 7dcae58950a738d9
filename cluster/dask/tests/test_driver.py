"""Checks on a local cluster have the report of `assay check`, also if processes are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from conftest import Project
from distributed import Client, LocalCluster

from assay_dask import Check, StepFailed, check
from assay_dask.child import Child, ChildDied
from assay_dask.driver import _groups


@pytest.fixture
def client() -> Iterator[Client]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client


def job(project: Project, **options: object) -> Check:
    return Check(
        folder=str(project.steps),
        root="assets",
        command=project.assay,
        list_options=["--block-size", "4"],
        plan_options=["--rules", "rules.yaml"],
        report_options=["--quiet", "--format", "json=steps.json"],
        **options,
    )


def report(project: Project) -> dict:
    return json.loads((project.folder / "steps.json").read_text())


def children_of(dask_worker: object) -> list[int]:
    """Returns the processes of Assay of a worker."""
    return [child.pid for child in dask_worker.plugins["assay"].children.values() if child.pid is not None]


def test_report_is_that_of_one_machine(project: Project, client: Client) -> None:
    seen: list[tuple[str, int, int]] = []
    code = check(client, job(project, progress=lambda *state: seen.append(state)))
    assert (code, report(project)) == project.whole()
    assert {step for step, done, of in seen if done == of} == {"index", "merge-index", "check", "follow"}


def test_files_and_results_can_be_in_a_bucket(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    boto3, server = pytest.importorskip("boto3"), pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    server.start()
    try:
        _, port = server.get_host_and_port()
        for name, value in {
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        }.items():
            monkeypatch.setenv(name, value)
        bucket = boto3.resource("s3", region_name="us-east-1").create_bucket(Bucket="studio")
        for file in project.assets.rglob("*.xml"):
            bucket.put_object(Key=f"assets/{file.relative_to(project.assets).as_posix()}", Body=file.read_bytes())
        bucket_job = job(project)
        bucket_job.folder, bucket_job.root = "s3://studio/check", "s3://studio/assets"
        bucket_job.list_options = ["--block-size", "25"]
        # The workers need the environment of this test.
        with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            code = check(client, bucket_job)
        assert (code, report(project)) == project.whole()
    finally:
        server.stop()


@pytest.mark.parametrize("step", ["index", "check"])
def test_killed_children_are_replaced(project: Project, client: Client, step: str) -> None:
    killed: list[int] = []

    def kill(current: str, done: int, of: int) -> None:
        if current == step and not killed:
            threading.Thread(target=kill_some).start()

    def kill_some() -> None:
        for _ in range(20):
            for pid in {pid for pids in client.run(children_of).values() for pid in pids}:
                try:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
            if len(killed) >= 3:
                return

    code = check(client, job(project, progress=kill))
    assert (code, report(project)) == project.whole()
    assert killed


def test_killed_workers_are_replaced(project: Project, client: Client) -> None:
    def kill(step: str, done: int, of: int) -> None:
        if step == "check" and done == 0:
            pid = next(iter(client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL)

    code = check(client, job(project, progress=kill))
    assert (code, report(project)) == project.whole()


def test_killed_driver_can_be_started_again(project: Project) -> None:
    command = [
        *[sys.executable, "-m", "assay_dask.cli", "check", "assets", "--dir", "check", "--workers", "2"],
        *["--assay", " ".join(project.assay), "--rules", "rules.yaml", "--format", "json=steps.json"],
        *["--block-size", "4"],
    ]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert driver.stderr is not None
    for line in driver.stderr:
        if '"step": "index"' in line:
            driver.send_signal(signal.SIGKILL)
            break
    driver.wait()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, report(project)) == project.whole(), done.stderr


def test_a_step_that_cannot_be_done_ends_the_check(project: Project, client: Client) -> None:
    broken = job(project)
    broken.plan_options = ["--rules", "nowhere.yaml"]
    with pytest.raises(StepFailed, match="plan"):
        check(client, broken)


def test_a_command_that_does_not_exist_ends_the_check(project: Project, client: Client) -> None:
    missing = job(project)
    missing.command = ["no-such-assay"]
    with pytest.raises(StepFailed, match="no-such-assay"):
        check(client, missing)


def test_a_child_that_dies_is_started_again(project: Project) -> None:
    child = Child(project.assay)
    try:
        code, message = child.run("check", "nowhere", None)
        assert (code, "no list of files" in message) == (2, True)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        with pytest.raises(ChildDied):
            child.run("check", "nowhere", None)
            child.run("check", "nowhere", None)
        assert child.run("check", "nowhere", None)[0] == 2
    finally:
        child.close()


def test_groups_cover_all_blocks() -> None:
    for count, threads in [(1, 1), (7, 4), (1000, 4), (100_000, 8)]:
        numbers = [range(int(first), int(last) + 1) for first, last in (group.split("-") for group in _groups(count, threads))]
        assert [number for group in numbers for number in group] == list(range(1, count + 1))
        assert all(len(group) <= 64 for group in numbers)


