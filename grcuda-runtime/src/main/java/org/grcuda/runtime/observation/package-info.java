/** What is noted of a run: when each computation ran, and the recorded schedule. */
package org.grcuda.runtime.observation;
