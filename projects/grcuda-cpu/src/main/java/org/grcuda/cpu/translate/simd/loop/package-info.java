/** The order in which machine code runs the gangs of a block, and what those keep between turns. */
package org.grcuda.cpu.translate.simd.loop;
