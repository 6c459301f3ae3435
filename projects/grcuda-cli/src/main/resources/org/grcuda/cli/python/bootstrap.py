# Run by the command before a program: makes grcuda importable. Nothing of it is parsed before a program
# asks for it, by import or by evaluating grcuda code; that also registers the Python classes of grcuda's objects.
# Adds what the site module gives to builtins, and what the end of a program needs. Returns what the command calls.
def bootstrap(read, code):
    import _io
    import _signal
    import _thread
    import builtins
    import polyglot
    import sys

    make = type(sys)
    lock = _thread.RLock()
    evaluate = polyglot.eval

    def run(path, module):
        compiled = code(path)
        if compiled is None:
            loaded = compile(read(path), path, "exec")
        else:
            import marshal

            loaded = marshal.loads(compiled.encode("latin-1"))
        exec(loaded, module.__dict__)

    def load(name, path):
        module = sys.modules[name] = make(name)
        module.__file__ = path
        module.__package__ = "grcuda"
        run(path, module)
        return module

    def load_objects():
        with lock:
            if polyglot.eval is first_eval:
                polyglot.eval = evaluate
                for name in ("_errors", "_arrays", "_objects"):
                    setattr(package, name, load(f"grcuda.{name}", f"grcuda/{name}.py"))

    def first_eval(*arguments, **keywords):
        if "grcuda" in arguments or "grcuda" in keywords.values():
            load_objects()
        return evaluate(*arguments, **keywords)

    def load_package():
        with lock:
            if package.__getattr__ is first_attribute:
                del package.__dir__
                load_objects()
                run("grcuda/__init__.py", package)

    def first_attribute(name):
        if name.startswith("__") and name not in ("__all__", "__version__"):
            raise AttributeError(f"module 'grcuda' has no attribute '{name}'")
        load_package()
        return getattr(package, name)

    def first_names():
        load_package()
        return dir(package)

    class Finder:
        """Asked when no other knows a module: the rest of the package, and what stands in for distutils and NumPy."""

        def find_spec(self, name, path=None, target=None):
            top = name.partition(".")[0]
            if top not in ("grcuda", "numpy", "distutils"):
                return None
            base = ("" if top == "grcuda" else "grcuda/compat/") + name.replace(".", "/")
            for file in (base + ".py", base + "/__init__.py"):
                if read(file) is not None:
                    from _frozen_importlib import ModuleSpec

                    return ModuleSpec(name, self, origin=file, is_package=file.endswith("/__init__.py"))

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            module.__file__ = module.__spec__.origin
            run(module.__file__, module)

    package = sys.modules["grcuda"] = make("grcuda")
    package.__path__ = []
    package.__file__ = "grcuda/__init__.py"
    package.__getattr__ = first_attribute
    package.__dir__ = first_names
    polyglot.eval = first_eval
    sys.meta_path.append(Finder())

    # Files: open_files.py keeps those that are open for writing. It is read when there may be one.

    open_native = _io.open
    deferred = {name: getattr(_io, name) for name in ("TextIOWrapper", "BufferedWriter", "BufferedRandom", "_IOBase")}
    files = None

    def open_files():
        nonlocal files
        with lock:
            if files is None:
                for name, native in deferred.items():
                    setattr(_io, name, native)
                files = make("open_files")
                run("open_files.py", files)
                for name, native in deferred.items():
                    setattr(_io, name, files.kept_class(native))
        return files

    def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
        stream = open_native(file, mode, buffering, encoding, errors, newline, closefd, opener)
        return open_files().keep(stream) if stream.writable() else stream

    def deferred_class(name):
        if name not in deferred:
            raise AttributeError(f"module '_io' has no attribute '{name}'")
        open_files()
        return getattr(_io, name)

    open.__module__ = "_io"
    builtins.open = _io.open = open
    if "io" not in sys.modules:
        for name in deferred:
            delattr(_io, name)
        _io.__getattr__ = deferred_class

    # The end of the program.

    def terminate(number, frame):
        _signal.signal(number, _signal.SIG_DFL)
        raise SystemExit(128 + number)

    def finish(status):
        """Ends the program that asked for the exit status `status`; returns the one it gets. Devices still work."""
        interrupted = isinstance(getattr(sys, "last_value", None), KeyboardInterrupt)
        try:
            if "threading" in sys.modules:
                sys.modules["threading"]._shutdown()
        except BaseException as e:
            interrupted = interrupted or isinstance(e, KeyboardInterrupt)
            sys.excepthook(type(e), e, e.__traceback__)
        if "atexit" in sys.modules:
            try:
                sys.modules["atexit"]._run_exitfuncs()
            except BaseException as e:  # it has been printed
                interrupted = interrupted or isinstance(e, KeyboardInterrupt)
        is_written = files is None or files.write_all()
        if interrupted and status == 1:
            return 130
        return status if is_written or status != 0 else 120

    _signal.signal(_signal.SIGTERM, terminate)

    # What the site module, which takes long to import, adds for users.

    def exit(code=None):
        raise SystemExit(code)

    def quit(code=None):
        raise SystemExit(code)

    def help(*arguments, **keywords):
        """Shows the documentation of an object, or of a name; without one, asks for names."""
        import pydoc

        pydoc.pager = pydoc.plainpager
        return pydoc.help(*arguments, **keywords)

    def copyright():
        print(sys.copyright)

    for function in (exit, quit, help, copyright):
        if not hasattr(builtins, function.__name__):
            setattr(builtins, function.__name__, function)
    session = make("session")
    session.finish = finish
    session.load = load
    return session


bootstrap
