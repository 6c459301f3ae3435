package org.grcuda.image;

/**
 * A texture object: shows an array to kernels that read it with {@code tex1D}, {@code tex2D} and so
 * on. It is an argument for parameters of type {@code cudaTextureObject_t}. A launch that takes it
 * reads the array. It keeps the array reachable, and needs no release. Programs do not implement
 * it: {@code DeviceArray.texture} makes one.
 */
public interface Texture {

  /** Texels along each dimension, as the array has them: the slowest first; layers count as one. */
  int[] shape();

  /** Channels of a texel: 1, 2 or 4. */
  int channels();
}
