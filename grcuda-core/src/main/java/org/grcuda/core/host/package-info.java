/** The process around a session: files, permissions, and the program that embeds it. */
package org.grcuda.core.host;
