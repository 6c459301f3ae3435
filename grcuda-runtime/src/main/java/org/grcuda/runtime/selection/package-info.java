/**
 * What the device selection policy knows when it chooses. {@link
 * org.grcuda.runtime.selection.PolicyManager} calls the policy and shows it one computation and the
 * machine. {@code NeededData} collects the data that the computation needs, and the places that
 * hold it. {@code Predictions} asks the model of finish times about it. {@link
 * org.grcuda.runtime.selection.Backlog} sums up the work that is kept back.
 */
package org.grcuda.runtime.selection;
