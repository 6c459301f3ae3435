/**
 * What looks at kernels while they run: checks of each access, races, traces of threads. Nothing of
 * it runs unless an option asks for it.
 */
package org.grcuda.cpu.check;
