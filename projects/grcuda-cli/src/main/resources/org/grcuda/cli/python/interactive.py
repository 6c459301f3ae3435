"""What notebooks and the interactive command share: code that has no file, and its errors."""

import builtins
import sys

import __main__

texts = {}


def start():
    """Makes the module of the program ready to run code in."""
    __main__.__dict__["__builtins__"] = builtins


def remember(name, text):
    """Lets tracebacks show the lines of `text`, which is compiled under `name`."""
    texts[name] = text


def show(error):
    """Prints an exception that was not caught, from the first frame on whose code is remembered."""
    import linecache
    import traceback

    for name, text in texts.items():
        linecache.cache[name] = (len(text), None, [line + "\n" for line in text.split("\n")], name)
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename not in texts:
        frames = frames.tb_next
    sys.last_exc = sys.last_value = error
    sys.last_type, sys.last_traceback = type(error), frames
    error.__traceback__ = frames
    sys.stdout.flush()
    if sys.excepthook is sys.__excepthook__:  # which would not show code that has no file
        traceback.print_exception(error)
    else:
        sys.excepthook(type(error), error, frames)
