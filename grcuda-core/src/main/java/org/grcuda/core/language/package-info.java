/** The Truffle language {@code grcuda}: its context, its options, the nodes of expressions. */
package org.grcuda.core.language;
