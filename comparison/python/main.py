"""Runs one benchmark on CuPy or Numba, and prints the result as one line of JSON.

python3 comparison/python/main.py cupy|numba --benchmark=NAME --size=N [--OPTION=VALUE ...]
"""

import importlib
import sys

from sides import SIDES
from suite import UsageError, parse, run

PROGRAMS = {"vec", "bs", "ml", "hits", "images", "cg", "mul"}


def main(arguments):
    if not arguments or arguments[0] not in SIDES:
        raise UsageError(f"expected {' or '.join(SIDES)}")
    name, tolerance, synchronous, settings = parse(arguments[1:])
    program = (name or "").removesuffix("-multi")
    if program not in PROGRAMS:
        raise UsageError(f"--benchmark: there are {', '.join(sorted(PROGRAMS))}, and some with -multi")
    made = importlib.import_module(program).Program
    return run(SIDES[arguments[0]](), made, name, tolerance, synchronous, settings)


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except UsageError as error:
        sys.exit(f"main.py: {error}")
