package org.grcuda.core.file;

import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * How text in columns is read.
 *
 * @param type of the elements
 * @param delimiter the character between fields; 0: any white space
 * @param comment what begins a comment, to the end of the line; empty for no comments
 * @param skippedLines lines at the beginning that are skipped
 * @param columns the columns to take, from 0, negative ones from the last; empty for all
 * @param mostRows rows to read at most
 * @param order of the array
 */
public record TextFormat(
    ElementType type,
    char delimiter,
    String comment,
    long skippedLines,
    int[] columns,
    long mostRows,
    Order order) {}
