/**
 * Calls of C functions: shared libraries, their symbols, and the floating-point modes that are
 * restored after a call.
 */
package org.grcuda.core.downcall;
