/**
 * The layer between the translator and the devices: translated modules, and the values that a
 * device must provide to run a block of a kernel.
 */
package org.grcuda.cpu.exec;
