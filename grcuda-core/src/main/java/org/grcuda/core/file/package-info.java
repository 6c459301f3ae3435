/** Arrays in files: text in columns, NumPy's {@code .npy}, and bare elements. */
package org.grcuda.core.file;
