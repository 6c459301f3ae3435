/**
 * Images: what a texture or surface object says of the memory behind it, as CUDA's <i>Programming
 * Guide</i>, section "Texture and Surface Memory", and {@code CUDA_TEXTURE_DESC} do.
 */
package org.grcuda.driver.image;
