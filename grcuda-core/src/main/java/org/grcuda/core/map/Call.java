package org.grcuda.core.map;

/** What the names in a {@link Term} mean in one call. */
interface Call {

  /** The argument called {@code name}. */
  Object argument(String name);

  /** The argument called {@code name}, shredded. */
  Object shredded(String name);

  /** The value kept under {@code name}; null if there is none yet. */
  Object kept(String name);

  /** Keeps a value under {@code name} for later terms of the same call. */
  void keep(String name, Object value);
}
