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

  /**
   * The number of the object, to be stored where kernels load a {@code cudaTextureObject_t} from.
   * It needs managed memory, and is valid until the array is freed; whoever stores it must keep the
   * array reachable.
   *
   * @throws org.grcuda.types.GrCudaException if the array was freed
   */
  long handle();
}
