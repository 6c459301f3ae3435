"""The kernels of the suite in Numba: of kernels/suite and kernels/image.cu, thread for thread the same."""

from math import erfc, exp, log, sqrt

from numba import cuda, float32, int32

LARGEST_BLOCK = 1024


@cuda.jit(device=True)
def add_block(total, value):
    """Adds the values of a block's threads by halving, and what they amount to to total[0]."""
    partial = cuda.shared.array(LARGEST_BLOCK, float32)
    t = cuda.threadIdx.x
    partial[t] = value
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, partial[0])


# ---- suite/vector.cu ----


@cuda.jit
def square(x, y, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] = x[i] * x[i]


@cuda.jit
def sum_difference(x, y, total, n):
    value = float32(0)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        value += x[i] - y[i]
    add_block(total, value)


@cuda.jit
def add_up(x, total, n):
    value = float32(0)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        value += x[i]
    add_block(total, value)


@cuda.jit
def divide(x, divisor, y, n):
    by = divisor[0]
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] = x[i] / by


@cuda.jit
def gather(rows, columns, x, y, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        total = float32(0)
        for k in range(rows[i], rows[i + 1]):
            total += x[columns[k]]
        y[i] = total


# ---- suite/black_scholes.cu ----


@cuda.jit(device=True)
def normal_cdf(x):
    return 0.5 * erfc(-x * 0.70710678118654752440)


@cuda.jit
def black_scholes(spot, call, strike, rate, volatility, years, n):
    deviation = volatility * sqrt(years)
    discounted = strike * exp(-rate * years)
    drift = (rate + 0.5 * volatility * volatility) * years
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        d1 = (log(spot[i] / strike) + drift) / deviation
        call[i] = spot[i] * normal_cdf(d1) - discounted * normal_cdf(d1 - deviation)


# ---- suite/linear.cu ----


@cuda.jit
def dense_product(a, x, y, rows, columns):
    for i in range(cuda.grid(1), rows, cuda.gridsize(1)):
        total = float32(0)
        for j in range(columns):
            total += a[i * columns + j] * x[j]
        y[i] = total


@cuda.jit
def sparse_product(rows, columns, values, x, y, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        total = float32(0)
        for k in range(rows[i], rows[i + 1]):
            total += values[k] * x[columns[k]]
        y[i] = total


@cuda.jit
def dot(x, y, result, n):
    value = float32(0)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        value += x[i] * y[i]
    add_block(result, value)


@cuda.jit
def step_along(y, x, numerator, denominator, sign, n):
    factor = sign * numerator[0] / denominator[0]
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] += factor * x[i]


@cuda.jit
def next_direction(p, r, numerator, denominator, n):
    factor = numerator[0] / denominator[0]
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        p[i] = r[i] + factor * p[i]


# ---- suite/ensemble.cu ----


@cuda.jit
def linear_scores(x, weights, scores, n, features, classes):
    for i in range(cuda.grid(1), n * classes, cuda.gridsize(1)):
        row, column = i // classes, i % classes
        total = float32(0)
        for f in range(features):
            total += x[row * features + f] * weights[f * classes + column]
        scores[i] = total


@cuda.jit
def add_intercepts(scores, intercepts, n, classes):
    for i in range(cuda.grid(1), n * classes, cuda.gridsize(1)):
        scores[i] += intercepts[i % classes]


@cuda.jit
def row_maximum(scores, greatest, n, classes):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        most = scores[i * classes]
        for c in range(1, classes):
            most = max(most, scores[i * classes + c])
        greatest[i] = most


@cuda.jit
def row_log_sum(scores, greatest, sums, n, classes):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        total = float32(0)
        for c in range(classes):
            total += exp(scores[i * classes + c] - greatest[i])
        sums[i] = log(total) + greatest[i]


@cuda.jit
def posterior(scores, sums, n, classes):
    for i in range(cuda.grid(1), n * classes, cuda.gridsize(1)):
        scores[i] = exp(scores[i] - sums[i // classes])


@cuda.jit
def partial_moments(x, partial, n, features):
    for f in range(cuda.grid(1), features, cuda.gridsize(1)):
        total, squares = float32(0), float32(0)
        for i in range(n):
            value = x[i * features + f]
            total += value
            squares += value * value
        partial[f] = total
        partial[features + f] = squares


@cuda.jit
def combine_moments(partial, moments, parts, n, features):
    for f in range(cuda.grid(1), features, cuda.gridsize(1)):
        total, squares = float32(0), float32(0)
        for p in range(parts):
            total += partial[2 * p * features + f]
            squares += partial[(2 * p + 1) * features + f]
        mean = total / float32(n)
        variance = squares / float32(n) - mean * mean
        moments[f] = mean
        moments[features + f] = float32(1) / sqrt(variance) if variance > 0 else float32(0)


@cuda.jit
def standardise(x, moments, z, n, features):
    for i in range(cuda.grid(1), n * features, cuda.gridsize(1)):
        f = i % features
        z[i] = (x[i] - moments[f]) * moments[features + f]


@cuda.jit
def softmax(scores, n, classes):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        begin = i * classes
        most = scores[begin]
        for c in range(1, classes):
            most = max(most, scores[begin + c])
        total = float32(0)
        for c in range(classes):
            scores[begin + c] = exp(scores[begin + c] - most)
            total += scores[begin + c]
        for c in range(classes):
            scores[begin + c] /= total


@cuda.jit
def vote(a, b, labels, confidence, n, classes):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        label, most = int32(0), float32(-1)
        for c in range(classes):
            probability = (a[i * classes + c] + b[i * classes + c]) / float32(2)
            if probability > most:
                most = probability
                label = int32(c)
        labels[i] = label
        confidence[i] = most


# ---- image.cu ----


@cuda.jit(device=True)
def pixel(image, rows, columns, row, column):
    row = min(max(row, 0), rows - 1)
    column = min(max(column, 0), columns - 1)
    return image[row * columns + column]


@cuda.jit
def gaussian_blur(out, image, rows, columns, mask, diameter):
    weights = cuda.shared.array(0, float32)
    thread = cuda.threadIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    for i in range(thread, diameter * diameter, cuda.blockDim.x * cuda.blockDim.y):
        weights[i] = mask[i]
    cuda.syncthreads()
    column, row = cuda.grid(2)
    if row >= rows or column >= columns:
        return
    radius = diameter // 2
    total = float32(0)
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            weight = weights[(y + radius) * diameter + x + radius]
            total += weight * pixel(image, rows, columns, row + y, column + x)
    out[row * columns + column] = total


@cuda.jit
def sobel(out, image, rows, columns):
    column, row = cuda.grid(2)
    if row >= rows or column >= columns:
        return
    across, down = float32(0), float32(0)
    for step in range(-1, 2):
        weight = float32(2) if step == 0 else float32(1)
        across += weight * (
            pixel(image, rows, columns, row + step, column + 1)
            - pixel(image, rows, columns, row + step, column - 1)
        )
        down += weight * (
            pixel(image, rows, columns, row + 1, column + step)
            - pixel(image, rows, columns, row - 1, column + step)
        )
    out[row * columns + column] = sqrt(across * across + down * down)


@cuda.jit
def extrema(bounds, image, n):
    """With atomics on floats, where the CUDA C++ kernel has them on their bits."""
    block = cuda.shared.array(2, float32)
    if cuda.threadIdx.x == 0:
        block[0] = float32(1e30)
        block[1] = float32(0)
    cuda.syncthreads()
    low, high = float32(1e30), float32(0)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        low = min(low, image[i])
        high = max(high, image[i])
    cuda.atomic.min(block, 0, low)
    cuda.atomic.max(block, 1, high)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.min(bounds, 0, block[0])
        cuda.atomic.max(bounds, 1, block[1])


@cuda.jit
def stretch(image, bounds, gain, n):
    low = bounds[0]
    extent = bounds[1] - low
    scale = gain / extent if extent > 0 else float32(0)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        image[i] = min((image[i] - low) * scale, float32(1))


@cuda.jit
def unsharpen(out, image, blurred, amount, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        sharp = image[i] + amount * (image[i] - blurred[i])
        out[i] = min(max(sharp, float32(0)), float32(1))


@cuda.jit
def blend(out, a, b, weight, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        out[i] = a[i] * weight[i] + b[i] * (float32(1) - weight[i])
