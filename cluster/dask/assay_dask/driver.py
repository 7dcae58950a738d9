"""Runs the steps of a check on a Dask cluster.

The scheduler carries only the names of steps and of blocks. Files, lists and results are in a folder that all machines
share, so any process may be lost: a step is tried again, and a check that is started again continues where it was.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from distributed import Client, Future, KilledWorker, WorkerPlugin, as_completed, get_worker

from .child import Child, ChildDied

#: The exit code of a step that may succeed if it is tried again.
TEMPORARY = 75
#: The number of further attempts at a step. A file that kills its process is left out after two deaths.
RETRIES = 10
#: The number of tasks for each thread of the cluster, so that no thread waits long for the last one.
TASKS_A_THREAD = 8


class StepFailed(Exception):
    """A step cannot be done. Its message is that of Assay."""


class PassingError(Exception):
    """A step failed for a reason that may pass."""


class AssayPlugin(WorkerPlugin):
    """Gives each thread of a worker a process of Assay."""

    name = "assay"

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)

    def setup(self, worker: object) -> None:
        self.children: dict[int, Child] = {}

    def teardown(self, worker: object) -> None:
        for child in self.children.values():
            child.close()

    def child(self) -> Child:
        """Returns the process of this thread."""
        return self.children.setdefault(threading.get_ident(), Child(self.command))


def run_step(step: str, folder: str, blocks: str | None) -> str | None:
    """Runs a step on a worker. Returns its message if it cannot be done, and raises an error that may pass."""
    code, messages = get_worker().plugins[AssayPlugin.name].child().run(step, folder, blocks)
    if code == TEMPORARY:
        raise PassingError(messages.strip())
    return None if code == 0 else messages.strip()


@dataclass
class Check:
    """What is checked, and how."""

    #: The folder that all machines share, in which lists and results are.
    folder: str
    #: The folder with the files.
    root: str | None = None
    #: The command that starts Assay, on every machine.
    command: Sequence[str] = ("assay",)
    #: The options of `assay step list`, of `assay step plan` and of `assay step report`.
    list_options: Sequence[str] = ()
    plan_options: Sequence[str] = ()
    report_options: Sequence[str] = ()
    #: Is called with the name of a step, the number of its tasks that are done, and the number of all.
    progress: Callable[[str, int, int], None] = field(default=lambda *_: None)


def check(client: Client, job: Check) -> int:
    """Checks the files on the cluster of `client`, prints the report, and returns its exit code.

    Raises StepFailed if a step cannot be done.
    """
    client.register_plugin(AssayPlugin(job.command))
    root = [] if job.root is None else [job.root]
    _local(job, ["list", job.folder, *root, *job.list_options])
    _local(job, ["plan", job.folder, *job.plan_options])
    states = {state["step"]: state["of"] for state in json.loads(_local(job, ["status", job.folder, "--format", "json"]))}
    threads = max(1, sum(client.nthreads().values()))
    for step in ["index", "merge-index", "check", "follow"]:
        count = states.get(step)
        if count is not None:
            _run_all(client, job, step, [None] if step == "merge-index" else _groups(count, threads))
    return subprocess.run([*job.command, "step", "report", job.folder, *job.report_options], check=False).returncode


def _groups(count: int, threads: int) -> list[str]:
    """Returns the numbers from 1 to `count` in groups, as Assay takes them."""
    size = max(1, min(64, count // (threads * TASKS_A_THREAD)))
    return [f"{first}-{min(first + size - 1, count)}" for first in range(1, count + 1, size)]


def _run_all(client: Client, job: Check, step: str, groups: Iterable[str | None]) -> None:
    futures: list[Future] = [
        # Not pure: a step that has been forgotten is run again, and finds its results.
        client.submit(run_step, step, job.folder, blocks, pure=False, retries=RETRIES, key=_key(step, blocks))
        for blocks in groups
    ]
    job.progress(step, 0, len(futures))
    last = time.monotonic()
    for done, future in enumerate(as_completed(futures), 1):
        message = _message_of(future, step)
        if message is not None:
            client.cancel(futures)
            raise StepFailed(message)
        future.release()
        if time.monotonic() - last >= 1 or done == len(futures):
            last = time.monotonic()
            job.progress(step, done, len(futures))


def _message_of(future: Future, step: str) -> str | None:
    """Returns the reason why a task could not be done; None if it is done."""
    try:
        return future.result()
    except (ChildDied, PassingError, OSError, KilledWorker) as error:
        return f"`{step}` failed after {RETRIES + 1} attempts: {error}"


def _key(step: str, blocks: str | None) -> str:
    return f"assay-{step}-{blocks or 'all'}-{time.time_ns()}"


def _local(job: Check, arguments: Sequence[str]) -> str:
    """Runs a step on this machine, and returns its output."""
    try:
        done = subprocess.run([*job.command, "step", *arguments], stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise StepFailed(f"`{job.command[0]}` cannot be started: {error}") from error
    if done.returncode != 0:
        # Assay has printed why.
        raise StepFailed(f"`assay step {arguments[0]}` ended with {done.returncode}")
    return done.stdout


def print_progress(step: str, done: int, of: int) -> None:
    """Prints the progress of a step on the standard error, as a line of JSON."""
    print(json.dumps({"event": "progress", "step": step, "done": done, "of": of}), file=sys.stderr, flush=True)
