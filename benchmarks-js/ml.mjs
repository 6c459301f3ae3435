// ML: the vote of two classifiers, naive Bayes and ridge regression, over partitions of the rows.

import { Benchmark, sum } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const FEATURES = 200;
const CLASSES = 10;
const WEIGHTS = FEATURES * CLASSES;

export class Ml extends Benchmark {
  allocate() {
    const n = this.size;
    this.linearScores = this.kernel('linear_scores');
    this.rowMaximum = this.kernel('row_maximum');
    this.rowLogSum = this.kernel('row_log_sum');
    this.posterior = this.kernel('posterior');
    this.partialMoments = this.kernel('partial_moments');
    this.combineMoments = this.kernel('combine_moments');
    this.standardise = this.kernel('standardise');
    this.addIntercepts = this.kernel('add_intercepts');
    this.softmax = this.kernel('softmax');
    this.vote = this.kernel('vote');
    this.x = this.input('x', 'float', n * FEATURES, () => floats(n * FEATURES, 1, 0, 4));
    this.likelihoods = this.input('likelihoods', 'float', WEIGHTS, () => floats(WEIGHTS, 2, -0.25, 0));
    this.ridge = this.input('ridge', 'float', WEIGHTS, () => floats(WEIGHTS, 3, -0.125, 0.125));
    this.intercepts = this.input('intercepts', 'float', CLASSES, () => floats(CLASSES, 4, 0, 1));
    this.z = this.array('float', n * FEATURES);
    this.partial = this.array('float', 2 * FEATURES * this.partitions);
    this.moments = this.array('float', 2 * FEATURES);
    this.bayes = this.array('float', n * CLASSES);
    this.regression = this.array('float', n * CLASSES);
    this.greatest = this.array('float', n);
    this.sums = this.array('float', n);
    this.labels = this.array('int', n);
    this.confidence = this.array('float', n);
  }

  run() {
    const columns = this.grid(FEATURES);
    this.parts().forEach(([a, b], p) => {
      const partial = rows(this.partial, p, p + 1, 2 * FEATURES);
      this.partialMoments(...columns)(rows(this.x, a, b, FEATURES), partial, b - a, FEATURES);
    });
    this.combineMoments(...columns)(this.partial, this.moments, this.partitions, this.size, FEATURES);
    for (const [a, b] of this.parts()) {
      this.naiveBayes(a, b);
      this.ridgeRegression(a, b);
      this.vote(...this.grid(b - a))(
          rows(this.bayes, a, b, CLASSES), rows(this.regression, a, b, CLASSES),
          this.labels.slice(a, b), this.confidence.slice(a, b), b - a, CLASSES);
    }
    return sum(this.parts().map(([a]) => this.confidence[a]));
  }

  naiveBayes(a, b) {
    const n = b - a;
    const grid = this.grid(n);
    const wide = this.grid(n * CLASSES);
    const x = rows(this.x, a, b, FEATURES);
    const scores = rows(this.bayes, a, b, CLASSES);
    const greatest = this.greatest.slice(a, b);
    const sums = this.sums.slice(a, b);
    this.linearScores(...wide)(x, this.likelihoods, scores, n, FEATURES, CLASSES);
    this.rowMaximum(...grid)(scores, greatest, n, CLASSES);
    this.rowLogSum(...grid)(scores, greatest, sums, n, CLASSES);
    this.posterior(...wide)(scores, sums, n, CLASSES);
  }

  ridgeRegression(a, b) {
    const n = b - a;
    const wide = this.grid(n * CLASSES);
    const z = rows(this.z, a, b, FEATURES);
    const scores = rows(this.regression, a, b, CLASSES);
    this.standardise(...this.grid(n * FEATURES))(rows(this.x, a, b, FEATURES), this.moments, z, n, FEATURES);
    this.linearScores(...wide)(z, this.ridge, scores, n, FEATURES, CLASSES);
    this.addIntercepts(...wide)(scores, this.intercepts, n, CLASSES);
    this.softmax(...this.grid(n))(scores, n, CLASSES);
  }

  /** How sure the vote is, and how sure the host is of the labels: so that it may be a tie. */
  outputs() {
    const labels = toHost(this.labels, Int32Array);
    const mine = this.probabilities.map((row, i) => row[labels[i]]);
    return [...toHost(this.confidence, Float32Array), ...mine];
  }

  expected() {
    const { x, likelihoods, ridge, intercepts } = this.host;
    const all = Array.from({ length: this.size }, (_, i) => x.slice(i * FEATURES, (i + 1) * FEATURES));
    const bayes = all.map((row) => softmax(product(row, likelihoods)));
    const regression = standardised(all).map(
        (row) => softmax(product(row, ridge).map((score, c) => score + intercepts[c])));
    this.probabilities = bayes.map((row, i) => row.map((p, c) => (p + regression[i][c]) / 2));
    const confidence = this.probabilities.map((row) => Math.max(...row));
    return [...confidence, ...confidence];
  }
}

function rows(matrix, a, b, width) {
  return matrix.slice(a * width, b * width);
}

function standardised(all) {
  const n = all.length;
  const moments = Array.from({ length: FEATURES }, (_, f) => {
    const mean = sum(all.map((row) => row[f])) / n;
    const variance = sum(all.map((row) => row[f] * row[f])) / n - mean * mean;
    return { mean, scale: variance > 0 ? 1 / Math.sqrt(variance) : 0 };
  });
  return all.map((row) => Array.from(row, (value, f) => (value - moments[f].mean) * moments[f].scale));
}

function product(row, weights) {
  const scores = new Array(CLASSES).fill(0);
  for (let f = 0; f < FEATURES; f++) {
    for (let c = 0; c < CLASSES; c++) {
      scores[c] += row[f] * weights[f * CLASSES + c];
    }
  }
  return scores;
}

function softmax(scores) {
  const greatest = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - greatest));
  const total = sum(exponentials);
  return exponentials.map((value) => value / total);
}
