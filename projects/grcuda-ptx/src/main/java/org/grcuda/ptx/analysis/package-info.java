/**
 * Analyses of PTX without running it: {@link org.grcuda.ptx.analysis.ControlFlowGraph control
 * flow}, {@link org.grcuda.ptx.analysis.Liveness live registers}, and {@link
 * org.grcuda.ptx.analysis.AccessAnalysis which memory a kernel reads and writes}.
 */
package org.grcuda.ptx.analysis;
