/**
 * The decisions of pull scheduling: which of the ready tasks a device takes when it asks for one.
 * Tasks and data are numbers here, and nothing else of the runtime is used.
 *
 * <p>Sections and algorithms named here are those of Gonthier, Marchal and Thibault, "A generic
 * scheduler to foster data locality for GPU and out-of-core task-based applications", HAL
 * hal-04146714 version 2.
 */
package org.grcuda.runtime.pull;
