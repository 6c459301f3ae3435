package org.grcuda.core.file;

import java.util.List;

/**
 * How an array is written as text.
 *
 * @param formats of C's printf, one for all columns or one for each, such as {@code %.18e}
 * @param delimiter between the elements of a row
 * @param header lines before the first row, each after {@code comment}; empty for none
 * @param footer lines after the last row, likewise
 */
public record TextStyle(
    List<String> formats, String delimiter, String header, String footer, String comment) {}
