/** Kernels on the CPU backend, side by side with PoCL and with C and OpenMP. */
package org.grcuda.bench.cpu;
