/** The Truffle language {@code grcuda} and its options; what it evaluates is found as a service. */
package org.grcuda.core.language;
