package org.grcuda.world.mobile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Progress;

/**
 * Where objects are that were not always at home, as far as this rank knows. What it knows may be
 * old: who gets a call of an object that has gone on sends the call on, and tells the caller.
 */
final class Places {

  /** The place of an object that is no more. */
  static final int NOWHERE = -1;

  /** A place, and how often the object had moved when it came there. */
  private record Place(int rank, int moves) {}

  private final Progress progress;
  private final Map<MobilePointer, Place> places = new ConcurrentHashMap<>();

  Places(Progress progress) {
    this.progress = progress;
    progress.on(Kind.LOCATION, this::receive);
  }

  /** The rank to which calls of the object are sent; {@link #NOWHERE} if it is no more. */
  int of(MobilePointer pointer) {
    Place place = places.get(pointer);
    return place == null ? pointer.home() : place.rank;
  }

  /** The object has come to {@code rank} with its move number {@code moves}. */
  void learn(MobilePointer pointer, int rank, int moves) {
    places.merge(pointer, new Place(rank, moves), (old, now) -> old.moves > now.moves ? old : now);
  }

  /** Tells {@code caller} what this rank knows. */
  void tell(int caller, MobilePointer pointer) {
    Place place = places.get(pointer);
    if (place != null && caller != progress.rank()) {
      RecordWriter record = new RecordWriter(Kind.LOCATION);
      ValueWriter.write(record, pointer);
      progress.post(caller, record.addInt(place.rank).addInt(place.moves).finish());
    }
  }

  private void receive(int source, RecordReader record) {
    learn(ValueReader.readPointer(record), record.readInt(), record.readInt());
  }
}
