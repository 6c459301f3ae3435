/** Textures and surfaces: arrays as kernels read and write them by coordinates. */
package org.grcuda.image;
