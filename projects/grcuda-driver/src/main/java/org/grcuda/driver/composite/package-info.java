/**
 * Devices of several backends as those of one driver. A submission that waits for a device of
 * another backend is held back until the host has learnt that the wait is over ({@code Bridge}).
 * Everything else goes to the backend at once.
 */
package org.grcuda.driver.composite;
