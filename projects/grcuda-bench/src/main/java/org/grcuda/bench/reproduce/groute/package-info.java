/**
 * Reproduces published claims about asynchronous programs on several GPUs (Groute) on simulated
 * machines, whose kernels really compute: what they cost depends on the edges that they follow.
 */
package org.grcuda.bench.reproduce.groute;
