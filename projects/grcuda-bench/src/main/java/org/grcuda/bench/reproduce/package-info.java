/**
 * {@code grcuda reproduce}: published results, reproduced on simulated machines. {@link
 * org.grcuda.bench.reproduce.Reproduction} is the command. Each {@code Figure} makes its runs
 * through an {@code Experiment}, whose {@code Simulator} runs benchmarks of the suite, and gives a
 * {@code Report}. Figures on data larger than memory use the classes that begin with {@code Tiled}
 * and {@code OutOfCore}.
 */
package org.grcuda.bench.reproduce;
