package org.grcuda.task;

/**
 * Something that a launch may use besides its arguments: an {@code org.grcuda.DeviceArray} or a
 * {@link Resource}. Programs do not implement it.
 */
public interface Usable {}
