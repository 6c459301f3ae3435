/** Reading signatures: NIDL, the legacy NFI notation, and mangled C++ names. */
package org.grcuda.core.signature;
