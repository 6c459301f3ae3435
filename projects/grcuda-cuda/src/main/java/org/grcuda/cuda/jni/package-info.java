/** The native library: where it is, and its functions as they are. */
package org.grcuda.cuda.jni;
