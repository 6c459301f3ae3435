package org.grcuda.nvrtc.source;

import java.util.Set;

/**
 * An argument of a template as it reads outside of all functions.
 *
 * @param names the names in it that are declared by the files
 */
record Argument(String text, Set<String> names) {}
