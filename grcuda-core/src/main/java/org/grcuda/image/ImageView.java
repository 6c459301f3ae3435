package org.grcuda.image;

/**
 * An array as kernels see it through an object: a {@link Texture} or a {@link Surface}. It keeps
 * the array reachable, and needs no release.
 */
public interface ImageView {

  /** Texels along each dimension, as the array has them: the slowest first; layers count as one. */
  int[] shape();

  /** Channels of a texel: 1, 2 or 4. */
  int channels();

  /**
   * The number of the object ({@code cudaTextureObject_t}, {@code cudaSurfaceObject_t}), for memory
   * from which kernels load it. It needs managed memory, and is valid until the array is freed.
   * Whoever stores it must keep the array reachable.
   *
   * @throws org.grcuda.types.GrCudaException if the array was freed
   */
  long handle();
}
