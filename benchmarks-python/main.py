"""Runs one benchmark of the suite and prints what it took.

    scripts/grcuda run [--grcuda.OPTION=VALUE ...] benchmarks-python/main.py BENCHMARK [--OPTION=VALUE ...]
"""

import sys

import suite

try:
    print(suite.run(sys.argv[1:]))
except suite.UsageError as error:
    sys.exit(f"main.py: {error}")
