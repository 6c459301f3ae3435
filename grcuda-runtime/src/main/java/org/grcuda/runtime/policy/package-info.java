/**
 * The choice of a stream and of a device for each computation: what a policy may look at, the
 * policies that come with the runtime, and the bandwidths between places. The package knows nothing
 * of the scheduler around it, so that programs can bring policies of their own: implement {@link
 * org.grcuda.runtime.policy.DeviceSelectionPolicy}, and register a {@link
 * org.grcuda.runtime.policy.DeviceSelectionPolicyProvider} or give an instance to the builder of a
 * context.
 *
 * <p>Devices are numbered from 0; the host is {@link
 * org.grcuda.runtime.policy.BandwidthMatrix#HOST}, -1. A set of devices is a long: bit d for device
 * d. Bandwidths are gigabytes (10^9 bytes) per second, so bytes divided by a bandwidth are
 * nanoseconds.
 */
package org.grcuda.runtime.policy;
