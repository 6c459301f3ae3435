package org.grcuda.sim.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Unified memory: pages of managed allocations are where they were used last, and move to where
 * they are used next, by prefetches or by page faults. Read-mostly memory is copied instead, until
 * somebody writes it. A full device evicts the memory that was not used for the longest time, to
 * the host.
 *
 * <p>Guarded by the lock of the queues.
 */
public final class Residency {

  /** Evictions are rounded up to this many bytes: the pages of devices. */
  private static final long GRANULARITY = 2L << 20;

  private final SimMemory memory;
  private final Mover mover;
  private final long[] resident;
  // For each device, the ring of copies that it holds and nobody uses now, by last use.
  private final Copy[] unused;
  private long uses;

  /**
   * @param memory tells how much memory a device has left
   * @param mover moves pages
   * @param devices number of devices
   */
  public Residency(SimMemory memory, Mover mover, int devices) {
    this.memory = memory;
    this.mover = mover;
    this.resident = new long[devices];
    this.unused = new Copy[devices];
    for (int i = 0; i < devices; i++) {
      unused[i] = Copy.sentinel();
    }
  }

  /** A range of managed memory, and what is done to it. */
  public record Use(Allocation allocation, long address, long bytes, boolean writes) {}

  /** Bytes of managed memory on a device. */
  public long resident(int device) {
    return resident[device];
  }

  /** Copies a range to a place, if it is not there; or moves it, unless it is read-mostly. */
  public Movement prefetch(Use range, int place) {
    return bring(List.of(range), place, false, 1);
  }

  /**
   * Lets page faults make ranges valid at a place; ranges that are written become valid only there.
   */
  public Movement access(List<Use> ranges, int place) {
    return bring(ranges, place, true, 1);
  }

  /**
   * As {@link #access}, by a kernel. If the ranges are more than the device can hold, the kernel
   * makes the device evict memory that it needs again: each time that the kernel goes through the
   * ranges, all of them come again, and leave.
   *
   * @param passes how often it goes through all of the ranges, at least 1
   */
  public Movement access(List<Use> ranges, int device, double passes) {
    return bring(ranges, device, true, passes);
  }

  /**
   * @return a movement that is over when everything is there
   */
  private Movement bring(List<Use> ranges, int place, boolean faults, double passes) {
    Movement arrival = new Movement();
    arrival.begin(1);
    List<Piece> pieces = pieces(ranges);
    List<Piece> missing = new ArrayList<>();
    long all = 0;
    long needed = 0;
    for (Piece piece : pieces) {
      all += piece.bytes();
      Copy here = piece.at(place);
      if (here == null) {
        missing.add(piece);
        needed += piece.bytes();
      } else {
        touch(here);
        arrival.follow(here.arrival());
      }
    }
    makeRoom(needed, place, arrival);
    Moves moves = new Moves(mover, faults, arrival);
    for (Piece piece : missing) {
      fetch(piece, place, moves, arrival);
    }
    moves.begin();
    leaveOthers(ranges, place);
    long room = place == SimMemory.HOST ? Long.MAX_VALUE : memory.free(place);
    if (all <= room) {
      arrival.arrived();
      return arrival;
    }
    Movement end = spill(pieces, place, all - room, arrival);
    long again = all - needed + (long) ((passes - 1) * all);
    arrival.then(
        () -> {
          move(place, SimMemory.HOST, again, false, end);
          move(SimMemory.HOST, place, again, faults, end);
          end.arrived();
        });
    arrival.arrived();
    return end;
  }

  /** The pieces of ranges, which may overlap, each once. All are used now. */
  private List<Piece> pieces(List<Use> ranges) {
    uses++;
    for (Use use : ranges) {
      use.allocation.pages().tidy();
    }
    for (Use use : ranges) {
      // All pieces get their borders before one is looked at.
      range(use);
    }
    List<Piece> pieces = new ArrayList<>();
    for (Use use : ranges) {
      for (Piece piece : range(use)) {
        if (piece.lastUse != uses) {
          piece.lastUse = uses;
          pieces.add(piece);
        }
      }
    }
    return pieces;
  }

  /** Brings a piece to a place. A piece that nobody has touched appears there. */
  private void fetch(Piece piece, int place, Moves moves, Movement arrival) {
    Copy copy = new Copy(piece, place);
    if (piece.copies() != null) {
      Copy source = source(piece, place);
      copy.arrivesWith(arrival);
      moves.add(source.place, place, piece.begin, piece.end, source.arrival());
      if (!piece.readMostly) {
        leaveAll(piece);
      }
    }
    enter(copy);
  }

  /**
   * The copy to read a piece from: one that is there before one that is coming, then the one with
   * the widest route.
   */
  private Copy source(Piece piece, int place) {
    Copy best = piece.copies();
    for (Copy copy = best.next; copy != null; copy = copy.next) {
      boolean comes = copy.arrival() != null;
      if (comes == (best.arrival() != null)
          ? mover.bandwidth(copy.place, place) > mover.bandwidth(best.place, place)
          : !comes) {
        best = copy;
      }
    }
    return best;
  }

  private void leaveOthers(List<Use> ranges, int place) {
    for (Use use : ranges) {
      if (use.writes) {
        for (Piece piece : range(use)) {
          for (Copy copy = piece.copies(); copy != null; copy = copy.next) {
            if (copy.place != place) {
              leave(copy);
            }
          }
        }
      }
    }
  }

  /**
   * If more is used than fits, the first bytes are on the host in the end.
   *
   * @param arrival brings the used pieces; it follows the bytes that leave
   * @return the movement, not over yet, that brings the first bytes to the host
   */
  private Movement spill(List<Piece> used, int device, long excess, Movement arrival) {
    Movement end = new Movement();
    end.begin(1);
    move(device, SimMemory.HOST, excess, false, arrival);
    long left = excess;
    for (Piece piece : used) {
      if (left <= 0) {
        break;
      }
      piece.pages.range(piece.begin, Math.min(piece.end, piece.begin + left));
      left -= piece.bytes();
      leave(piece.at(device));
      if (!piece.isAt(SimMemory.HOST)) {
        Copy saved = new Copy(piece, SimMemory.HOST);
        saved.arrivesWith(end);
        enter(saved);
      }
    }
    return end;
  }

  private void move(int from, int to, long bytes, boolean faults, Movement arrival) {
    if (bytes > 0) {
      arrival.begin(1);
      mover.move(from, to, bytes, faults, arrival::arrived);
    }
  }

  /** A range is written at a place by a copy or fill that needs no earlier contents. */
  public void overwrite(Use range, int place) {
    List<Piece> pieces = pieces(List.of(range));
    pieces.forEach(this::leaveAll);
    makeRoom(range.bytes, place, null);
    for (Piece piece : pieces) {
      enter(new Copy(piece, place));
    }
  }

  /** A user of the ranges has begun, or ended; in between the ranges are not evicted. */
  public void pin(List<Use> ranges, boolean begins) {
    for (Use use : ranges) {
      for (Piece piece : range(use)) {
        boolean wasUsed = piece.users > 0;
        piece.users += begins ? 1 : -1;
        if (wasUsed != piece.users > 0) {
          for (Copy copy = piece.copies(); copy != null; copy = copy.next) {
            touch(copy);
          }
        }
      }
    }
  }

  /** Says whether readers of a range get copies of their own. */
  public void setReadMostly(Allocation allocation, long address, long bytes, boolean readMostly) {
    for (Piece piece : range(new Use(allocation, address, bytes, false))) {
      piece.readMostly = readMostly;
    }
  }

  /**
   * The place that most of a range is read from; the first of several, the host before devices.
   *
   * @param reader the place that reads it, where memory that nobody has touched counts
   */
  public int place(Use range, int reader) {
    long[] at = new long[resident.length + 1];
    for (Piece piece : range(range)) {
      int from = piece.copies() == null ? reader : source(piece, reader).place;
      at[from + 1] += piece.bytes();
    }
    int best = 0;
    for (int i = 1; i < at.length; i++) {
      if (at[i] > at[best]) {
        best = i;
      }
    }
    return best - 1;
  }

  /** An allocation is no more. */
  public void removed(Allocation allocation) {
    allocation.pages().all().forEach(this::leaveAll);
  }

  private static List<Piece> range(Use use) {
    return use.allocation.pages().range(use.address, use.address + use.bytes);
  }

  private void enter(Copy copy) {
    copy.piece.add(copy);
    if (copy.place != SimMemory.HOST) {
      resident[copy.place] += copy.piece.bytes();
    }
    touch(copy);
  }

  private void leave(Copy copy) {
    if (copy.place != SimMemory.HOST) {
      resident[copy.place] -= copy.piece.bytes();
    }
    copy.piece.remove(copy);
  }

  private void leaveAll(Piece piece) {
    while (piece.copies() != null) {
      leave(piece.copies());
    }
  }

  /** Notes that the copy is in use now, or was until now. */
  private void touch(Copy copy) {
    if (copy.place != SimMemory.HOST) {
      copy.unlink();
      if (copy.piece.users == 0) {
        copy.linkLast(unused[copy.place]);
      }
    }
  }

  /**
   * Evicts the least recently used copies until {@code bytes} more fit on a device, as far as there
   * are copies that nobody uses.
   *
   * @param user follows the movements that save data; null if it need not
   */
  private void makeRoom(long bytes, int place, Movement user) {
    if (place == SimMemory.HOST) {
      return;
    }
    long needed = resident[place] + bytes - memory.free(place);
    if (needed <= 0) {
      return;
    }
    Movement saving = new Movement();
    saving.begin(1);
    Moves moves = new Moves(mover, false, saving);
    Copy copy = unused[place].newer();
    while (needed > 0 && copy != unused[place] && copy.piece.lastUse < uses) {
      // A copy that is arriving now stays.
      Copy next = copy.newer();
      if (copy.arrival() == null) {
        needed -= evict(copy, needed, moves, saving);
      }
      copy = next;
    }
    moves.begin();
    saving.arrived();
    if (user != null) {
      user.follow(saving);
    }
  }

  /**
   * Evicts a piece, or its first part if that is enough.
   *
   * @return bytes that are free now
   */
  private long evict(Copy victim, long needed, Moves moves, Movement saving) {
    Piece piece = victim.piece;
    long rounded = (needed + GRANULARITY - 1) / GRANULARITY * GRANULARITY;
    if (piece.bytes() > rounded) {
      piece.pages.range(piece.begin, piece.begin + rounded);
    }
    leave(victim);
    if (piece.copies() == null) {
      moves.add(victim.place, SimMemory.HOST, piece.begin, piece.end, null);
      Copy saved = new Copy(piece, SimMemory.HOST);
      saved.arrivesWith(saving);
      enter(saved);
    }
    return piece.bytes();
  }
}
