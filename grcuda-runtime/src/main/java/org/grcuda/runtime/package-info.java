/**
 * The inner layer of the scheduler. {@link GpuRuntime} is the way in. It takes a {@link
 * org.grcuda.runtime.computation.Vertex} and, under one short lock,
 *
 * <ol>
 *   <li>learns what has completed ({@link org.grcuda.runtime.completion.CompletionTracker}),
 *   <li>lets the outer layer find the parents ({@link
 *       org.grcuda.runtime.computation.DependencyTracker}),
 *   <li>chooses stream and device ({@link org.grcuda.runtime.policy.StreamPolicy}, {@link
 *       org.grcuda.runtime.policy.DeviceSelectionPolicy}),
 *   <li>makes the data valid there ({@link org.grcuda.runtime.memory.MemoryManager}),
 *   <li>hands one submission to the driver ({@link org.grcuda.runtime.scheduling.Dispatcher}),
 *   <li>lets the outer layer record the accesses.
 * </ol>
 *
 * <p>A computation fails if a computation that made its data has failed. A failed computation still
 * ends after its parents, so order holds. Nothing here knows a language or a backend.
 *
 * <p>Its packages, each of which imports only those before it: {@code history} and {@code schedule}
 * (durations seen, recorded runs), {@code sync}, {@code pull}, {@code computation}, {@code policy},
 * {@code stream}, {@code prediction}, {@code selection}, {@code observation}, {@code completion},
 * {@code memory}, {@code scheduling}, and this one, which wires them.
 */
package org.grcuda.runtime;
