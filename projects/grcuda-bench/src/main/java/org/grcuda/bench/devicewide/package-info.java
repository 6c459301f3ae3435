/** Benchmark of CU.CUB, sorts, scans and sums of whole arrays, beside NumPy. */
package org.grcuda.bench.devicewide;
