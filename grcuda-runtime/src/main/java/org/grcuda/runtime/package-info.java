/**
 * The inner layer of the scheduler. {@link GpuRuntime} is the way in: it takes a {@link Vertex}
 * with its parents and, under one short lock,
 *
 * <ol>
 *   <li>learns what has completed ({@code CompletionTracker}),
 *   <li>lets the outer layer find the parents ({@link DependencyTracker}),
 *   <li>chooses stream and device ({@link StreamPolicy}, {@link
 *       org.grcuda.runtime.policy.DeviceSelectionPolicy}),
 *   <li>makes the data valid there ({@link MemoryManager}),
 *   <li>hands one submission to the driver ({@code Dispatcher}),
 *   <li>lets the outer layer enter the accesses.
 * </ol>
 *
 * <p>A computation fails if what its data comes from has failed. A failed computation still ends
 * after its parents, so order holds. Nothing here knows a language or a backend.
 */
package org.grcuda.runtime;
