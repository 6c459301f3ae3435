/** Asks the device selection policy, with what is known of data, work and predicted times. */
package org.grcuda.runtime.selection;
