/**
 * Algorithms on graphs in plain sequential Java, against which the parallel ones are checked:
 * {@link org.grcuda.graph.reference.Reference}.
 */
package org.grcuda.graph.reference;
