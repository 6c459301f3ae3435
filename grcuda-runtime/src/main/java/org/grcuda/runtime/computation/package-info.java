/**
 * The things that are scheduled: computations and what they do, the ranges of memory that they use,
 * and where memory is. The other packages of the runtime build on this one. Fields of {@link
 * org.grcuda.runtime.computation.Vertex} and {@link org.grcuda.runtime.computation.Allocation} are
 * the scheduler's own, under its lock: code outside the runtime calls methods.
 */
package org.grcuda.runtime.computation;
