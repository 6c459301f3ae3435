/** Calls of C functions: shared libraries, their symbols, and what a call leaves as it was. */
package org.grcuda.core.downcall;
