/**
 * Pictures of a recorded schedule: GraphViz's DOT, SVG, and a page that shows it interactively.
 * What they show is derived here, once for all of them: rows of the timeline, layers of the
 * dependencies, the critical path, figures, colours.
 */
package org.grcuda.runtime.schedule.export;
