/** Expressions as Truffle nodes, and the context in which they are evaluated. */
package org.grcuda.core.node;
