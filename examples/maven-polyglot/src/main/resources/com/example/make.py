import grcuda

grcuda.arange(1, 5, dtype=grcuda.float32)
