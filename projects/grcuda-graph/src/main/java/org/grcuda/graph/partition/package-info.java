/** Graphs cut into parts, one for each endpoint. */
package org.grcuda.graph.partition;
