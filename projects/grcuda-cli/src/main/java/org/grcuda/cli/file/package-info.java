/** Files of the host languages that the command brings. */
package org.grcuda.cli.file;
