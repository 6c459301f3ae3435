#ifndef CONVOLUTION_H
#define CONVOLUTION_H
#define KERNEL_RADIUS 3
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
extern "C" void setKernel(float *h_Kernel);
extern "C" void convolve(float *dst, float *src, int w, int h);
#endif
