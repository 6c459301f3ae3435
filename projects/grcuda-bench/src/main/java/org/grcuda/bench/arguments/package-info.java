/** What values of arguments are converted from, the same for all benchmarks. */
package org.grcuda.bench.arguments;
