package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageKind;

/**
 * The texture and surface objects of a device. They are destroyed with the memory that they show;
 * those that only launches take also to make room. Used while the driver is pinned.
 */
final class CudaImages {

  /** Most objects that are kept, besides those that the program has the number of. */
  private static final int MOST = 4096;

  /**
   * An object that was asked for and not taken by a launch is not destroyed to make room: the
   * launch may not be enqueued yet. After so many others it will never be, as it was refused. A
   * parameter block has room for half as many.
   */
  private static final int RECENT = 1024;

  /** The functions by which an image is made, in the order of images.c. */
  private static final String[] CALLS = {
    "cuArray3DCreate",
    "cuMipmappedArrayCreate",
    "cuMipmappedArrayGetLevel",
    "cuEventCreate",
    "cuTexObjectCreate",
    "cuSurfObjectCreate"
  };

  private static final int MADE_WORDS = 3;

  /** The device, its memory and its driver. */
  interface Owner {

    /** Its number. */
    int ordinal();

    /** Its context. */
    long context();

    /** An attribute; 0 if the driver does not tell it. */
    int attribute(DeviceAttribute attribute);

    /** Refuses a range that is in no live allocation. */
    void checkRange(long address, long bytes, String call);

    /** Counts memory of the device as used; false if there is not so much. */
    boolean reserve(long bytes);

    /** Ends {@link #reserve}. */
    void release(long bytes);

    /** Has a failure reported when the driver is closed. */
    void note(DriverException failure);
  }

  private final CudaSession session;
  private final Owner device;
  private final ImageLimits limits;
  private final TreeMap<Long, List<CudaImage>> byAddress = new TreeMap<>();
  private final Map<Long, CudaImage> mirrored = new HashMap<>();
  private int count;
  private long asked;

  CudaImages(CudaSession session, Owner device) {
    this.session = session;
    this.device = device;
    this.limits = new ImageLimits(device::attribute);
  }

  /** As {@link org.grcuda.driver.Device#imageRefusal}. */
  String refusal(Image image) {
    return limits.refusal(image);
  }

  /**
   * The object that shows an image to launches of a kernel.
   *
   * @param kernel null if it is not known what it does with textures
   */
  synchronized long of(Image image, long address, ImageSource.Reader kernel) {
    ImageSource source = ImageSource.of(image, address, kernel, device::attribute);
    if (kernel != null
        && kernel.gathers()
        && source == ImageSource.MIRROR
        && image.shape().kind() == ImageKind.TWO
        && !limits.canBeGathered(image)) {
      throw refused(
          image,
          "kernel '%s' gathers; an image of %d x %d texels is too large for that on this GPU"
              .formatted(kernel.name(), image.shape().width(), image.shape().height()));
    }
    return find(image, source, address).object;
  }

  /**
   * The object that shows an image to whoever has its number.
   *
   * @throws DriverException CUDA_ERROR_NOT_SUPPORTED if it would need a mirror, which nothing would
   *     bring up to date
   */
  synchronized long givenOut(Image image, long address) {
    ImageSource source = ImageSource.of(image, address, null, device::attribute);
    if (source == ImageSource.MIRROR) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_NOT_SUPPORTED,
          call(image),
          device.ordinal(),
          ("%s of kind %s has no number that memory may hold: GPUs read it from a copy, which only"
                  + " launches that take it as an argument bring up to date; expected a texture of"
                  + " kind 1d, read by index, or of kind 2d with rows of a multiple of %d bytes,"
                  + " that begins at a multiple of %d bytes")
              .formatted(
                  image.isSurface() ? "a surface" : "a texture",
                  image.shape().kind().geometry(),
                  device.attribute(DeviceAttribute.TEXTURE_PITCH_ALIGNMENT),
                  device.attribute(DeviceAttribute.TEXTURE_ALIGNMENT)));
    }
    CudaImage found = find(image, source, address);
    found.isGivenOut = true;
    return found.object;
  }

  private CudaImage find(Image image, ImageSource source, long address) {
    List<CudaImage> there = byAddress.computeIfAbsent(address, _ -> new ArrayList<>(1));
    CudaImage found = null;
    for (CudaImage known : there) {
      found = known.shows(image, source, address) ? known : found;
    }
    if (found == null) {
      found = make(image, source, address);
      byAddress.computeIfAbsent(address, _ -> new ArrayList<>(1)).add(found);
      count++;
      if (found.mirror != 0) {
        mirrored.put(found.object, found);
      }
    }
    found.lastAsked = ++asked;
    found.asks++;
    return found;
  }

  /** As {@link org.grcuda.driver.Device#addImage}: only launches with mirrors say so. */
  void add(Submission submission, long object, long contents, boolean alone) {
    CudaImage image;
    synchronized (this) {
      image = mirrored.get(object);
    }
    if (image == null) {
      return;
    }
    if (image.image.isSurface() && !alone) {
      throw refused(
          image.image,
          "the launch reaches the memory of the surface by another argument, too: a GPU has the"
              + " surface in a copy, so one would not see what the other writes; pass one of them");
    }
    submission.image(image.mirror, contents);
  }

  // ---- making

  private CudaImage make(Image image, ImageSource source, long address) {
    device.checkRange(address, image.bytes(), call(image));
    if (address % image.format().bytes() != 0) {
      throw refused(
          image,
          "0x%x is no multiple of %d, the bytes of a texel"
              .formatted(address, image.format().bytes()));
    }
    if (count >= MOST) {
      makeRoom();
    }
    long bytes = source == ImageSource.MIRROR ? image.bytes() : 0;
    CudaImage made = reserveAndMake(image, source, address, bytes);
    if (made == null) {
      makeRoom();
      made = reserveAndMake(image, source, address, bytes);
    }
    if (made == null) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          call(image),
          device.ordinal(),
          "%,d bytes for the copy of an image of kind %s, from which GPUs read it"
              .formatted(bytes, image.shape().kind().geometry()));
    }
    return made;
  }

  /** Null if there is not so much memory. */
  private CudaImage reserveAndMake(Image image, ImageSource source, long address, long bytes) {
    if (!device.reserve(bytes)) {
      return null;
    }
    CudaImage made = null;
    try {
      made = makeNow(image, source, address, bytes);
    } finally {
      if (made == null) {
        device.release(bytes);
      }
    }
    return made;
  }

  private CudaImage makeNow(Image image, ImageSource source, long address, long bytes) {
    session.requireHealthy(call(image), device.ordinal());
    long[] words = ImageWords.of(image, source, address, limits.canBeGathered(image));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment given = arena.allocateFrom(ValueLayout.JAVA_LONG, words);
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG, MADE_WORDS);
      int status =
          DriverApi.createImage(
              session.handle(), device.context(), given.address(), made.address());
      if (status == CudaResult.CUDA_ERROR_OUT_OF_MEMORY.code()) {
        return null;
      }
      if (status != 0) {
        String call = CALLS[(int) made.getAtIndex(ValueLayout.JAVA_LONG, 2)];
        throw session.failure(status, call, device.ordinal(), image.toString());
      }
      return new CudaImage(
          image,
          source,
          address,
          made.getAtIndex(ValueLayout.JAVA_LONG, 0),
          made.getAtIndex(ValueLayout.JAVA_LONG, 1),
          bytes);
    }
  }

  private static String call(Image image) {
    return image.isSurface() ? "cuSurfObjectCreate" : "cuTexObjectCreate";
  }

  private DriverException refused(Image image, String detail) {
    return new DriverException(
        CudaResult.CUDA_ERROR_INVALID_VALUE, call(image), device.ordinal(), detail);
  }

  // ---- destroying

  /** Destroys the objects that show a range, which no launch uses any more. */
  synchronized void free(long address, long bytes, Consumer<DriverException> failures) {
    if (!byAddress.isEmpty()) {
      var range = byAddress.subMap(address, address + bytes);
      range.values().forEach(all -> all.forEach(image -> destroy(image, failures)));
      range.clear();
    }
  }

  /** Destroys all objects. Nothing is in use any more. */
  synchronized void close(Consumer<DriverException> failures) {
    byAddress.values().forEach(all -> all.forEach(image -> destroy(image, failures)));
    byAddress.clear();
  }

  /**
   * Destroys mirrors that are not in use, those not asked for longest first, half of all objects at
   * most.
   */
  private void makeRoom() {
    List<CudaImage> oldest =
        byAddress.values().stream()
            .flatMap(List::stream)
            .filter(image -> !image.isGivenOut && isIdle(image))
            .sorted(Comparator.comparingLong(image -> image.lastAsked))
            .limit(Math.max(1, count / 2))
            .toList();
    oldest.forEach(
        image -> {
          byAddress.get(image.address).remove(image);
          destroy(image, device::note);
        });
    for (Iterator<List<CudaImage>> all = byAddress.values().iterator(); all.hasNext(); ) {
      if (all.next().isEmpty()) {
        all.remove();
      }
    }
  }

  /** Of memory itself it cannot be told whether kernels read it. */
  private boolean isIdle(CudaImage image) {
    long taken = asked - image.lastAsked >= RECENT ? -1 : image.asks;
    return image.mirror != 0
        && DriverApi.queryMirror(session.handle(), device.context(), image.mirror, taken) == 0;
  }

  private void destroy(CudaImage image, Consumer<DriverException> failures) {
    count--;
    mirrored.remove(image.object);
    int status =
        DriverApi.destroyImage(
            session.handle(),
            device.context(),
            image.object,
            image.mirror,
            image.image.isSurface() ? 1 : 0);
    device.release(image.mirrorBytes);
    if (status != 0) {
      DriverException failure =
          session.failure(
              status, call(image.image).replace("Create", "Destroy"), device.ordinal(), null);
      if (session.fault() == null) {
        failures.accept(failure);
      }
    }
  }
}
