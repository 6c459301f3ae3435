"""ML: the vote of two classifiers, naive Bayes and ridge regression, over partitions of the rows."""

from math import exp, sqrt
from operator import mul

from data import floats, to_host
from suite import Benchmark

FEATURES, CLASSES = 200, 10


class Program(Benchmark):
    def allocate(self):
        n = self.size
        names = ("linear_scores row_maximum row_log_sum posterior partial_moments combine_moments"
                 " standardise add_intercepts softmax vote")
        for name in names.split():
            setattr(self, name, self.kernel(name))
        weights = FEATURES * CLASSES
        self.x = self.input("x", "float", n * FEATURES, lambda: floats(n * FEATURES, 1, 0, 4))
        self.likelihoods = self.input(
            "likelihoods", "float", weights, lambda: floats(weights, 2, -0.25, 0))
        self.ridge = self.input("ridge", "float", weights, lambda: floats(weights, 3, -0.125, 0.125))
        self.intercepts = self.input("intercepts", "float", CLASSES, lambda: floats(CLASSES, 4, 0, 1))
        self.z = self.array("float", n * FEATURES)
        self.partial = self.array("float", 2 * FEATURES * self.partitions)
        self.moments = self.array("float", 2 * FEATURES)
        self.bayes, self.regression = (self.array("float", n * CLASSES) for _ in range(2))
        self.greatest, self.sums = self.array("float", n), self.array("float", n)
        self.labels, self.confidence = self.array("int", n), self.array("float", n)

    def run(self):
        for p, (a, b) in enumerate(self.parts()):
            partial = self.partial.slice(2 * p * FEATURES, 2 * (p + 1) * FEATURES)
            x = self.rows(self.x, a, b, FEATURES)
            self.partial_moments(*self.grid(FEATURES))(x, partial, b - a, FEATURES)
        self.combine_moments(*self.grid(FEATURES))(
            self.partial, self.moments, self.partitions, self.size, FEATURES)
        for a, b in self.parts():
            self.naive_bayes(a, b)
            self.ridge_regression(a, b)
            n, classes = b - a, CLASSES
            self.vote(*self.grid(n))(
                self.rows(self.bayes, a, b, classes), self.rows(self.regression, a, b, classes),
                self.labels.slice(a, b), self.confidence.slice(a, b), n, classes)
        return sum(self.confidence[a] for a, _ in self.parts())

    def naive_bayes(self, a, b):
        n, grid, wide = b - a, self.grid(b - a), self.grid((b - a) * CLASSES)
        x, scores = self.rows(self.x, a, b, FEATURES), self.rows(self.bayes, a, b, CLASSES)
        greatest, sums = self.greatest.slice(a, b), self.sums.slice(a, b)
        self.linear_scores(*wide)(x, self.likelihoods, scores, n, FEATURES, CLASSES)
        self.row_maximum(*grid)(scores, greatest, n, CLASSES)
        self.row_log_sum(*grid)(scores, greatest, sums, n, CLASSES)
        self.posterior(*wide)(scores, sums, n, CLASSES)

    def ridge_regression(self, a, b):
        n, wide = b - a, self.grid((b - a) * CLASSES)
        x, z = self.rows(self.x, a, b, FEATURES), self.rows(self.z, a, b, FEATURES)
        scores = self.rows(self.regression, a, b, CLASSES)
        self.standardise(*self.grid(n * FEATURES))(x, self.moments, z, n, FEATURES)
        self.linear_scores(*wide)(z, self.ridge, scores, n, FEATURES, CLASSES)
        self.add_intercepts(*wide)(scores, self.intercepts, n, CLASSES)
        self.softmax(*self.grid(n))(scores, n, CLASSES)

    @staticmethod
    def rows(matrix, a, b, width):
        return matrix.slice(a * width, b * width)

    def outputs(self):
        """How sure the vote is, and how sure the host is of the labels: so that it may be a tie."""
        labels = to_host(self.labels, "i")
        mine = [row[label] for row, label in zip(self.probabilities, labels)]
        return list(to_host(self.confidence, "f")) + mine

    def expected(self):
        x = self.host["x"]
        rows = [x[i * FEATURES : (i + 1) * FEATURES] for i in range(self.size)]
        bayes = [softmax(scores) for scores in products(rows, self.host["likelihoods"])]
        scores = products(standardised(rows), self.host["ridge"])
        intercepts = self.host["intercepts"]
        ridge = [softmax([s + i for s, i in zip(row, intercepts)]) for row in scores]
        self.probabilities = [[(p + q) / 2 for p, q in zip(*pair)] for pair in zip(bayes, ridge)]
        confidence = [max(row) for row in self.probabilities]
        return confidence + confidence


def standardised(rows):
    columns = []
    for column in zip(*rows):
        mean = sum(column) / len(column)
        variance = sum(map(mul, column, column)) / len(column) - mean * mean
        scale = 1 / sqrt(variance) if variance > 0 else 0
        columns.append([(value - mean) * scale for value in column])
    return list(zip(*columns))


def products(rows, weights):
    columns = [weights[c::CLASSES] for c in range(CLASSES)]
    return [[sum(map(mul, row, column)) for column in columns] for row in rows]


def softmax(scores):
    greatest = max(scores)
    exponentials = [exp(score - greatest) for score in scores]
    total = sum(exponentials)
    return [value / total for value in exponentials]
