/** What machine code and the Java code that runs it tell each other in memory. */
package org.grcuda.cpu.translate.simd.frame;
