/** Mobile objects on this rank, and calls of those elsewhere. */
package org.grcuda.world.mobile;
