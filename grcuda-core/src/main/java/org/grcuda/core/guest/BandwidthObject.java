package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;

/**
 * Bandwidths in GB/s: a dictionary whose keys are the sources of data, with -1 for the host, and
 * whose values are dictionaries by target. {@code bandwidth[-1][0]} in Python, {@code
 * bandwidth.between(-1, 0)} everywhere.
 */
@ExportLibrary(InteropLibrary.class)
public final class BandwidthObject extends GuestObject<BandwidthObject> {

  public static final MetaObject META = new MetaObject("Bandwidth", BandwidthObject.class);

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final int HOST = BandwidthMatrix.HOST;
  private static final Members<BandwidthObject> MEMBERS =
      new Members<BandwidthObject>("bandwidths")
          .property("devices", table -> table.matrix.devices())
          .property("origin", table -> table.matrix.origin())
          .property("csv", table -> BandwidthFile.format(table.matrix))
          .method("between", 2, 2, (table, arguments) -> table.between(arguments));
  private static final Members<BandwidthObject> ROW_MEMBERS = new Members<>("bandwidths");

  private final BandwidthMatrix matrix;

  /** The source of a row; null for the whole table. */
  private final Integer from;

  /** The bandwidths of {@code matrix}. */
  public BandwidthObject(BandwidthMatrix matrix) {
    this(matrix, null);
  }

  private BandwidthObject(BandwidthMatrix matrix, Integer from) {
    super(from == null ? MEMBERS : ROW_MEMBERS);
    this.matrix = matrix;
    this.from = from;
  }

  private Object between(Object[] arguments) {
    int most = matrix.devices() - 1;
    return matrix.between(
        Values.integer("between, argument 1 'from'", arguments[0], HOST, most),
        Values.integer("between, argument 2 'to'", arguments[1], HOST, most));
  }

  private Object value(int place) {
    return from == null ? new BandwidthObject(matrix, place) : (Object) matrix.between(from, place);
  }

  private IntStream places() {
    return IntStream.range(HOST, matrix.devices());
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return places()
        .mapToObj(place -> place + ": " + Values.display(value(place), allowSideEffects))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean hasHashEntries() {
    return true;
  }

  @ExportMessage
  long getHashSize() {
    return matrix.devices() + 1L;
  }

  @ExportMessage
  @TruffleBoundary
  boolean isHashEntryReadable(Object key) {
    if (!INTEROP.fitsInInt(key)) {
      return false;
    }
    int place = Values.integer("place", key, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return place >= HOST && place < matrix.devices();
  }

  @ExportMessage
  @TruffleBoundary
  Object readHashValue(Object key) throws UnknownKeyException {
    if (!isHashEntryReadable(key)) {
      throw UnknownKeyException.create(key);
    }
    return value(Values.integer("place", key, HOST, matrix.devices() - 1));
  }

  @ExportMessage
  @TruffleBoundary
  Object getHashEntriesIterator() {
    List<GuestList> entries = new ArrayList<>();
    places().forEach(place -> entries.add(new GuestList(place, value(place))));
    return new GuestIterator(entries);
  }
}
