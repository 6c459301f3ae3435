/** The Python package and the JavaScript module {@code grcuda}, and file systems that hold them. */
package org.grcuda.polyglot.files;
