/**
 * The memory of allocations: where it is, and how data gets to where computations need it. {@link
 * org.grcuda.runtime.memory.MemoryManager} is the contract, with two implementations. {@link
 * org.grcuda.runtime.memory.ManagedMemoryManager} leaves the moves to the driver, and gives it
 * prefetches and hints. {@link org.grcuda.runtime.memory.ReplicatedMemoryManager} keeps a copy of
 * each allocation on every device that uses it, in blocks of one pool per device ({@code
 * DevicePool}, {@link org.grcuda.runtime.memory.PoolAllocator}). {@code BlockPlacer} places the
 * blocks, {@link org.grcuda.runtime.memory.Eviction} chooses which ones make room, and {@link
 * org.grcuda.runtime.memory.Transfers} moves the data.
 */
package org.grcuda.runtime.memory;
