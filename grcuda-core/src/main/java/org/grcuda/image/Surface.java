package org.grcuda.image;

/**
 * A surface object: shows an array to kernels that read and write it with {@code surf2Dread},
 * {@code surf2Dwrite} and so on. It is an argument for parameters of type {@code
 * cudaSurfaceObject_t}. A launch that takes it reads and writes the array. Programs do not
 * implement it: {@code DeviceArray.surface} makes one.
 */
public interface Surface extends ImageView {}
