/**
 * Pictures of a recorded schedule: GraphViz's DOT, SVG, and a page that shows it interactively.
 * Everything that they show is derived here, once for all formats: rows of the timeline, layers of
 * the dependencies, the critical path, figures, colours.
 */
package org.grcuda.runtime.schedule.export;
