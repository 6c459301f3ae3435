/** Calls the device selection policy, and gives it the known data, work and predicted times. */
package org.grcuda.runtime.selection;
