/** What drives the parts of an algorithm: steps, reports and packets. */
package org.grcuda.graph.engine;
