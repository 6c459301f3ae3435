package org.grcuda.sim.memory;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Unified memory: pages of managed allocations are where they were used last, and move to where
 * they are used next, by prefetches or by page faults. What is read-mostly is copied instead, until
 * somebody writes it. A device that is full gives up what was not used for longest, to the host.
 *
 * <p>Guarded by the lock of the queues.
 */
public final class Residency {

  /** What is evicted is rounded up to so much: the pages of devices. */
  private static final long GRANULARITY = 2L << 20;

  private final SimMemory memory;
  private final Mover mover;
  private final long[] resident;
  private final Set<Allocation> managed = new LinkedHashSet<>();
  private long uses;

  /**
   * @param memory says how much a device has left
   * @param mover moves pages
   * @param devices number of devices
   */
  public Residency(SimMemory memory, Mover mover, int devices) {
    this.memory = memory;
    this.mover = mover;
    this.resident = new long[devices];
  }

  /** A range of managed memory, and what is done to it. */
  public record Use(Allocation allocation, long address, long bytes, boolean writes) {}

  /** Bytes of managed memory on a device. */
  public long resident(int device) {
    return resident[device];
  }

  /**
   * Makes ranges valid at a place, and those that are written valid only there.
   *
   * @param faults whether page faults bring what is missing, rather than a prefetch
   * @return what is over when everything is there
   */
  public Movement use(List<Use> ranges, int place, boolean faults) {
    uses++;
    for (Use use : ranges) {
      use.allocation.pages().tidy();
    }
    for (Use use : ranges) {
      // Ranges may overlap: all pieces get their borders before one is looked at.
      range(use.allocation, use.address, use.bytes);
    }
    Movement arrival = new Movement();
    arrival.begin(1);
    List<Piece> missing = new ArrayList<>();
    long needed = 0;
    for (Use use : ranges) {
      for (Piece piece : range(use.allocation, use.address, use.bytes)) {
        piece.lastUse = uses;
        arrival.follow(piece.movement);
        if (!piece.isAt(place) && !missing.contains(piece)) {
          missing.add(piece);
          needed += piece.bytes();
        }
      }
    }
    makeRoom(needed, place, arrival);
    for (Piece piece : missing) {
      fetch(piece, place, faults, arrival);
    }
    for (Use use : ranges) {
      if (use.writes) {
        for (Piece piece : range(use.allocation, use.address, use.bytes)) {
          leave(piece, piece.places & ~Piece.bit(place));
        }
      }
    }
    arrival.arrived();
    return arrival;
  }

  /** A range is written at a place by a copy or fill that needs no earlier contents. */
  public void overwrite(Use range, int place) {
    uses++;
    range.allocation.pages().tidy();
    List<Piece> pieces = range(range.allocation, range.address, range.bytes);
    for (Piece piece : pieces) {
      leave(piece, piece.places);
      piece.lastUse = uses;
    }
    makeRoom(place == SimMemory.HOST ? 0 : range.bytes, place, null);
    for (Piece piece : range(range.allocation, range.address, range.bytes)) {
      enter(piece, place);
    }
  }

  /** What uses the ranges has begun, or ended: meanwhile they are not evicted. */
  public void pin(List<Use> ranges, boolean begins) {
    for (Use use : ranges) {
      for (Piece piece : range(use.allocation, use.address, use.bytes)) {
        piece.users += begins ? 1 : -1;
      }
    }
  }

  /** Managed memory was allocated: it is nowhere yet. */
  public void added(Allocation allocation) {
    managed.add(allocation);
  }

  /** Says whether readers of a range get copies of their own. */
  public void setReadMostly(Allocation allocation, long address, long bytes, boolean readMostly) {
    for (Piece piece : range(allocation, address, bytes)) {
      piece.readMostly = readMostly;
    }
  }

  /**
   * The place that has most of a range; the first of several, the host before devices.
   *
   * @param nowhere the place of what nobody has touched
   */
  public int place(Allocation allocation, long address, long bytes, int nowhere) {
    long[] at = new long[resident.length + 1];
    for (Piece piece : range(allocation, address, bytes)) {
      at[(piece.places == 0 ? nowhere : piece.source()) + 1] += piece.bytes();
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
    for (Piece piece : allocation.pages().all()) {
      leave(piece, piece.places);
    }
    managed.remove(allocation);
  }

  private List<Piece> range(Allocation allocation, long address, long bytes) {
    return allocation.pages().range(address, address + bytes);
  }

  /** Brings a piece to a place. What nobody has touched appears there. */
  private void fetch(Piece piece, int place, boolean faults, Movement arrival) {
    if (piece.places != 0) {
      int from = piece.source();
      long bytes = piece.bytes();
      Movement before = piece.movement;
      piece.movement = arrival;
      arrival.begin(1);
      Runnable move = () -> mover.move(from, place, bytes, faults, arrival::arrived);
      if (before == null || before == arrival || before.isOver()) {
        move.run();
      } else {
        before.then(move);
      }
    }
    if (!piece.readMostly) {
      leave(piece, piece.places);
    }
    enter(piece, place);
  }

  private void enter(Piece piece, int place) {
    if (place != SimMemory.HOST && !piece.isAt(place)) {
      resident[place] += piece.bytes();
    }
    piece.places |= Piece.bit(place);
  }

  private void leave(Piece piece, long places) {
    for (long left = places >>> 1; left != 0; left &= left - 1) {
      resident[Long.numberOfTrailingZeros(left)] -= piece.bytes();
    }
    piece.places &= ~places;
  }

  /**
   * Evicts what was not used for longest until {@code bytes} more fit on a device, as far as there
   * is something that nobody uses.
   *
   * @param user follows what must be saved; null if it need not
   */
  private void makeRoom(long bytes, int place, Movement user) {
    long needed = place == SimMemory.HOST ? 0 : resident[place] + bytes - memory.free(place);
    while (needed > 0) {
      Piece victim = oldest(place, needed);
      if (victim == null) {
        return;
      }
      needed -= victim.bytes();
      evict(victim, place, user);
    }
  }

  /** What may leave a device and was not used for longest, at most as much as is needed. */
  private Piece oldest(int place, long needed) {
    Allocation owner = null;
    Piece oldest = null;
    for (Allocation allocation : managed) {
      for (Piece piece : allocation.pages().all()) {
        boolean free = piece.isAt(place) && piece.users == 0 && piece.lastUse < uses;
        boolean settled = piece.movement == null || piece.movement.isOver();
        if (free && settled && (oldest == null || piece.lastUse < oldest.lastUse)) {
          owner = allocation;
          oldest = piece;
        }
      }
    }
    long rounded = (needed + GRANULARITY - 1) / GRANULARITY * GRANULARITY;
    if (oldest != null && oldest.bytes() > rounded) {
      return range(owner, oldest.begin, rounded).get(0);
    }
    return oldest;
  }

  private void evict(Piece victim, int place, Movement user) {
    leave(victim, Piece.bit(place));
    if (victim.places == 0) {
      Movement saving = new Movement();
      saving.begin(1);
      victim.movement = saving;
      if (user != null) {
        user.follow(saving);
      }
      mover.move(place, SimMemory.HOST, victim.bytes(), false, saving::arrived);
      enter(victim, SimMemory.HOST);
    }
  }
}
