/** Algorithms on graphs, over all devices. */
package org.grcuda.graph.algorithm;
