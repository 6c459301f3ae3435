# What the programs have in common.
from abc import ABC, abstractmethod

import polyglot
from java.lang import System


def timed(name):
    """Notes how long a method takes, as a phase."""
    def decorate(method):
        def call(self, *args, **kwargs):
            start = System.nanoTime()
            result = method(self, *args, **kwargs)
            self.phases.append({"name": name, "time_sec": (System.nanoTime() - start) / 1_000_000_000})
            return result
        return call
    return decorate


def array(kind, length):
    return polyglot.eval(language="grcuda", string=f"{kind}[{length}]")


def build(source, name, signature):
    return polyglot.eval(language="grcuda", string="buildkernel")(source, name, signature)


def difference(result, expected):
    """The largest difference of two rows of numbers, by their size."""
    assert len(result) == len(expected)
    return max(abs(float(a) - float(b)) / max(1, abs(float(b))) for a, b in zip(result, expected))


class Program(ABC):
    """A program: memory, its contents, the computation on the devices, and the same on the host."""

    def __init__(self, blocks, threads):
        self.blocks = blocks
        self.threads = threads
        self.phases = []

    @abstractmethod
    def alloc(self):
        pass

    @abstractmethod
    def init(self):
        pass

    def reset(self):
        pass

    @abstractmethod
    def execute(self):
        pass

    @abstractmethod
    def expected(self):
        pass

    def phase(self, name, kernel, *args):
        start = System.nanoTime()
        kernel(*args)
        self.phases.append({"name": name, "time_sec": (System.nanoTime() - start) / 1_000_000_000})
