/**
 * The devices: each has a pool of workers that share the units of one task after another. A task is
 * a launch, whose units are blocks, a copy or a fill. Modules hold translated kernels and variables
 * of their own; {@code ModuleCache} remembers translations.
 */
package org.grcuda.cpu.device;
