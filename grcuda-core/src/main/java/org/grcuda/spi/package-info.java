/**
 * How another module adds a namespace to the language: {@code CU.graph}. It describes functions and
 * objects in terms of plain Java values and of the Java API; the language shows them to its hosts.
 */
package org.grcuda.spi;
