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

  /**
   * The number of the object, to be stored where kernels load a {@code cudaSurfaceObject_t} from.
   * It needs managed memory, and is valid until the array is freed; whoever stores it must keep the
   * array reachable.
   *
   * @throws org.grcuda.types.GrCudaException if the array was freed
   */
  long handle();
}
