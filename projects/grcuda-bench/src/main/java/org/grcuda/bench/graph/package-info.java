/** Graph algorithms over devices, beside bulk-synchronous ones and C with OpenMP. */
package org.grcuda.bench.graph;
