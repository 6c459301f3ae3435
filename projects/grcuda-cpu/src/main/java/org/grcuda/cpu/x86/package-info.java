/** Machine code for x86-64: an assembler, executable memory, and what the processor has. */
package org.grcuda.cpu.x86;
