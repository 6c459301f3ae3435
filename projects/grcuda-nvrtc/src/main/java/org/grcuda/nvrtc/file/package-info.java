/** Files of the cache: whose they are, that they are whole, and what they hold. */
package org.grcuda.nvrtc.file;
