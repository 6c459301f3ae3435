"""What the interactive command asks of Python: is an input complete, run it, complete a name."""

import _ast
import _signal
import codeop
import sys

from grcuda._interactive import remember, show
from grcuda._interactive import start as start_main

import __main__

HELP = "Type help() for interactive help, or help(object) for help about object."
ONLY_AST = 0x400  # ast.PyCF_ONLY_AST, without the module ast, which takes long to load

# What GraalPy says of text that may go on.
UNFINISHED = ("was never closed", "unterminated triple-quoted")

inputs = 0
interrupt = _signal.getsignal(_signal.SIGINT)
completer = None


def start():
    """Sets up the session; returns what the banner says of Python."""
    start_main()
    __main__.__dict__["grcuda"] = sys.modules["grcuda"]
    return "Python " + sys.version.split()[0]


def is_complete(text):
    """Whether `text` can be run: false if lines are missing."""
    try:
        if codeop.compile_command(text, "<stdin>", "single") is None:
            return False
    except SyntaxError as e:
        return not (text.endswith("\\") or any(unfinished in str(e) for unfinished in UNFINISHED))
    except (ValueError, OverflowError):
        return True
    # What has a body ends with an empty line.
    is_open = "\n" in text and text.rpartition("\n")[2].strip()
    return not (is_open and hasattr(compile(text, "<stdin>", "exec", ONLY_AST).body[-1], "body"))


def run(text):
    """Runs `text`, displays the values of expressions, prints what is raised; the exit status if that is the end."""
    global inputs, interrupt
    name = text.strip()
    if name not in __main__.__dict__:
        if name in ("exit", "quit"):
            return 0
        if name == "help":
            print(HELP)
            return None
    file = f"<python-input-{inputs}>"
    inputs += 1
    remember(file, text)
    try:
        # The editor of lines handles signals itself, and leaves the system's default.
        _signal.signal(_signal.SIGINT, interrupt)
        for code in compiled(text, file):
            exec(code, __main__.__dict__)
    except SystemExit as e:
        return exit_status(e.code)
    except BaseException as e:
        show(e)
    finally:
        interrupt = _signal.getsignal(_signal.SIGINT)
        sys.stdout.flush()
    return None


def exit_status(code):
    if code is None or isinstance(code, int):
        return (code or 0) & 255
    print(code, file=sys.stderr)
    return 1


def compiled(text, file):
    """The code of each statement: pasted text has many."""
    try:
        return [compile(text, file, "single")]
    except SyntaxError:
        pass  # if it is still an error below, it is raised there
    statements = compile(text, file, "exec", ONLY_AST).body
    return [compile(_ast.Interactive([statement]), file, "single") for statement in statements]


def complete(text):
    """What the name that `text` ends with may become: its beginning in `text`, then the candidates."""
    global completer
    if completer is None:
        import rlcompleter

        completer = rlcompleter.Completer(__main__.__dict__)
    end = len(text)
    while end > 0 and (text[end - 1].isalnum() or text[end - 1] in "._"):
        end -= 1
    start = text[end:]
    found = []
    while start and (name := completer.complete(start, len(found))) is not None:
        found.append(name)
    return [start, *dict.fromkeys(found)]
