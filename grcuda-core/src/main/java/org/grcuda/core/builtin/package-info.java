/**
 * The functions in the root namespace, and their arguments. {@link
 * org.grcuda.core.builtin.Builtins} installs them.
 */
package org.grcuda.core.builtin;
