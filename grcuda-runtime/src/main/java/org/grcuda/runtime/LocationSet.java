package org.grcuda.runtime;

/** The places that hold an up-to-date copy of an interval. */
final class LocationSet {

  long places;

  /**
   * When each device has its copy, on the clock of the model of finish times; null while nobody
   * predicts.
   */
  double[] available;

  LocationSet(long places) {
    this.places = places;
  }

  LocationSet copy() {
    LocationSet copy = new LocationSet(places);
    copy.available = available == null ? null : available.clone();
    return copy;
  }

  boolean isSame(LocationSet other) {
    return places == other.places;
  }
}
