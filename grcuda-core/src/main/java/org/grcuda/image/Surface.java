package org.grcuda.image;

/**
 * A surface object: shows an array to kernels that read and write it with {@code surf2Dread},
 * {@code surf2Dwrite} and so on. It is an argument for parameters of type {@code
 * cudaSurfaceObject_t}. A launch that takes it reads and writes the array. It keeps the array
 * reachable, and needs no release. Programs do not implement it: {@code DeviceArray.surface} makes
 * one.
 */
public interface Surface {

  /** Texels along each dimension, as the array has them: the slowest first; layers count as one. */
  int[] shape();

  /** Channels of a texel: 1, 2 or 4. */
  int channels();
}
