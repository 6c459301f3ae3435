"""What the benchmarks need of CuPy and of Numba: memory, streams, events, launches."""

from os.path import dirname, join

import numpy as np

KERNELS = join(dirname(__file__), "..", "..", "kernels")


class CupySide:
    """CuPy, with the kernels of the suite, compiled by NVRTC."""

    name = "cupy"

    def __init__(self):
        import cupy

        self.cupy = cupy
        self.modules = {}

    def version(self):
        return f"CuPy {self.cupy.__version__}"

    def kernel(self, source, name):
        """The kernel of a file below kernels/."""
        if source not in self.modules:
            with open(join(KERNELS, source)) as file:
                self.modules[source] = self.cupy.RawModule(code=file.read())
        return self.modules[source].get_function(name)

    def configured(self, kernel, grid, block, stream, shared):
        def launch(*arguments):
            with stream:
                kernel(grid, block, arguments, shared_mem=shared)

        return launch

    def array(self, dtype, length):
        return self.cupy.empty(length, dtype)

    def pinned(self, dtype, length):
        memory = self.cupy.cuda.alloc_pinned_memory(int(np.dtype(dtype).itemsize * length))
        return np.frombuffer(memory, dtype, length)

    def stream(self):
        return self.cupy.cuda.Stream(non_blocking=True)

    def event(self):
        return self.cupy.cuda.Event(disable_timing=True)

    def wait(self, stream, event):
        stream.wait_event(event)

    def upload(self, stream, device, host):
        device.set(host, stream=stream)

    def download(self, stream, host, device):
        device.get(stream=stream, out=host, blocking=False)

    def to_host(self, device):
        return device.get()

    def set(self, device, host):
        device.set(np.broadcast_to(np.asarray(host, device.dtype), device.shape).copy())

    def synchronize(self):
        self.cupy.cuda.runtime.deviceSynchronize()


class NumbaSide:
    """Numba, with the same kernels in Python (numba_kernels.py)."""

    name = "numba"

    def __init__(self):
        import numba.cuda

        import numba_kernels

        self.cuda, self.kernels = numba.cuda, numba_kernels
        self.simulated = numba.config.ENABLE_CUDASIM

    def version(self):
        import numba

        return f"Numba {numba.__version__}"

    def kernel(self, source, name):
        return getattr(self.kernels, name)

    def configured(self, kernel, grid, block, stream, shared):
        if self.simulated:  # which remembers only the last configuration of a kernel
            return lambda *arguments: kernel[grid, block, stream, shared](*arguments)
        return kernel[grid, block, stream, shared]

    def array(self, dtype, length):
        return self.cuda.device_array(length, dtype)

    def pinned(self, dtype, length):
        return self.cuda.pinned_array(length, dtype)

    def stream(self):
        return self.cuda.stream()

    def event(self):
        return self.cuda.event() if self.simulated else self.cuda.event(timing=False)

    def wait(self, stream, event):
        event.wait(stream)

    def upload(self, stream, device, host):
        device.copy_to_device(host, stream=stream)

    def download(self, stream, host, device):
        device.copy_to_host(host, stream=stream)

    def to_host(self, device):
        return device.copy_to_host()

    def set(self, device, host):
        device.copy_to_device(np.broadcast_to(np.asarray(host, device.dtype), device.shape).copy())

    def synchronize(self):
        self.cuda.synchronize()


SIDES = {"cupy": CupySide, "numba": NumbaSide}
