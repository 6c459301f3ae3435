/** Tensor core instructions: shapes, the places of elements in registers, products. */
package org.grcuda.cpu.translate.matrix;
