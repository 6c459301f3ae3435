package org.grcuda.driver.image;

/** How a value between texels, or between levels, is found (CUfilter_mode). */
public enum FilterMode {
  /** The texel, or level, that holds the coordinate. */
  POINT,
  /** The neighbours, each weighted by its distance in steps of 1/256. */
  LINEAR
}
