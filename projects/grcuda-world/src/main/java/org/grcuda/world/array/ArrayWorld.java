package org.grcuda.world.array;

import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.GrCuda;
import org.grcuda.world.message.Collectives;
import org.grcuda.world.message.Messages;

/** What the distributed arrays of a world share. */
public final class ArrayWorld {

  private final GrCuda cuda;
  private final Messages messages;
  private final Collectives collectives;
  private final BoxKernels boxes;
  private final SumKernels sums;
  private final AtomicInteger arrays = new AtomicInteger();

  /** What arrays need of a world. */
  public ArrayWorld(GrCuda cuda, Messages messages, Collectives collectives) {
    this.cuda = cuda;
    this.messages = messages;
    this.collectives = collectives;
    this.boxes = new BoxKernels(cuda);
    this.sums = new SumKernels(cuda);
  }

  /** The context. */
  public GrCuda cuda() {
    return cuda;
  }

  /** Messages between the ranks. */
  public Messages messages() {
    return messages;
  }

  /** What ranks do together. */
  public Collectives collectives() {
    return collectives;
  }

  /** The number of a new array: the same on every rank, as ranks make arrays in one order. */
  public int nextArray() {
    return arrays.getAndIncrement();
  }

  BoxKernels boxes() {
    return boxes;
  }

  SumKernels sums() {
    return sums;
  }
}
