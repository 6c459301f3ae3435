/** Observes a run: when each computation ran, and the recorded schedule. */
package org.grcuda.runtime.observation;
