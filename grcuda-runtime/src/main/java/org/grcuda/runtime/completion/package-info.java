/** Learns what has completed, waits for it, and tells those who asked to be told. */
package org.grcuda.runtime.completion;
