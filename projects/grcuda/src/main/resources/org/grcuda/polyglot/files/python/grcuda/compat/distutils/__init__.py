"""A stand-in for distutils, which Python 3.12 no longer has: distutils.util.strtobool, and nothing else."""
