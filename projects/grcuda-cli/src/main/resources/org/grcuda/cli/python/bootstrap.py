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
                for name in ("_errors", "_arrays", "_objects"):
                    setattr(package, name, load(f"grcuda.{name}", f"grcuda/{name}.py"))

    def first_eval(*arguments, **keywords):
        if "grcuda" in arguments or "grcuda" in keywords.values():
            load_objects()
        return evaluate(*arguments, **keywords)

    def first_attribute(name):
        if name.startswith("__") and name not in ("__all__", "__version__"):
            raise AttributeError(f"module 'grcuda' has no attribute '{name}'")
        with lock:
            if package.__getattr__ is first_attribute:
                load_objects()
                run("grcuda/__init__.py", package)
        return getattr(package, name)

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
    polyglot.eval = first_eval
    sys.meta_path.append(Finder())


bootstrap
