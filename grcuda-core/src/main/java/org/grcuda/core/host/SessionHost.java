package org.grcuda.core.host;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.sync.Blocker;

/**
 * What a session needs from the program around it.
 *
 * @param environment environment variables that may be read
 * @param output receives what kernels print
 * @param messages receives lines for the user: warnings, the progress of a download
 * @param permissions what the program may do
 * @param files opens files
 * @param blocker blocks host threads
 * @param deviceSelection makes the program's own policy for the choice of devices; null to use the
 *     option
 */
public record SessionHost(
    Map<String, String> environment,
    Consumer<String> output,
    Consumer<String> messages,
    Permissions permissions,
    HostFiles files,
    Blocker blocker,
    Supplier<? extends DeviceSelectionPolicy> deviceSelection) {}
