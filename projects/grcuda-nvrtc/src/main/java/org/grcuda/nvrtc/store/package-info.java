/** Where the compiler's process keeps precompiled headers. */
package org.grcuda.nvrtc.store;
