/**
 * Streams and events for backends written in Java: in-order queues, waits and records, with CUDA's
 * rules for failures. A backend supplies a {@link org.grcuda.driver.queue.CommandExecutor}, which
 * receives each launch, copy, fill and prefetch when its turn has come.
 */
package org.grcuda.driver.queue;
