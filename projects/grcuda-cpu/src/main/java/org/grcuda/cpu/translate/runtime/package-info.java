/**
 * Scheduling of the threads of one block: who runs, who waits, what barriers and warp operations
 * give.
 */
package org.grcuda.cpu.translate.runtime;
