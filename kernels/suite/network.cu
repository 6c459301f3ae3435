// Layers of a convolutional neural network on one image (LeCun, Bottou, Bengio and Haffner,
// "Gradient-Based Learning Applied to Document Recognition", 1998). An image has channels of side x side
// floats, one after the other. Every grid is right.

#define FOR_EACH(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

// Convolves with 3 x 3 masks, weights[out channel][in channel][3][3], at every second pixel, beyond the
// border zeros, and cuts off below 0. y has (side + 1) / 2 pixels along each side.
extern "C" __global__ void convolve(const float *x, const float *weights, float *y, int side,
                                    int in_channels, int out_channels) {
  int half = (side + 1) / 2;
  FOR_EACH(i, out_channels * half * half) {
    int channel = i / (half * half);
    int row = i / half % half * 2;
    int column = i % half * 2;
    float sum = 0;
    for (int c = 0; c < in_channels; c++) {
      for (int k = 0; k < 9; k++) {
        int r = row + k / 3 - 1;
        int s = column + k % 3 - 1;
        if (r >= 0 && r < side && s >= 0 && s < side) {
          sum += weights[(channel * in_channels + c) * 9 + k] * x[(c * side + r) * side + s];
        }
      }
    }
    y[i] = fmaxf(sum, 0);
  }
}

// The mean of each square of 2 x 2 pixels; y has side / 2 pixels along each side.
extern "C" __global__ void pool(const float *x, float *y, int side, int channels) {
  int half = side / 2;
  FOR_EACH(i, channels * half * half) {
    const float *corner = x + (i / (half * half) * side + i / half % half * 2) * side + i % half * 2;
    y[i] = (corner[0] + corner[1] + corner[side] + corner[side + 1]) / 4;
  }
}

// y[c] = the mean of channel c
extern "C" __global__ void channel_means(const float *x, float *y, int pixels, int channels) {
  FOR_EACH(c, channels) {
    float sum = 0;
    for (int i = 0; i < pixels; i++) {
      sum += x[c * pixels + i];
    }
    y[c] = sum / pixels;
  }
}

// result[0] = 1 / (1 + exp(-(weights x, y))), of the two branches' features
extern "C" __global__ void decide(const float *x, const float *y, const float *weights, float *result,
                                  int features) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    float sum = 0;
    for (int f = 0; f < features; f++) {
      sum += weights[f] * x[f] + weights[features + f] * y[f];
    }
    result[0] = 1 / (1 + expf(-sum));
  }
}
