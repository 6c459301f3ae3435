/**
 * Programs of several processes, from Java. A {@link org.grcuda.world.World} is the ranks of a
 * program: the processes that one {@code mpirun} has started, or this process alone.
 */
package org.grcuda.world;
