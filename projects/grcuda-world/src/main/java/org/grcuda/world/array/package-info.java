/** What distributed arrays do: exchanges of halos, sums, and copies to and from whole arrays. */
package org.grcuda.world.array;
