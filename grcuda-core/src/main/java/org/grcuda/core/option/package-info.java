/** The one table of options, with their legal values; docs/options.md is held against it. */
package org.grcuda.core.option;
