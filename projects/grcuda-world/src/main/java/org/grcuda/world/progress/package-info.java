/** Moves records and payloads between ranks: queues, aggregation, and who drives them. */
package org.grcuda.world.progress;
