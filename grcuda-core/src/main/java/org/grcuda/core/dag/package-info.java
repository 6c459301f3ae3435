/**
 * The outer layer of the scheduler. From what computations read and write, it finds what each of
 * them depends on. It knows no device and no language, and hands vertices to {@link
 * org.grcuda.runtime}.
 */
package org.grcuda.core.dag;
