package org.grcuda.image;

/**
 * A texture object: shows an array to kernels that read it with {@code tex1D}, {@code tex2D} and so
 * on. It is an argument for parameters of type {@code cudaTextureObject_t}. A launch that takes it
 * reads the array. Programs do not implement it: {@code DeviceArray.texture} makes one.
 */
public interface Texture extends ImageView {}
