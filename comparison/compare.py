"""Runs the same benchmarks in CUDA C++, CuPy, Numba and grcuda on this machine, in one go, and prints one table.

Sides take turns, each run in a process of its own; a time is the median of the iterations of all rounds. A side that
cannot run is told with the reason. The status is 1 if a run failed or gave wrong results, 2 for a wrong command line.
"""

import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BENCHMARKS = ["vec", "bs", "ml", "hits", "images", "cg", "mul"]
SIDES = ["cuda", "cuda-sync", "cupy", "numba", "java", "java-sync", "js", "python"]
OUTPUT_LINES = 3


class Missing(Exception):
    """Why a side cannot run."""


class Failed(Exception):
    """What a run printed instead of a result."""


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/compare", description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "--benchmarks",
        default=",".join([*BENCHMARKS, "launch"]),
        type=names_of([*BENCHMARKS, "launch"]),
        help="of %(default)s, in that order",
    )
    parser.add_argument(
        "--sides",
        default=",".join(SIDES),
        type=names_of(SIDES),
        help="of %(default)s; ratios are to the first that runs",
    )
    parser.add_argument(
        "--sizes", default="default", type=sizes_of, help="default, small, or numbers, with commas"
    )
    parser.add_argument("--iterations", default=30, type=positive, help="of each run (default %(default)s)")
    parser.add_argument(
        "--warm-up", default=10, type=positive, help="iterations before (default %(default)s)"
    )
    parser.add_argument("--rounds", default=3, type=positive, help="runs of each side (default %(default)s)")
    parser.add_argument(
        "--launches", default=10000, type=positive, help="of the launch benchmark (default %(default)s)"
    )
    parser.add_argument(
        "--block-size", default=256, type=positive, help="threads of a block (default %(default)s)"
    )
    parser.add_argument("--reinit", action="store_true", help="inputs come from the host in each iteration")
    parser.add_argument(
        "--cuda", type=Path, help="folder of the compiled CUDA C++ programs (else they are compiled)"
    )
    parser.add_argument(
        "--python", default=sys.executable, help="the Python with CuPy and Numba (default: this one)"
    )
    parser.add_argument("--grcuda", default=str(ROOT / "scripts" / "grcuda"), help="the grcuda command")
    parser.add_argument(
        "--timeout", default=600, type=positive, help="seconds of one run (default %(default)s)"
    )
    parser.add_argument("--output", type=Path, help="file for all results, as JSON")
    settings, others = parser.parse_known_args()
    unknown = [other for other in others if not other.startswith("--grcuda.")]
    if unknown:
        parser.error(f"unknown option {unknown[0]}")
    settings.options = others
    return settings


def names_of(known):
    def names(text):
        given = text.split(",")
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"unknown '{name}': there are {', '.join(known)}")
        return given

    return names


def sizes_of(text):
    return [size if size in ("default", "small") else positive(size) for size in text.split(",")]


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, given '{text}'")
    return int(text)


def run(command, timeout, **more):
    """The standard output of a command."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **more)
    except subprocess.TimeoutExpired:
        raise Failed(f"no end within {timeout} s") from None
    except OSError as error:
        raise Failed(str(error)) from None
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines() or [f"exit status {done.returncode}"]
        raise Failed(" / ".join(line.strip() for line in lines[-OUTPUT_LINES:]))
    return done.stdout


class CudaSide:
    """The programs of comparison/cuda."""

    def __init__(self, settings, synchronous):
        self.settings, self.execution = settings, "sync" if synchronous else "async"
        self.folder = settings.cuda or ROOT / ".build" / "comparison"

    def prepare(self):
        if not self.settings.cuda:
            try:
                run([HERE / "cuda" / "build.sh", self.folder], 1800)
            except Failed as failure:
                raise Missing(str(failure)) from None
        if not (self.folder / "vec").exists():
            raise Missing(f"there are no programs in {self.folder}")

    def program(self, entry, options):
        program = self.folder / entry["program"]
        return [program, *options, f"--tolerance={entry['tolerance']}", f"--execution={self.execution}"]

    def launch(self, options):
        return [self.folder / "launch", *options] if self.execution == "async" else None


class PythonSide:
    """The programs of comparison/python."""

    def __init__(self, settings, name):
        self.settings, self.name = settings, name

    def prepare(self):
        try:
            run([self.settings.python, "-c", f"import numpy, {self.name}"], 120)
        except Failed as failure:
            raise Missing(str(failure)) from None

    def program(self, entry, options):
        main = HERE / "python" / "main.py"
        return [self.settings.python, main, self.name, *options, f"--tolerance={entry['tolerance']}"]

    def launch(self, options):
        return [self.settings.python, HERE / "python" / "launch.py", self.name, *options]


class GrcudaSide:
    """The suite's programs, unchanged, and the launch programs of comparison/grcuda."""

    LAUNCH = {"java": "Launch.java", "js": "launch.mjs", "python": "launch.py"}

    def __init__(self, settings, host, synchronous=False):
        self.settings, self.host, self.synchronous = settings, host, synchronous
        self.options = settings.options + [
            option for option in self.defaults() if not self.is_given(option.partition("=")[0])
        ]

    def defaults(self):
        """The others run on one GPU, and must not be compared with another backend."""
        execution = ["--grcuda.ExecutionPolicy=sync"] if self.synchronous else []
        return ["--grcuda.Backend=cuda", "--grcuda.NumberOfGPUs=1", *execution]

    def is_given(self, name):
        return any(option.partition("=")[0] == name for option in self.settings.options)

    def prepare(self):
        if shutil.which(self.settings.grcuda) is None:
            raise Missing(f"there is no command {self.settings.grcuda}")
        try:
            run([self.settings.grcuda, "eval", *self.options, "cudaGetDeviceCount()"], 1800)
        except Failed as failure:
            raise Missing(str(failure)) from None

    def program(self, entry, options):
        named = [option for option in options if not option.startswith("--benchmark=")]
        name = [option.partition("=")[2] for option in options if option.startswith("--benchmark=")]
        command = self.settings.grcuda
        if self.host == "java":
            return [command, "bench", "program", *self.options, *name, *named, "--json"]
        file = {"js": "benchmarks-js/main.mjs", "python": "benchmarks-python/main.py"}[self.host]
        return [command, "run", *self.options, ROOT / file, *name, *named, "--json"]

    def launch(self, options):
        if self.synchronous:
            return None
        return [
            self.settings.grcuda,
            "run",
            *self.options,
            HERE / "grcuda" / self.LAUNCH[self.host],
            *options,
        ]


def side(name, settings):
    host, _, execution = name.partition("-")
    if host == "cuda":
        return CudaSide(settings, execution == "sync")
    if host in ("cupy", "numba"):
        return PythonSide(settings, host)
    return GrcudaSide(settings, host, execution == "sync")


def prepared(settings):
    """The sides that can run, by name; tells which cannot."""
    able, missing = {}, {}
    for name in settings.sides:
        made = side(name, settings)
        try:
            made.prepare()
            able[name] = made
        except Missing as reason:
            missing[name] = str(reason)
            print(f"{name} is left out: {reason}", file=sys.stderr)
    return able, missing


def sizes(settings, entry):
    return [{"default": entry["size"], "small": entry["small"]}.get(size, size) for size in settings.sizes]


def cells(settings, able, table):
    """Every result: benchmark, size and side, and what the runs printed."""
    found = {}
    for benchmark in settings.benchmarks:
        if benchmark == "launch":
            options = [f"--launches={settings.launches}"]
            commands = {name: side.launch(options) for name, side in able.items()}
            found["launch", settings.launches] = rounds(settings, "launch", commands)
            continue
        entry = table[benchmark]
        for size in sizes(settings, entry):
            options = [
                f"--benchmark={benchmark}",
                f"--size={size}",
                f"--iterations={settings.iterations}",
                f"--warm-up={settings.warm_up}",
                f"--block-size={settings.block_size}",
                f"--partitions={entry.get('partitions', 1)}",
            ]
            options += ["--reinit"] if settings.reinit else []
            commands = {name: side.program(entry, options) for name, side in able.items()}
            found[benchmark, size] = rounds(settings, f"{benchmark} {size}", commands)
    return found


def rounds(settings, what, commands):
    """What each side printed, or how it failed; sides take turns, in the other order each other round."""
    results = {name: [] for name, command in commands.items() if command}
    failures = {}
    for number in range(settings.rounds):
        for name in list(results)[:: 1 if number % 2 == 0 else -1]:
            if name in failures:
                continue
            print(f"{what}, {name}, round {number + 1} of {settings.rounds}", file=sys.stderr)
            try:
                output = run([str(part) for part in commands[name]], settings.timeout)
                results[name].append(json.loads(output.strip().splitlines()[-1]))
            except Failed as failure:
                failures[name] = str(failure)
            except (ValueError, IndexError):
                failures[name] = "its output is no result"
    return {
        name: {"failure": failures[name]} if name in failures else {"runs": runs}
        for name, runs in results.items()
    }


def milliseconds(cell):
    return 1e3 * statistics.median(second for run in cell["runs"] for second in run["seconds"])


def is_wrong(cell):
    return "failure" in cell or any(run.get("valid") is False for run in cell["runs"])


def print_table(title, unit, rows, sides, value):
    """Sides as columns: the value, and how many times that of the first side that has one it is."""
    print(f"\n{title}, {unit}")
    print(f"{'':<20}" + "".join(f"{name:>20}" for name in sides))
    for label, row in rows:
        base = next((value(row[name]) for name in sides if name in row and not is_wrong(row[name])), None)
        texts = []
        for name in sides:
            if name not in row:
                texts.append("-")
            elif is_wrong(row[name]):
                texts.append("failed" if "failure" in row[name] else "NOT VALID")
            else:
                texts.append(f"{value(row[name]):.3f} ({value(row[name]) / base:5.2f} x)")
        print(f"{label:<20}" + "".join(f"{text:>20}" for text in texts))


def report(settings, found, missing):
    sides = [name for name in settings.sides if name not in missing]
    programs = [(f"{name} {size:,}", row) for (name, size), row in found.items() if name != "launch"]
    if programs:
        print_table("one iteration", "ms, median", programs, sides, milliseconds)
    for (name, launches), row in found.items():
        if name == "launch":
            rows = [
                (f"{count} arguments, {end}", pick(row, count, end))
                for count in ("none", "four")
                for end in ("submit", "done")
            ]
            print_table(f"a launch, of {launches:,}", "µs, median", rows, sides, lambda cell: cell["micros"])
    for (name, size), row in found.items():
        for host, cell in row.items():
            if "failure" in cell:
                print(f"{name} {size}, {host}: failed: {cell['failure']}")
    for name, reason in missing.items():
        print(f"{name}: not there: {reason}")


def pick(row, count, end):
    def micros(cell):
        return (
            cell
            if "failure" in cell
            else {
                "runs": [],
                "micros": statistics.median(run["nanos"][count][end] for run in cell["runs"]) / 1e3,
            }
        )

    return {name: micros(cell) for name, cell in row.items()}


def machine():
    """What the figures were measured on."""
    try:
        query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
        gpus = run(query, 60).strip().splitlines()
    except Failed as failure:
        gpus = [f"not known: {failure}"]
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "gpus": gpus,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "system": platform.platform(),
    }


def main():
    settings = arguments()
    with open(ROOT / "kernels" / "suite" / "suite.json") as file:
        table = json.load(file)["benchmarks"]
    described = machine()
    print(", ".join(f"{key}: {value}" for key, value in described.items()))
    able, missing = prepared(settings)
    found = cells(settings, able, table)
    report(settings, found, missing)
    if settings.output:
        results = [{"benchmark": name, "size": size, "sides": row} for (name, size), row in found.items()]
        settings.output.write_text(json.dumps({"machine": described, "missing": missing, "results": results}))
    wrong = any(is_wrong(cell) for row in found.values() for cell in row.values())
    return 1 if wrong or not able else 0


if __name__ == "__main__":
    sys.exit(main())
