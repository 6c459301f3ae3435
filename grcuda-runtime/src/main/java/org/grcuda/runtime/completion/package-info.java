/**
 * The end of computations: learning which have completed, waiting for them, and telling those who
 * asked to be told. {@link org.grcuda.runtime.completion.CompletionTracker} queries events and ends
 * vertices. {@link org.grcuda.runtime.completion.VertexWaits} lets threads wait for one vertex,
 * {@link org.grcuda.runtime.completion.UnfinishedWork} for all of them. {@link
 * org.grcuda.runtime.completion.Followers} and {@link org.grcuda.runtime.completion.EndNotices} run
 * actions when vertices have ended. {@link org.grcuda.runtime.completion.Reaper} is the thread that
 * lets completed work go while nobody submits or waits.
 *
 * <p>Computations that are not with the driver are here too: {@link
 * org.grcuda.runtime.completion.Deferred} knows all of them, and a {@link
 * org.grcuda.runtime.completion.ReadyQueue} keeps those that are ready but not dispatched yet.
 */
package org.grcuda.runtime.completion;
