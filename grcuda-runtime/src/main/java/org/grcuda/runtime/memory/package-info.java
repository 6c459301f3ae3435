/**
 * Memory managers: one for managed memory, one that keeps a copy of each allocation on every device
 * that uses it; pools, placement of blocks, eviction and transfers.
 */
package org.grcuda.runtime.memory;
