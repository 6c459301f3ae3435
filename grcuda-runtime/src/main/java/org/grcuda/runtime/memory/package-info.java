/** Memory pools: which parts of a range are in use. Knows no device and no computation. */
package org.grcuda.runtime.memory;
