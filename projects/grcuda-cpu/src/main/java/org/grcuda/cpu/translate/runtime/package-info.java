/**
 * Scheduling of the threads of one block: which threads run and wait, and the results of barriers
 * and warp operations.
 */
package org.grcuda.cpu.translate.runtime;
