/** Packages of PyPI with NVRTC and with CUDA's headers: which, and how they are fetched. */
package org.grcuda.nvrtc.wheel;
