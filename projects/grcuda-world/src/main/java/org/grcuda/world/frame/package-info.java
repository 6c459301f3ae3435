/**
 * What travels between ranks, as bytes: records of numbers, texts and values. All numbers are
 * little-endian. Readers check every length: a record that was damaged is refused, and nothing is
 * read outside of it.
 */
package org.grcuda.world.frame;
