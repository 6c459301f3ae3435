/** Devices, the streams of each, and the events that are recorded on them. */
package org.grcuda.runtime.stream;
