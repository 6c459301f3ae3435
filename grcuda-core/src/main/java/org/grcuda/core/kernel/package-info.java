/** Kernels before any device has them: code, names, signatures, declared costs, and their files. */
package org.grcuda.core.kernel;
