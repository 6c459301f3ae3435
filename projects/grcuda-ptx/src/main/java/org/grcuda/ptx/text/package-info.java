/**
 * What is about the text of PTX and not its meaning: {@link org.grcuda.ptx.text.PtxPrinter
 * printing} the syntax tree, and {@link org.grcuda.ptx.text.SourceLines the lines of the source}
 * that lines of PTX come from.
 */
package org.grcuda.ptx.text;
