package org.grcuda.bench.cpu;

import org.grcuda.driver.image.Sampler;

/**
 * An array as a texture of rows; peers that have no textures take the array.
 *
 * @param data the texels
 * @param width texels of a row
 * @param height rows
 */
record Texture(Data data, int width, int height, Sampler sampler) {}
