/**
 * A recorded schedule: what was computed where and when, and what depended on what. Plain values,
 * and how they are written to files and read from them.
 */
package org.grcuda.runtime.schedule;
