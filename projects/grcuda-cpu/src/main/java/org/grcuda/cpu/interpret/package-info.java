/**
 * A plain interpreter of PTX: the reference that generated code is compared with. It shares the
 * methods of {@code translate.semantics} with the emitters, and chooses them by itself.
 */
package org.grcuda.cpu.interpret;
