package org.grcuda.world.transfer;

import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;

/**
 * Which array of which rank: the same on both sides.
 *
 * @param rank the other rank
 * @param tag of the program; {@link #OWN} or {@link #ASKED}
 * @param number of those with this tag, from 0
 */
record TransferKey(int rank, long tag, long number) {

  /** The tag of arrays that a record names. */
  static final long OWN = Long.MIN_VALUE;

  /** The tag of arrays that a rank has asked for, without knowing which rank will send them. */
  static final long ASKED = Long.MIN_VALUE + 1;

  /** Stands for whichever rank sends. */
  private static final int ANY = -1;

  /** The key of an array that this rank has asked for. */
  static TransferKey asked(long number) {
    return new TransferKey(ANY, ASKED, number);
  }

  /** Whether a record names the array. */
  boolean isNamed() {
    return tag == OWN;
  }

  /** Whether no program has chosen the tag. */
  boolean isOwn() {
    return tag <= ASKED;
  }

  /** Whether it does not say which rank sends. */
  boolean isOfAnyRank() {
    return rank == ANY;
  }

  /** Its name as a computation. */
  String sendName() {
    return "send to rank " + rank;
  }

  /** Its name as a computation. */
  String receiveName() {
    return rank == ANY ? "get" : "receive from rank " + rank;
  }

  /** Begins a record about it, for the other side. */
  RecordWriter record(Kind kind) {
    return new RecordWriter(kind).addLong(tag).addLong(number);
  }

  /** The key in a record of {@code source}, as a receiver has it. */
  static TransferKey read(int source, RecordReader record) {
    long tag = record.readLong();
    return new TransferKey(tag == ASKED ? ANY : source, tag, record.readLong());
  }
}
