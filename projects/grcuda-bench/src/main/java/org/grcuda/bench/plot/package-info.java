/**
 * Pictures of results as SVG: {@link org.grcuda.bench.plot.BarChart} and {@link
 * org.grcuda.bench.plot.OrderMap}.
 */
package org.grcuda.bench.plot;
