/** {@code grcuda reproduce}: published results, on simulated machines. */
package org.grcuda.bench.reproduce;
