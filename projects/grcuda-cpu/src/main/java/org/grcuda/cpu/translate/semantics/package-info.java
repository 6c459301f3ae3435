/**
 * The semantics of the instructions, as static methods. Each instruction that is more than a JVM
 * opcode or two is written here, once. Translated code calls them and HotSpot inlines them.
 */
package org.grcuda.cpu.translate.semantics;
