/** Takes computations in, chooses their streams, and gives them to the driver in order. */
package org.grcuda.runtime.scheduling;
