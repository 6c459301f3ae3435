package org.grcuda.task;

/**
 * A name that has no memory and only orders computations. A computation that names it among its
 * writes runs after all earlier ones that name it; one that names it among its reads runs after the
 * earlier writers. The names of two resources may be equal: the resources are different all the
 * same. Programs do not implement it: {@code GrCuda.resource} makes one.
 */
public interface Resource extends Usable {

  /** Its name in messages and in the schedule. */
  String name();
}
