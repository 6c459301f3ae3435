package org.grcuda.core.map;

/** Collects the names in a {@link Term}, each at its first use. */
interface Names {

  /** An argument of the call. */
  void argument(String name);

  /** An argument of the call that is used shredded. */
  void shredded(String name);

  /** A named value. */
  void value(String name);
}
