/**
 * Between the translator and the devices: translated modules, and what a device must provide to run
 * a block of one.
 */
package org.grcuda.cpu.exec;
