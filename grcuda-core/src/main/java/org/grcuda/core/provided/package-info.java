/** Namespaces of other modules, as guest programs see them. */
package org.grcuda.core.provided;
