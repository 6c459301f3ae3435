/** The passes over a kernel's syntax tree, one file and one {@code run} each. They emit nothing. */
package org.grcuda.cpu.translate.pass;
