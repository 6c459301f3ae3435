package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.Region;

/** A buffer of a receiver, for one packet. */
record Buffer(Region memory) {}
