# The stand-in for NumPy, as programs written for GrCUDA use it. NumPy itself prints the same.
import numpy as np


def plain(value):
    """Without NumPy's classes of numbers, and with 15 digits."""
    if isinstance(value, (list, tuple)):
        return type(value)(plain(each) for each in value)
    if hasattr(value, "tolist"):
        return f"{plain(value.tolist())} {value.dtype}" if getattr(value, "shape", ()) else plain(value.tolist())
    return float(f"{value:.15g}") if isinstance(value, float) else value


def show(*expressions):
    for expression in expressions:
        try:
            print(expression, "->", plain(eval(expression)))
        except Exception as e:
            print(expression, "->", type(e).__name__)


a = np.array([[1., 2., 3.], [4., 5., 6.]])
i = np.array([3, 1, 2])
f = np.linspace(1, 3, 3).astype(np.float32)
b = a[1]
b[0] = 40
a[:, 1] = [7, 8]
a[0] += 1
show("a", "a.T", "a[::-1]", "a[:, ::2]", "a[..., 0]", "a[:, None].shape", "a[a > 5]", "i[[2, 0]]", "len(a)", "a[5]")
show("a.sum(axis=0)", "np.mean(a)", "np.std(a, axis=1)", "np.amax(a)", "np.argmax(a, axis=1)", "np.min(a), np.max(a)",
     "np.median([3, 1, 2, 10])", "(a > 5).any(), (a > 5).all()", "np.sum(1 / np.linspace(1, 5, 5))", "np.max(np.array([1, np.nan, 2]))")
show("a @ i", "a.dot(a.T)", "np.dot([1, 2], [3, 4])", "a.reshape(3, 2)", "a.T.reshape(6)", "a.flatten()", "np.atleast_2d(i).T + i")
show("i / 2", "i // 2", "i ** 2", "2 ** i", "i % 2", "7 % i", "-i", "f / 3", "f + i", "f * 2.5", "i + 1.5", "i == 3",
     "np.array([True, False]) + 1", "np.array([1, 0]) / 0", "a + np.zeros(7)", "1 / np.linspace(1, 4, 4)")
show("np.exp(i)", "np.exp(1000)", "np.log(np.zeros(2))", "np.sqrt(f)", "np.abs(-a)", "np.absolute(-2.5)", "np.maximum(a, 5)", "np.ceil(2.5)",
     "np.isnan(np.nan)", "np.allclose(a, a + 1e-9)", "np.float64(1.0) / (1.0 + 0.23 * np.abs(np.array([-1., 2.])))")
show("np.int32(3.7)", "np.float32(0.1)", "np.zeros((2, 3), dtype=np.int32)", "np.arange(3)", "np.arange(0, 1, 0.25)", "np.full((2, 2), 7)",
     "np.array([1, 2.5])", "np.array([300, -1]).astype(np.uint8)", "np.array([1.9, -1.9]).astype(int)", "np.arange(4).dtype == 'int64'",
     "np.shape([[1, 2]])", "np.array([[1], [2, 3]])", "[float(x) for x in f]", "np.nan != np.nan", "np.pi")
m = np.array([[1., 5.], [7., 2.]])
k = m > 3
m[k] = 0
m[~k] += 1
v = np.arange(4)
v[[0, 2]] = [7, 8]
show("m", "v", "k & (m < 1)", "k | True", "~np.array([1, 2])", "m * ~k + (1 - m) * k")
np.random.seed(1)
r = np.random.random_sample((100, 3)).astype(dtype=np.float32)
show("r.shape, str(r.dtype), bool((r < 1).all() and (r >= 0).all()), len(set(r.flatten().tolist())) > 200",
     "all(2 <= x < 5 for x in np.random.randint(2, 5, 100))", "0 <= np.random.random() < 1", "np.random.rand(2, 3).shape")
