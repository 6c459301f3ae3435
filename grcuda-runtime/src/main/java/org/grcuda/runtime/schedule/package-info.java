/**
 * A recorded schedule: what was computed where and when, and what depended on what. The schedule is
 * plain values; classes here write it to files and read it back.
 */
package org.grcuda.runtime.schedule;
