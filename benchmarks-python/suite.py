"""The suite in Python: command line, measurement, report. What is measured is in the benchmarks' own
files; names, sizes and kernels are in kernels/suite/suite.json, for all languages.
"""

import json
from os.path import dirname, join

import polyglot

KERNELS = join(dirname(__file__), "..", "kernels")

OPTIONS = {
    "size": None,
    "iterations": 30,
    "warm-up": 3,
    "partitions": None,
    "block-size": 256,
    "block-size-2d": 16,
    "blocks": 0,
    "density": 100,
    "reinit": False,
    "validate": True,
    "data": "full",
    "json": False,
}


class UsageError(Exception):
    pass


def run(arguments):
    """Runs the benchmark of a command line; returns the report."""
    with open(join(KERNELS, "suite", "suite.json")) as file:
        table = json.load(file)
    name, settings = parse(table, arguments)
    entry = table["benchmarks"][name]
    cu = polyglot.eval(language="grcuda", string="CU")
    module = __import__(entry["program"].replace("-", "_"))
    benchmark = module.Program(cu, table["kernels"], settings)
    result = {"benchmark": name, "host": "python", "settings": settings}
    result.update(measure(cu, benchmark, entry["tolerance"]))
    return json.dumps(result) if settings["json"] else report(result)


def parse(table, arguments):
    names = ", ".join(table["benchmarks"])
    if not arguments:
        raise UsageError(f"expected the name of a benchmark: {names}")
    name, *rest = arguments
    if name not in table["benchmarks"]:
        raise UsageError(f"unknown benchmark '{name}': there are {names}")
    entry = table["benchmarks"][name]
    settings = dict(OPTIONS, size=entry["size"], partitions=entry.get("partitions", 1))
    for argument in rest:
        option, _, value = argument.partition("=")
        key = option[2:]
        if not option.startswith("--") or key not in OPTIONS:
            known = ", ".join("--" + known for known in OPTIONS)
            raise UsageError(f"unknown option '{option}': there are {known}")
        settings[key] = parsed(key, value)
    if settings["iterations"] < 1 or settings["size"] < 1:
        raise UsageError("--size, --iterations: expected a whole number from 1")
    if not 1 <= settings["density"] <= 100:
        raise UsageError(f"--density: expected a whole number from 1 to 100, given '{settings['density']}'")
    check_partitions(name, entry, settings)
    return name, settings


def parsed(key, value):
    if key in ("reinit", "validate", "json"):
        if value not in ("", "true", "false"):
            raise UsageError(f"--{key}: expected true or false, given '{value}'")
        return value != "false"
    if key == "data":
        if value not in ("full", "touch"):
            raise UsageError(f"--data: expected full or touch, given '{value}'")
        return value
    if not value.isdigit():
        raise UsageError(f"--{key}: expected a whole number, given '{value}'")
    return int(value)


def check_partitions(name, entry, settings):
    partitions, size = settings["partitions"], settings["size"]
    most = size if "partitions" in entry else 1
    if not 1 <= partitions <= most:
        raise UsageError(
            f"--partitions: {name} of size {size} has 1 to {most} partitions, given '{partitions}'"
        )


def measure(cu, benchmark, tolerance):
    """Runs the iterations. A time is from the first launch to the result on the host."""
    settings = benchmark.settings
    benchmark.allocate()
    seconds, error, value = [], 0.0, None
    validate = settings["validate"] and settings["data"] == "full"
    expected = None
    for iteration in range(settings["warm-up"] + settings["iterations"]):
        if iteration == 0 or settings["reinit"]:
            benchmark.write_inputs()
        benchmark.reset()
        cu.cudaDeviceSynchronize()
        start = cu.nanotime()
        value = benchmark.run()
        seconds.append((cu.nanotime() - start) / 1e9)
        if validate:
            expected = benchmark.expected() if expected is None else expected
            error = max(error, difference(expected, benchmark.outputs()))
    return {
        "devices": cu.cudaGetDeviceCount(),
        "policy": cu.getoptions()["grcuda.DeviceSelectionPolicy"],
        "execution": cu.getoptions()["grcuda.ExecutionPolicy"],
        "seconds": seconds[settings["warm-up"] :],
        "warmUpSeconds": seconds[: settings["warm-up"]],
        "result": value if value == value else None,
        "error": error if validate and error < float("inf") else None,
        "valid": error <= tolerance if validate else None,
    }


def difference(expected, actual):
    """The largest difference, relative for values above 1; infinite where one is no number."""
    if len(expected) != len(actual):
        raise ValueError(f"{len(actual)} values, expected {len(expected)}")
    largest = 0.0
    for e, a in zip(expected, actual):
        error = abs(a - e) / max(1.0, abs(e))
        if not error <= largest:
            largest = error if error == error else float("inf")
    return largest


def report(result):
    seconds = sorted(result["seconds"])
    settings = result["settings"]
    valid = {True: "valid", False: "NOT VALID", None: "not validated"}[result["valid"]]
    return (
        f"{result['benchmark']} in python, size {settings['size']:,}, "
        f"{settings['partitions']} partitions, {result['devices']} devices, {result['execution']}, "
        f"{result['policy']}: "
        f"{1000 * seconds[len(seconds) // 2]:.3f} ms (median of {len(seconds)}), {valid}"
    )


class Benchmark:
    """A benchmark: allocate() makes its arrays, run() is what is timed and returns a number that waits
    for the results, outputs() are these on the host, expected() what the host computes by itself.
    """

    def __init__(self, cu, kernels, settings):
        self.cu = cu
        self.kernels = kernels
        self.settings = settings
        self.size = settings["size"]
        self.partitions = settings["partitions"]
        self.inputs = []
        # A host function that writes no byte: the host holds the array afterwards, whatever is in it.
        self.write_nothing = cu.bind("libc.so.6", "bzero(s: out pointer void, n: uint64): void")
        self.host = {}

    def kernel(self, name):
        entry = self.kernels[name]
        with open(join(KERNELS, entry["source"])) as source:
            kernel = self.cu.buildkernel(source.read(), entry["signature"])
        kernel.cost = entry["cost"]  # for simulated devices
        return kernel

    def array(self, element, length):
        return self.cu.DeviceArray(element, length)

    def input(self, name, element, length, values):
        """An array that the host writes before the first iteration; values() makes its contents."""
        array = self.array(element, length)
        self.inputs.append((name, array, values))
        return array

    def write_inputs(self):
        for name, array, values in self.inputs:
            if self.settings["data"] == "touch":
                self.write_nothing(array, 0)
            else:
                if name not in self.host:
                    self.host[name] = values()
                array.copyFrom(self.host[name])

    def reset(self):
        """Sets what an iteration adds to; not timed."""

    def parts(self):
        """Where partitions begin and end."""
        n, p = self.size, self.partitions
        return [(i * n // p, (i + 1) * n // p) for i in range(p)]

    def grid(self, threads):
        """Blocks and threads of a block, for a launch of one dimension."""
        block = self.settings["block-size"]
        return self.settings["blocks"] or -(-threads // block), block

    def grid_2d(self, columns, rows):
        block = self.settings["block-size-2d"]
        return [-(-columns // block), -(-rows // block)], [block, block]
