"""ML: the vote of two classifiers, naive Bayes and ridge regression, over partitions of the rows."""

import numpy as np
from data import floats
from suite import Benchmark

FEATURES, CLASSES, SOURCE = 200, 10, "suite/ensemble.cu"
F, C = np.int32(FEATURES), np.int32(CLASSES)


class Program(Benchmark):
    """Two streams for each part, one for each classifier; regressions wait for the moments of all rows."""

    def allocate(self):
        n, weights, f = self.size, FEATURES * CLASSES, np.float32
        self.x = self.input("x", f, n * FEATURES, lambda: floats(n * FEATURES, 1, 0, 4))
        self.likelihoods = self.input("likelihoods", f, weights, lambda: floats(weights, 2, -0.25, 0))
        self.ridge = self.input("ridge", f, weights, lambda: floats(weights, 3, -0.125, 0.125))
        self.intercepts = self.input("intercepts", f, CLASSES, lambda: floats(CLASSES, 4, 0, 1))
        self.z = self.array(f, n * FEATURES)
        self.partial = self.array(f, 2 * FEATURES * self.partitions)
        self.moments = self.array(f, 2 * FEATURES)
        self.bayes, self.regression = (self.array(f, n * CLASSES) for _ in range(2))
        self.greatest, self.sums = self.array(f, n), self.array(f, n)
        self.labels, self.confidence = self.array(np.int32, n), self.array(f, n)
        self.firsts = self.pinned(f, self.partitions)
        kernel = {
            name: self.schedule.side.kernel(SOURCE, name)
            for name in (
                "linear_scores",
                "row_maximum",
                "row_log_sum",
                "posterior",
                "partial_moments",
                "combine_moments",
                "standardise",
                "add_intercepts",
                "softmax",
                "vote",
            )
        }
        self.combine = self.launcher(kernel["combine_moments"], FEATURES, 1)
        self.weights_there, self.moments_there = self.schedule.event(), self.schedule.event()
        self.steps = [Part(self, kernel, p, *bounds) for p, bounds in enumerate(self.parts)]

    def run(self):
        schedule = self.schedule
        for name in "likelihoods", "ridge", "intercepts":
            self.upload(0, getattr(self, name), name)
        schedule.mark(0, self.weights_there)
        for part in self.steps:
            part.moments()
            schedule.mark(part.second, part.summed)
            schedule.wait(1, part.summed)
        self.combine(self.partial, self.moments, np.int32(self.partitions), np.int32(self.size), F)
        schedule.mark(1, self.moments_there)
        for part in self.steps:
            schedule.wait(part.first, self.weights_there)
            part.naive_bayes()
            schedule.wait(part.second, self.weights_there)
            schedule.wait(part.second, self.moments_there)
            part.ridge_regression()
            schedule.mark(part.second, part.regressed)
            schedule.wait(part.first, part.regressed)
            part.vote()
        for part in self.steps:
            schedule.synchronize(part.first)
        return float(sum(self.firsts))

    def outputs(self):
        """How sure the vote is, and how sure the host is of the labels: so that it may be a tie."""
        mine = self.probabilities[np.arange(self.size), self.to_host(self.labels)]
        return np.concatenate((self.to_host(self.confidence), mine))

    def expected(self):
        x = self.host["x"].astype(np.float64).reshape(self.size, FEATURES)
        likelihoods, ridge = (
            self.host[name].astype(np.float64).reshape(FEATURES, CLASSES) for name in ("likelihoods", "ridge")
        )
        variance = np.mean(x * x, axis=0) - np.mean(x, axis=0) ** 2
        scale = np.where(variance > 0, 1 / np.sqrt(np.where(variance > 0, variance, 1)), 0)
        z = (x - np.mean(x, axis=0)) * scale
        regression = softmax(z @ ridge + self.host["intercepts"])
        self.probabilities = (softmax(x @ likelihoods) + regression) / 2
        confidence = self.probabilities.max(axis=1)
        return np.concatenate((confidence, confidence))


class Part:
    """The arrays and launches of some of the rows."""

    def __init__(self, program, kernel, p, a, b):
        self.program, self.n, self.a, self.b = program, np.int32(b - a), a, b
        self.first, self.second = 2 * p, 2 * p + 1
        self.x, self.z = (array[a * FEATURES : b * FEATURES] for array in (program.x, program.z))
        self.bayes, self.regression = (
            array[a * CLASSES : b * CLASSES] for array in (program.bayes, program.regression)
        )
        rows = program.greatest, program.sums, program.labels, program.confidence
        self.greatest, self.sums, self.labels, self.confidence = (array[a:b] for array in rows)
        self.partial = program.partial[2 * p * FEATURES : 2 * (p + 1) * FEATURES]
        self.result, self.result_at = program.firsts[p : p + 1], program.confidence[a : a + 1]
        self.summed, self.regressed = program.schedule.event(), program.schedule.event()
        n, wide = b - a, (b - a) * CLASSES

        def launcher(name, threads, stream):
            return program.launcher(kernel[name], threads, stream)

        self.launch_moments = launcher("partial_moments", FEATURES, self.second)
        self.launch_scores = launcher("linear_scores", wide, self.first)
        self.launch_maximum = launcher("row_maximum", n, self.first)
        self.launch_log_sum = launcher("row_log_sum", n, self.first)
        self.launch_posterior = launcher("posterior", wide, self.first)
        self.launch_standardise = launcher("standardise", n * FEATURES, self.second)
        self.launch_ridge = launcher("linear_scores", wide, self.second)
        self.launch_intercepts = launcher("add_intercepts", wide, self.second)
        self.launch_softmax = launcher("softmax", n, self.second)
        self.launch_vote = launcher("vote", n, self.first)
        self.uploaded = program.schedule.event()

    def moments(self):
        program = self.program
        program.upload(self.first, program.x, "x", self.a * FEATURES, self.b * FEATURES)
        program.schedule.mark(self.first, self.uploaded)
        program.schedule.wait(self.second, self.uploaded)
        self.launch_moments(self.x, self.partial, self.n, F)

    def naive_bayes(self):
        n, scores = self.n, self.bayes
        self.launch_scores(self.x, self.program.likelihoods, scores, n, F, C)
        self.launch_maximum(scores, self.greatest, n, C)
        self.launch_log_sum(scores, self.greatest, self.sums, n, C)
        self.launch_posterior(scores, self.sums, n, C)

    def ridge_regression(self):
        n, scores, program = self.n, self.regression, self.program
        self.launch_standardise(self.x, program.moments, self.z, n, F)
        self.launch_ridge(self.z, program.ridge, scores, n, F, C)
        self.launch_intercepts(scores, program.intercepts, n, C)
        self.launch_softmax(scores, n, C)

    def vote(self):
        self.launch_vote(self.bayes, self.regression, self.labels, self.confidence, self.n, C)
        self.program.schedule.download(self.first, self.result, self.result_at)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
