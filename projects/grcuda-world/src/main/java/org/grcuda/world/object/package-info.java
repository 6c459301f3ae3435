/**
 * Mobile objects: state that lives on one rank at a time, handlers that are called where it is, and
 * pointers that every rank can hold. Section 1.1 of the paper on heterogeneous tasking with PREMA.
 */
package org.grcuda.world.object;
