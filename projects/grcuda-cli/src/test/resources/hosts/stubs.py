# The declarations in __init__.pyi against the package: the same names, parameters and defaults.
import ast
import inspect
import sys

import grcuda

with open(sys.argv[1]) as file:
    stub = ast.parse(file.read())


def parameters(function):
    a = function.args
    names = [each.arg for each in a.posonlyargs + a.args]
    names += ["*" + a.vararg.arg] if a.vararg else []
    names += [each.arg for each in a.kwonlyargs]
    return names + ["**" + a.kwarg.arg] if a.kwarg else names


def package_parameters(function):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(p.kind, "") + p.name for p in inspect.signature(function).parameters.values()]


def check_class(declared, python):
    for member in declared.body:
        if isinstance(member, ast.FunctionDef):
            there = getattr(python, member.name, None)
            if there is None:
                # A member of the object itself, which the class need not have.
                there = getattr(instances[declared.name], member.name)
            elif inspect.isfunction(there) and there.__code__.co_varnames[1:2] != ("arguments",):
                if parameters(member) != package_parameters(there):
                    print(declared.name, member.name, parameters(member), package_parameters(there))


kernel = grcuda.kernel("__global__ void f(int *x) {}", "f")
router = grcuda.Router("int", "direct", grcuda.host, grcuda.devices())
sender, receiver = router.sender(), router.receiver(grcuda.devices()[0])
delivery = sender.send(grcuda.zeros(1, "int"))
instances = {"DeviceArray": grcuda.zeros(1, "c8"), "Kernel": kernel, "ConfiguredKernel": kernel(1, 1),
             "Device": grcuda.devices()[0], "Endpoint": grcuda.host, "Router": router, "Sender": sender,
             "Receiver": receiver, "Segment": receiver.receive(), "OutputSegment": sender.buffer(), "Delivery": delivery,
             "Texture": grcuda.Texture(grcuda.zeros(1, "f4")), "Surface": grcuda.Surface(grcuda.zeros(1, "f4"))}
declared = set()
for node in stub.body:
    if isinstance(node, ast.FunctionDef) and node.name != "__getattr__":
        declared.add(node.name)
        if parameters(node) != package_parameters(getattr(grcuda, node.name)):
            print(node.name, parameters(node), package_parameters(getattr(grcuda, node.name)))
    elif isinstance(node, ast.ClassDef):
        declared.add(node.name)
        check_class(node, getattr(grcuda, node.name))
    elif isinstance(node, ast.AnnAssign):
        declared.add(node.target.id)
        getattr(grcuda, node.target.id)
    elif isinstance(node, ast.Assign) and node.targets[0].id in grcuda.__all__:
        declared.add(node.targets[0].id)
print("missing in __all__ of what is declared:", sorted(set(grcuda.__all__) - declared))
members = {name for name in vars(grcuda.DeviceArray) if not name.startswith("_")}
members -= {"append", "extend", "insert", "pop", "remove", "clear"}  # refused
stubbed = next(n for n in stub.body if isinstance(n, ast.ClassDef) and n.name == "DeviceArray")
print("array members not declared:", sorted(members - {each.name for each in stubbed.body}))
