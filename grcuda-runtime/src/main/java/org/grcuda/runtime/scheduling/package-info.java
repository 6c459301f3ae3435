/**
 * The way of a computation from its submission to the driver. {@link
 * org.grcuda.runtime.scheduling.Admission} lets the submitting thread wait if too much is
 * unfinished, and {@link org.grcuda.runtime.scheduling.Intake} takes the computation in. {@link
 * org.grcuda.runtime.scheduling.Scheduler} decides when it is dispatched, and holds it back until
 * then. {@link org.grcuda.runtime.scheduling.StreamChooser} finds its stream and device, and {@link
 * org.grcuda.runtime.scheduling.Dispatcher} makes it one submission to the driver. Host code goes
 * through {@link org.grcuda.runtime.scheduling.HostTasks} and {@link
 * org.grcuda.runtime.scheduling.HostCalls} instead.
 *
 * <p>Two queues keep ready computations back: {@link org.grcuda.runtime.scheduling.Window}, for
 * policies that look ahead, and {@link org.grcuda.runtime.scheduling.PullQueue}, for policies by
 * which devices take computations. {@link org.grcuda.runtime.scheduling.SwitchingQueue} uses
 * either, as arrays fit into the devices or do not.
 */
package org.grcuda.runtime.scheduling;
