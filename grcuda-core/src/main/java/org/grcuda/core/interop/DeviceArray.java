package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Cached.Shared;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import java.lang.ref.Reference;
import org.grcuda.core.engine.ComplexElement;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A device array, or a view of one, as guest programs hold it.
 *
 * <p>An element access is a bounds check, one field read that says whether the host may touch the
 * memory now, and the memory itself. The access asks the scheduler only if the answer is no.
 *
 * <p>Errors are {@link GuestException}s. They are not interop's own index exception, for which
 * JavaScript returns {@code undefined} and silently drops writes.
 */
@ExportLibrary(InteropLibrary.class)
public final class DeviceArray extends ArrayBuffer<DeviceArray> {

  /** The class of arrays. */
  public static final MetaObject META = new MetaObject("DeviceArray", DeviceArray.class);

  /** The class of complex elements: of the views of their two parts. */
  static final MetaObject COMPLEX =
      new MetaObject(
          "Complex",
          META,
          value -> value instanceof DeviceArray array && array.isComplexElement(),
          null);

  private final GuestContext context;
  private final NdArray array;
  private final Allocation allocation;
  private final ElementType type;
  private final ElementAccess access;
  private final long address;
  private final long length;
  private final long strideBytes;
  private final boolean row;
  private final boolean complexRow;
  private final boolean complexElement;
  private final boolean dense;
  private final long bytes;

  private final Role role;

  /**
   * What an array is besides an array.
   *
   * @param meta the class of such arrays, a subclass of {@link #META}
   * @param members as those of {@link ArrayMembers#with}
   * @param value what it is, for the members; null if it is an array alone
   */
  public record Role(MetaObject meta, Members<DeviceArray> members, Object value) {

    static final Role NONE = new Role(META, ArrayMembers.TABLE, null);

    private static final Role COMPLEX_ELEMENT = new Role(COMPLEX, ArrayMembers.TABLE, null);
  }

  /** The guest object for {@code array}. */
  public DeviceArray(GuestContext context, NdArray array) {
    this(context, array, Role.NONE);
  }

  /** The guest object for an array that is something else too. */
  public DeviceArray(GuestContext context, NdArray array, Role role) {
    super(role.members());
    this.role = role;
    this.context = context;
    this.array = array;
    this.allocation = array.storage().allocation();
    this.type = array.type();
    this.access = ElementAccess.of(type);
    this.address = array.address();
    this.length = array.extent(0);
    this.strideBytes = array.stride(0) * type.sizeBytes();
    boolean complex = type.kind() == ElementType.Kind.COMPLEX;
    this.row = array.rank() == 1 && !complex;
    this.complexRow = array.rank() == 1 && complex;
    this.complexElement = role == Role.COMPLEX_ELEMENT;
    this.dense = array.isContiguous();
    this.bytes = array.bytes();
  }

  /**
   * A device array of {@code type} with the elements of {@code source}, any array-like: {@code
   * source} itself if it is a device array of that type.
   */
  public static DeviceArray of(GuestContext context, ElementType type, Object source) {
    return BulkCopy.converted(context, type, source);
  }

  /** The array behind it. */
  public NdArray array() {
    return array;
  }

  /** What it is besides an array; null if it is nothing. */
  public Object role() {
    return role.value();
  }

  /** The context it belongs to. */
  GuestContext context() {
    return context;
  }

  /** Elements along the first dimension. */
  long length() {
    return length;
  }

  /** Whether {@code [i]} is a number, not a view. */
  boolean isRow() {
    return row;
  }

  /**
   * Whether {@code [i]} is a complex number: reading gives the view of its parts, storing takes a
   * value.
   */
  boolean isComplexRow() {
    return complexRow;
  }

  /** Whether it is the view of the two parts of a complex element. */
  boolean isComplexElement() {
    return complexElement;
  }

  /** Complex element {@code index}, which is within bounds, as a list of its own. */
  @TruffleBoundary
  GuestList complexElement(long index) {
    Complex value =
        ComplexElement.load(type, addressToRead(index, ReadinessProfile.getUncached()), this);
    return new GuestList(value.re(), value.im());
  }

  @TruffleBoundary
  private void storeComplex(long index, Object value) {
    String what = array.describe() + ", index " + index;
    Complex stored = ComplexValues.of(context, what, value);
    ComplexElement.store(type, addressToWrite(index, ReadinessProfile.getUncached()), stored, this);
  }

  ElementType type() {
    return type;
  }

  /** How elements are read and stored; null of a complex type. */
  ElementAccess access() {
    return access;
  }

  long strideBytes() {
    return strideBytes;
  }

  /** The view {@code [index]}; the index is within bounds. */
  @TruffleBoundary
  DeviceArray view(long index) {
    NdArray view = (complexRow ? array.parts() : array).row(index);
    return new DeviceArray(context, view, complexRow ? Role.COMPLEX_ELEMENT : Role.NONE);
  }

  /** Element {@code index} of a row, or the view {@code [index]}; the index is within bounds. */
  @TruffleBoundary
  Object element(long index) {
    if (!row) {
      return view(index);
    }
    Object value = access.read(addressToRead(index, ReadinessProfile.getUncached()));
    Reference.reachabilityFence(this);
    return value;
  }

  /** Address of element {@code index} of a row, once the host may read it. */
  long addressToRead(long index, ReadinessProfile profile) {
    return profile.isReady(allocation.isHostReadable(), length)
        ? address + index * strideBytes
        : prepareElement(index, AccessMode.READ);
  }

  /** Address of element {@code index} of a row, once the host may write it. */
  long addressToWrite(long index, ReadinessProfile profile) {
    return profile.isReady(allocation.isHostWritable(), length)
        ? address + index * strideBytes
        : prepareElement(index, AccessMode.WRITE);
  }

  @TruffleBoundary
  private long prepareElement(long index, AccessMode mode) {
    return Guest.guarded(() -> context.session().hostAccess().element(array, mode, index));
  }

  @Override
  boolean isDense() {
    return dense;
  }

  @Override
  long byteSize() {
    return bytes;
  }

  @Override
  long addressToReadAll() {
    if (!allocation.isHostReadable()) {
      prepareAll(AccessMode.READ);
    }
    return address;
  }

  @Override
  long addressToWriteAll() {
    if (!allocation.isHostWritable()) {
      prepareAll(AccessMode.READ_WRITE);
    }
    return address;
  }

  @TruffleBoundary
  private void prepareAll(AccessMode mode) {
    Guest.guarded(() -> context.session().hostAccess().access(array, mode));
  }

  @TruffleBoundary
  private GuestException outOfRange(long index) {
    return GuestException.of(
        GrCudaException.Kind.INDEX,
        "index "
            + index
            + " is out of range for "
            + array.describe()
            + (length == 0 ? "" : ": legal are 0 to " + (length - 1)));
  }

  @Override
  protected String describe() {
    return array.describe();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return ArrayDisplay.of(this, allowSideEffects);
  }

  @Override
  protected MetaObject metaObject() {
    return role.meta();
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  long getArraySize() {
    return length;
  }

  @ExportMessage(name = "isArrayElementReadable")
  boolean isArrayElementReadable(long index) {
    return Long.compareUnsigned(index, length) < 0;
  }

  @ExportMessage
  boolean isArrayElementModifiable(long index) {
    return (row || complexRow) && Long.compareUnsigned(index, length) < 0;
  }

  @ExportMessage
  boolean isArrayElementInsertable(@SuppressWarnings("unused") long index) {
    return false;
  }

  @ExportMessage
  abstract static class ReadArrayElement {

    @Specialization(
        guards = {"self.isRow()", "self.access() == access"},
        limit = "3")
    static Object readElement(
        DeviceArray self,
        long index,
        @Bind Node node,
        @Cached("self.access()") ElementAccess access,
        @Shared("readiness") @Cached ReadinessProfile readiness,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      Object value = access.read(self.addressToRead(index, readiness));
      Reference.reachabilityFence(self);
      return value;
    }

    @Specialization(replaces = "readElement", guards = "self.isRow()")
    static Object readAnyElement(
        DeviceArray self,
        long index,
        @Bind Node node,
        @Shared("readiness") @Cached ReadinessProfile readiness,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      Object value = self.access().read(self.addressToRead(index, readiness));
      Reference.reachabilityFence(self);
      return value;
    }

    @Specialization(guards = "!self.isRow()")
    static Object readView(
        DeviceArray self,
        long index,
        @Bind Node node,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      return self.view(index);
    }
  }

  @ExportMessage
  abstract static class WriteArrayElement {

    @Specialization(
        guards = {"self.isRow()", "self.access() == access"},
        limit = "3")
    static void writeElement(
        DeviceArray self,
        long index,
        Object value,
        @Bind Node node,
        @Cached("self.access()") ElementAccess access,
        @Shared("store") @Cached StoreElementNode store,
        @Shared("readiness") @Cached ReadinessProfile readiness,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      try {
        store.execute(node, self, index, access, readiness, value);
      } catch (GuestException e) {
        throw e.at(node);
      }
    }

    @Specialization(replaces = "writeElement", guards = "self.isRow()")
    static void writeAnyElement(
        DeviceArray self,
        long index,
        Object value,
        @Bind Node node,
        @Shared("store") @Cached StoreElementNode store,
        @Shared("readiness") @Cached ReadinessProfile readiness,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      try {
        store.execute(node, self, index, self.access(), readiness, value);
      } catch (GuestException e) {
        throw e.at(node);
      }
    }

    @Specialization(guards = "self.isComplexRow()")
    static void writeComplex(
        DeviceArray self,
        long index,
        Object value,
        @Bind Node node,
        @Shared("bounds") @Cached InlinedBranchProfile outOfRange) {
      self.check(index, node, outOfRange);
      try {
        self.storeComplex(index, value);
      } catch (GuestException e) {
        throw e.at(node);
      }
    }

    @Specialization(guards = {"!self.isRow()", "!self.isComplexRow()"})
    static void writeView(DeviceArray self, long index, Object value, @Bind Node node) {
      throw self.notAssignable(index, value).at(node);
    }
  }

  @TruffleBoundary
  private GuestException notAssignable(long index, Object value) {
    return GuestException.of(
        GrCudaException.Kind.TYPE,
        "cannot assign "
            + Values.describe(value)
            + " to ["
            + index
            + "] of "
            + array.describe()
            + ", which is a view: use its copyFrom, or assign its elements");
  }

  private void check(long index, Node node, InlinedBranchProfile profile) {
    if (Long.compareUnsigned(index, length) >= 0) {
      profile.enter(node);
      throw outOfRange(index).at(node);
    }
  }
}
