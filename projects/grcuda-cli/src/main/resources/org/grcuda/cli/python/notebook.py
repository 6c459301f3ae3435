"""Runs notebooks (nbformat 4): the code cells in order, in one module."""

import ast
import json
import subprocess
import sys
import time

from grcuda._interactive import remember, show, start

import __main__

# Magics that set up the display or the editor: nothing is to be done here.
IGNORED = ("autoreload", "config", "load_ext", "matplotlib")


def run(path):
    """Runs the cells of the notebook at `path`, each a file of its own for tracebacks."""
    start()
    __main__.__dict__["_run_line"] = run_line
    for number, text in enumerate(code_cells(path), 1):
        name = f"{path}, cell {number}"
        remember(name, text)
        try:
            run_timed(name, text)
        except SystemExit:
            raise
        except BaseException as e:
            show(e)
            raise SystemExit(1)


def run_timed(name, text):
    """Runs a cell; says how long it took, if it begins with %%time."""
    started = time.perf_counter()
    is_timed = text.startswith("%%time\n")
    run_cell(name, text.replace("%%time", "", 1) if is_timed else text)
    if is_timed:
        print_time(started)


def code_cells(path):
    with open(path, encoding="utf-8") as file:
        try:
            notebook = json.load(file)
        except ValueError as e:
            raise SystemExit(f"{path}: not a notebook: {e}\n")
    if not isinstance(notebook, dict) or notebook.get("nbformat") != 4:
        raise SystemExit(f"{path}: not a notebook of format 4\n")
    language = notebook.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise SystemExit(f"{path}: a notebook in {language}: only those in Python can be run\n")
    cells = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [text if isinstance(text, str) else "".join(text) for text in cells]


def run_cell(name, text):
    """Runs a cell, and displays the value of its last line, if it is an expression without a semicolon."""
    tree = parse(name, text)
    last = tree.body[-1:] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
    if last and text.rstrip().endswith(";"):
        last = []
    body = tree.body[: len(tree.body) - len(last)]
    exec(compile(ast.Module(body, []), name, "exec"), __main__.__dict__)
    for expression in last:
        exec(compile(ast.Interactive([expression]), name, "single"), __main__.__dict__)


def parse(name, text):
    """The cell's syntax tree, its magics and shell commands replaced: what is Python as it stands has none."""
    lines = text.split("\n")
    while True:
        try:
            return ast.parse("\n".join(lines), name)
        except SyntaxError as e:
            k = (e.lineno or 1) - 1
            line = lines[k].strip() if k < len(lines) else ""
            if not line.startswith(("%", "!")):
                raise
            indent = lines[k][: len(lines[k]) - len(lines[k].lstrip())]
            lines[k] = indent + replacement(line, name, k + 1)


def replacement(line, name, number):
    magic, _, rest = line[1:].partition(" ")
    if line.startswith("%") and magic in IGNORED:
        return "pass"
    if line.startswith("!") or magic == "time":
        return f"_run_line({line!r})"
    raise SystemExit(f"{name}, line {number}: the magic '{line.split()[0]}' is not supported\n")


def run_line(line):
    """Runs `%time STATEMENT` or `!COMMAND`."""
    if line.startswith("!"):
        sys.stdout.flush()
        status = subprocess.run(line[1:], shell=True).returncode
        if status != 0:
            print(f"'{line[1:]}' ended with exit status {status}", file=sys.stderr)
        return
    started = time.perf_counter()
    run_cell("<%time>", line.partition(" ")[2])
    print_time(started)


def print_time(started):
    print(f"Wall time: {(time.perf_counter() - started) * 1e3:.3g} ms")
