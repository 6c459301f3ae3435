/** How a distributed array is cut into parts: arithmetic only. */
package org.grcuda.world.partition;
