/**
 * The outer layer of the scheduler: finds, from what computations read and write, what each of them
 * depends on. Knows no device and no language; hands vertices to {@link org.grcuda.runtime}.
 */
package org.grcuda.core.dag;
