"""The command line `assay-dask`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence

import dask
from distributed import Client, LocalCluster

from .driver import RETRIES, Check, StepFailed, check, print_progress

EXAMPLES = """
examples:
  assay-dask check /assets --dir /shared/check --rules /shared/rules
  assay-dask check /assets --dir /shared/check --scheduler tcp://head:8786 --format html=report.html

exit codes: those of `assay check`
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit code."""
    options = _parser().parse_args(arguments)
    # In a cluster on this machine, a task may take down as many workers as it may be tried again.
    dask.config.set({"distributed.scheduler.allowed-failures": RETRIES})
    job = Check(
        # Workers may have another working folder.
        folder=options.dir if options.dir.startswith("s3://") else os.path.abspath(options.dir),
        root=options.root,
        command=shlex.split(options.assay),
        list_options=[
            *_flag("--config", options.config),
            *_flag("--block-size", options.block_size),
            *(["--no-ignore"] if options.no_ignore else []),
        ],
        plan_options=[*_repeated("--rules", options.rules), *_flag("--config", options.config)],
        report_options=[
            *_repeated("--format", options.format),
            *_flag("--fail-on", options.fail_on),
            *_flag("--baseline", options.baseline),
            *_flag("--config", options.config),
            *(["--strict"] if options.strict else []),
        ],
        progress=print_progress,
    )
    try:
        with _client(options) as client:
            print(f"dashboard: {client.dashboard_link}", file=sys.stderr)
            return check(client, job)
    except StepFailed as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:
        # 1 would mean that there are findings.
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2


def _client(options: argparse.Namespace) -> Client:
    if options.scheduler is not None:
        return Client(options.scheduler)
    # Processes with one thread each: a thread waits while its process of Assay works.
    return Client(LocalCluster(n_workers=options.workers, threads_per_worker=1))


def _flag(name: str, value: str | None) -> list[str]:
    return [] if value is None else [name, value]


def _repeated(name: str, values: Sequence[str]) -> list[str]:
    return [word for value in values for word in (name, value)]


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("assay-dask", description="Checks game assets on a Dask cluster.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("check", help="check the files of a folder", epilog=EXAMPLES, formatter_class=raw)
    add = command.add_argument
    add("root", nargs="?", metavar="ROOT", help="the folder to check, which all machines can read")
    add("--dir", required=True, help="a folder for lists and results, which all machines share")
    add("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster; by default a cluster on this machine")
    add("--workers", type=int, metavar="N", help="the number of processes on this machine; by default one for each core")
    add("--assay", default="assay", metavar="COMMAND", help="the command that starts Assay on every machine")
    add("--rules", action="append", default=[], metavar="PATH", help="a rule file or a folder of them; may be repeated")
    add("--config", metavar="FILE", help="the configuration of the project")
    add("--block-size", metavar="N", help="the average number of files in a block; by default 4000")
    add("--no-ignore", action="store_true", help="include files that ignore files exclude")
    add("--format", action="append", default=[], metavar="NAME[=FILE]", help="the format of a report; may be repeated")
    add("--fail-on", metavar="LEVEL", help="the lowest severity that makes the exit code 1")
    add("--baseline", metavar="FILE", help="the file of known findings")
    add("--strict", action="store_true", help="exit with code 2 if a rule had nothing to check, or if there are warnings")
    return parser


if __name__ == "__main__":
    sys.exit(main())
