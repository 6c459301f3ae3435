/** Mapped kernels: {@code Map} and {@code shred}, which fit functions to the data at hand. */
package org.grcuda.core.map;
