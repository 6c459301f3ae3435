/**
 * The contract of transports: ranks of one program send each other small frames, in order, and
 * payloads straight between memory that both sides have named. {@link
 * org.grcuda.transport.Loopback} connects ranks within one process.
 */
package org.grcuda.transport;
