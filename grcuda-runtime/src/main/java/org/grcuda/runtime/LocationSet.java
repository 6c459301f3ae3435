package org.grcuda.runtime;

/** The places that hold an up-to-date copy of an interval. */
final class LocationSet {

  long places;

  LocationSet(long places) {
    this.places = places;
  }

  LocationSet copy() {
    return new LocationSet(places);
  }

  boolean isSame(LocationSet other) {
    return places == other.places;
  }
}
