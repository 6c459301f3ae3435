/** Element types of arrays, parameter types of kernels, and signatures made of them. */
package org.grcuda.core.type;
