/**
 * Watches kernels while they run: checks of each access, races, traces of threads. None of this
 * runs unless an option asks for it.
 */
package org.grcuda.cpu.check;
