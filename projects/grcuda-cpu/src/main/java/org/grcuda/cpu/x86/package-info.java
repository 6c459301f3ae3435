/** Machine code for x86-64: an assembler, executable memory, and the processor's features. */
package org.grcuda.cpu.x86;
