// An ensemble of two classifiers, multinomial naive Bayes and ridge regression (Hastie, Tibshirani and
// Friedman, "The Elements of Statistical Learning", sections 6.6.3 and 3.4.1), already trained. Matrices
// lie row by row: x has n rows of features, weights features rows of classes, scores n rows of classes.
// Every grid is right; a thread takes whole rows, or whole columns.

#define FOR_EACH(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

// scores = x weights
extern "C" __global__ void linear_scores(const float *x, const float *weights, float *scores, int n,
                                         int features, int classes) {
  FOR_EACH(i, n * classes) {
    int row = i / classes;
    int column = i % classes;
    float sum = 0;
    for (int f = 0; f < features; f++) {
      sum += x[row * features + f] * weights[f * classes + column];
    }
    scores[i] = sum;
  }
}

// scores[i][c] += intercepts[c]
extern "C" __global__ void add_intercepts(float *scores, const float *intercepts, int n, int classes) {
  FOR_EACH(i, n * classes) scores[i] += intercepts[i % classes];
}

// greatest[i] = max_c scores[i][c]
extern "C" __global__ void row_maximum(const float *scores, float *greatest, int n, int classes) {
  FOR_EACH(i, n) {
    float most = scores[i * classes];
    for (int c = 1; c < classes; c++) {
      most = fmaxf(most, scores[i * classes + c]);
    }
    greatest[i] = most;
  }
}

// sums[i] = log(sum_c exp(scores[i][c])), which greatest[i] keeps from overflowing
extern "C" __global__ void row_log_sum(const float *scores, const float *greatest, float *sums, int n,
                                       int classes) {
  FOR_EACH(i, n) {
    float sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += expf(scores[i * classes + c] - greatest[i]);
    }
    sums[i] = logf(sum) + greatest[i];
  }
}

// scores[i][c] = exp(scores[i][c] - sums[i])
extern "C" __global__ void posterior(float *scores, const float *sums, int n, int classes) {
  FOR_EACH(i, n * classes) scores[i] = expf(scores[i] - sums[i / classes]);
}

// partial[f] = sum of column f, partial[features + f] = sum of its squares, over the rows of x
extern "C" __global__ void partial_moments(const float *x, float *partial, int n, int features) {
  FOR_EACH(f, features) {
    float sum = 0;
    float squares = 0;
    for (int i = 0; i < n; i++) {
      float value = x[i * features + f];
      sum += value;
      squares += value * value;
    }
    partial[f] = sum;
    partial[features + f] = squares;
  }
}

// The mean and, in moments[features + f], one over the standard deviation of each column, from what
// partial_moments made of each of parts partitions of n rows in all.
extern "C" __global__ void combine_moments(const float *partial, float *moments, int parts, int n,
                                           int features) {
  FOR_EACH(f, features) {
    float sum = 0;
    float squares = 0;
    for (int p = 0; p < parts; p++) {
      sum += partial[2 * p * features + f];
      squares += partial[(2 * p + 1) * features + f];
    }
    float mean = sum / n;
    float variance = squares / n - mean * mean;
    moments[f] = mean;
    moments[features + f] = variance > 0 ? rsqrtf(variance) : 0;
  }
}

// z = (x - mean) / standard deviation, column by column
extern "C" __global__ void standardise(const float *x, const float *moments, float *z, int n,
                                       int features) {
  FOR_EACH(i, n * features) {
    int f = i % features;
    z[i] = (x[i] - moments[f]) * moments[features + f];
  }
}

// scores[i] becomes exp(scores[i]) / sum_c exp(scores[i][c])
extern "C" __global__ void softmax(float *scores, int n, int classes) {
  FOR_EACH(i, n) {
    float *row = scores + i * classes;
    float most = row[0];
    for (int c = 1; c < classes; c++) {
      most = fmaxf(most, row[c]);
    }
    float sum = 0;
    for (int c = 0; c < classes; c++) {
      row[c] = expf(row[c] - most);
      sum += row[c];
    }
    for (int c = 0; c < classes; c++) {
      row[c] /= sum;
    }
  }
}

// labels[i]: the class of the greatest mean probability; confidence[i]: that probability
extern "C" __global__ void vote(const float *a, const float *b, int *labels, float *confidence, int n,
                                int classes) {
  FOR_EACH(i, n) {
    int label = 0;
    float most = -1;
    for (int c = 0; c < classes; c++) {
      float probability = (a[i * classes + c] + b[i * classes + c]) / 2;
      if (probability > most) {
        most = probability;
        label = c;
      }
    }
    labels[i] = label;
    confidence[i] = most;
  }
}
