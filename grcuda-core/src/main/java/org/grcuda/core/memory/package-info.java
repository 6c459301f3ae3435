/**
 * Memory of the host, off the heap and in Java arrays, accessed element by element and in blocks.
 */
package org.grcuda.core.memory;
