/** The process around a session: files, permissions, and who embeds it. */
package org.grcuda.core.host;
