/** Expressions as Truffle nodes, and what they are evaluated in. */
package org.grcuda.core.node;
