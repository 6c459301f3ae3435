/** Graphs in host memory. */
package org.grcuda.graph;
