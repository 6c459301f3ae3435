"""The suite on arrays of CuPy or Numba: command line, measurement, report, as in the other languages. The
benchmarks are in files of their own, written once: what differs is the side (sides.py), which has memory, streams
and launches. Kernels are those of kernels/suite for CuPy, and the same in Python for Numba (numba_kernels.py).
"""

import json
import time

import numpy as np

OPTIONS = {
    "size": 0,
    "iterations": 30,
    "warm-up": 3,
    "partitions": 1,
    "block-size": 256,
    "block-size-2d": 16,
    "blocks": 0,
    "reinit": False,
    "validate": True,
}


class UsageError(Exception):
    pass


def parse(arguments):
    """The benchmark, its tolerance, whether it is to be synchronous, and its settings."""
    settings = dict(OPTIONS)
    others = {"benchmark": None, "tolerance": 0.0, "execution": "async"}
    for argument in arguments:
        option, _, value = argument.partition("=")
        key = option[2:]
        if key in others:
            others[key] = float(value) if key == "tolerance" else value
        elif option.startswith("--") and key in settings:
            settings[key] = parsed(key, value)
        else:
            raise UsageError(f"unknown option '{option}'")
    if others["execution"] not in ("async", "sync"):
        raise UsageError("--execution: expected async or sync")
    if settings["iterations"] < 1 or not 1 <= settings["partitions"] <= settings["size"]:
        raise UsageError("expected --size=N, --iterations=N, --partitions=N from 1")
    return others["benchmark"], others["tolerance"], others["execution"] == "sync", settings


def parsed(key, value):
    if key in ("reinit", "validate"):
        if value not in ("", "true", "false"):
            raise UsageError(f"--{key}: expected true or false, given '{value}'")
        return value != "false"
    if not value.isdigit():
        raise UsageError(f"--{key}: expected a whole number, given '{value}'")
    return int(value)


def run(side, program, name, tolerance, synchronous, settings):
    """Runs a benchmark; returns the report as one line of JSON."""
    benchmark = program(Schedule(side, synchronous), settings)
    result = {"benchmark": name, "host": side.name, "settings": settings, "devices": 1}
    result.update(policy="by-hand", execution="sync" if synchronous else "async")
    result.update(measure(side, benchmark, tolerance))
    return json.dumps(result)


def measure(side, benchmark, tolerance):
    """Runs the iterations. A time is from the first launch to the result on the host."""
    settings = benchmark.settings
    benchmark.allocate()
    seconds, error, value, expected = [], 0.0, None, None
    for iteration in range(settings["warm-up"] + settings["iterations"]):
        if iteration == 0 or settings["reinit"]:
            benchmark.write_inputs()
        benchmark.reset()
        side.synchronize()
        start = time.perf_counter()
        value = benchmark.run()
        seconds.append(time.perf_counter() - start)
        benchmark.fresh = False
        side.synchronize()
        if settings["validate"]:
            expected = benchmark.expected() if expected is None else expected
            error = max(error, difference(expected, benchmark.outputs()))
    validated = settings["validate"]
    return {
        "seconds": seconds[settings["warm-up"] :],
        "warmUpSeconds": seconds[: settings["warm-up"]],
        "result": value if np.isfinite(value) else None,
        "error": error if validated and np.isfinite(error) else None,
        "valid": bool(error <= tolerance) if validated else None,
    }


def difference(expected, actual):
    """The largest difference, relative for values above 1; infinite where one is no number."""
    expected, actual = np.asarray(expected, np.float64), np.asarray(actual, np.float64)
    if expected.shape != actual.shape:
        raise ValueError(f"{actual.shape} values, expected {expected.shape}")
    error = float(np.max(np.abs(actual - expected) / np.maximum(1, np.abs(expected))))
    return error if error == error else float("inf")


class Schedule:
    """Streams by number, and events that order them; one stream and a wait after each launch if synchronous."""

    def __init__(self, side, synchronous):
        self.side, self.synchronous = side, synchronous
        self.streams = {}

    def stream(self, number):
        number = 0 if self.synchronous else number
        if number not in self.streams:
            self.streams[number] = self.side.stream()
        return self.streams[number]

    def launcher(self, kernel, grid, block, stream, shared=0):
        """What launches a kernel so; made before anything is timed."""
        launch = self.side.configured(kernel, grid, block, self.stream(stream), shared)
        return self.waiting(launch, self.stream(stream)) if self.synchronous else launch

    @staticmethod
    def waiting(launch, stream):
        def launch_and_wait(*arguments):
            launch(*arguments)
            stream.synchronize()

        return launch_and_wait

    def event(self):
        return self.side.event()

    def mark(self, stream, event):
        if not self.synchronous:
            event.record(self.stream(stream))

    def wait(self, stream, event):
        if not self.synchronous:
            self.side.wait(self.stream(stream), event)

    def upload(self, stream, device, host):
        self.side.upload(self.stream(stream), device, host)

    def download(self, stream, host, device):
        self.side.download(self.stream(stream), host, device)

    def synchronize(self, stream):
        self.stream(stream).synchronize()


class Benchmark:
    """A benchmark: allocate() makes its arrays and launchers, run() is what is timed and returns a number that
    waits for the results, outputs() are these on the host, expected() what the host computes by itself.
    """

    def __init__(self, schedule, settings):
        self.schedule, self.settings = schedule, settings
        self.size, self.partitions = settings["size"], settings["partitions"]
        self.inputs, self.host, self.fresh = [], {}, False
        n, p = self.size, self.partitions
        self.parts = [(i * n // p, (i + 1) * n // p) for i in range(p)]

    def array(self, dtype, length):
        return self.schedule.side.array(dtype, length)

    def pinned(self, dtype, length):
        return self.schedule.side.pinned(dtype, length)

    def input(self, name, dtype, length, values):
        """An array that the host writes before the first iteration; values() makes its contents."""
        self.host[name] = self.pinned(dtype, length)
        self.inputs.append((name, values))
        return self.array(dtype, length)

    def write_inputs(self):
        for name, values in self.inputs:
            self.host[name][:] = values()
        self.fresh = True

    def upload(self, stream, device, name, begin=0, end=None):
        """Brings a range of it to the device, if the host has written it since the last iteration."""
        if self.fresh:
            self.schedule.upload(stream, device[begin:end], self.host[name][begin:end])

    def reset(self):
        """Sets what an iteration adds to; not timed."""

    def launcher(self, kernel, threads, stream):
        """A launch of one dimension."""
        block = self.settings["block-size"]
        grid = self.settings["blocks"] or -(-threads // block)
        return self.schedule.launcher(kernel, (grid,), (block,), stream)

    def launcher_2d(self, kernel, columns, rows, stream, shared=0):
        block = self.settings["block-size-2d"]
        grid = (-(-columns // block), -(-rows // block))
        return self.schedule.launcher(kernel, grid, (block, block), stream, shared)

    def to_host(self, device):
        return self.schedule.side.to_host(device)

    def set(self, device, values):
        self.schedule.side.set(device, values)
