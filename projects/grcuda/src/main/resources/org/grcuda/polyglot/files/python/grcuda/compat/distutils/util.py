"""What is left of distutils.util: strtobool."""

_TRUE = ("y", "yes", "t", "true", "on", "1")
_FALSE = ("n", "no", "f", "false", "off", "0")


def strtobool(val):
    """1 for yes, y, true, t, on and 1, and 0 for no, n, false, f, off and 0, in capitals too; else a ValueError."""
    word = val.lower()
    if word not in _TRUE + _FALSE:
        raise ValueError(f"invalid truth value {word!r}: expected one of {', '.join(_TRUE + _FALSE)}")
    return int(word in _TRUE)
