/** The namespace {@code CU.graph}: graphs for Python and JavaScript. */
package org.grcuda.graph.guest;
