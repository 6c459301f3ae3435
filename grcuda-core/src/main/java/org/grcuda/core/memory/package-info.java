/** Memory of the host, element by element and in blocks: off the heap, and arrays of Java. */
package org.grcuda.core.memory;
