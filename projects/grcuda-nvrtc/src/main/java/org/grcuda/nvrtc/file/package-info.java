/** Files of the cache: checks of their owners and their integrity, and records in them. */
package org.grcuda.nvrtc.file;
