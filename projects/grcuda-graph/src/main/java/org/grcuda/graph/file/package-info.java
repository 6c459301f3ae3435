/** Reads and writes files of graphs. */
package org.grcuda.graph.file;
