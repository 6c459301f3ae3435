/**
 * Types that the typed API and every layer below it share: element types, the order of elements,
 * complex and half-precision numbers, compile options, the choice of a backend, and the one
 * exception.
 */
package org.grcuda.types;
