# Run by the command before a program: makes grcuda importable. Nothing of it is parsed before a program
# asks for it, by import or by evaluating grcuda code; that also registers the Python classes of grcuda's objects.
def bootstrap(read, code):
    import _thread
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
                package._objects = load("grcuda._objects", "grcuda/_objects.py")

    def first_eval(*arguments, **keywords):
        if "grcuda" in arguments or "grcuda" in keywords.values():
            load_objects()
        return evaluate(*arguments, **keywords)

    def first_attribute(name):
        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module 'grcuda' has no attribute '{name}'")
        with lock:
            if package.__getattr__ is first_attribute:
                load_objects()
                run("grcuda/__init__.py", package)
        return getattr(package, name)

    package = sys.modules["grcuda"] = make("grcuda")
    package.__path__ = []
    package.__file__ = "grcuda/__init__.py"
    package.__getattr__ = first_attribute
    polyglot.eval = first_eval


bootstrap
