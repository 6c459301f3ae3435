/** The native library: how it is loaded, and its functions, one Java method each. */
package org.grcuda.cuda.jni;
