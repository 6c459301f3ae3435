/**
 * Textures and surfaces: images of memory that kernels read and write by coordinates (PTX ISA
 * 9.7.10, 9.7.11; CUDA C++ Programming Guide, "Texture Fetching").
 */
package org.grcuda.cpu.image;
