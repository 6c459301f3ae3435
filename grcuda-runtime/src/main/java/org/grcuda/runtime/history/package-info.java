/** How long kernels take: durations by kernel, device and size of the launch. */
package org.grcuda.runtime.history;
