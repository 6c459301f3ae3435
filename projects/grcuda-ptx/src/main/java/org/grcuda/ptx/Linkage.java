package org.grcuda.ptx;

/** A linking directive (PTX ISA 11.6); {@link #INTERNAL} where none is written. */
public enum Linkage {
  INTERNAL,
  VISIBLE,
  EXTERN,
  WEAK,
  COMMON
}
