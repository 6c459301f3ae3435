/**
 * The Truffle language {@code grcuda} and its options; it finds the evaluation of expressions as a
 * service.
 */
package org.grcuda.core.language;
