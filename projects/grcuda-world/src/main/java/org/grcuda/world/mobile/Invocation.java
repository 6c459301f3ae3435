package org.grcuda.world.mobile;

import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.object.MobilePointer;

/**
 * A call of a mobile object that has arrived.
 *
 * @param source the rank from which it came last, which has the arrays
 * @param pointer the object
 * @param caller the rank that has made the call
 * @param sequence the number of the calls of this object that the caller made before
 * @param request what is to be done
 * @param handler the name of the handler; of other requests, what is called afterwards, or empty
 * @param arguments what follows in the record: their number, and the arguments
 */
record Invocation(
    int source,
    MobilePointer pointer,
    int caller,
    long sequence,
    Request request,
    String handler,
    RecordReader arguments) {

  /** What a call asks for. */
  enum Request {
    /** Calls a handler. */
    CALL,
    /** Writes the array that is the object's state. */
    PUT,
    /** Reads it. */
    GET,
    /** Moves the object. */
    MIGRATE,
    /** Ends the object. */
    FREE
  }

  private static final Request[] REQUESTS = Request.values();

  static Invocation read(int source, RecordReader record) {
    MobilePointer pointer = ValueReader.readPointer(record);
    int caller = record.readInt();
    long sequence = record.readLong();
    int request = record.readByte();
    if (request < 0 || request >= REQUESTS.length) {
      throw new FrameException("a request of kind " + request);
    }
    return new Invocation(
        source, pointer, caller, sequence, REQUESTS[request], record.readText(), record);
  }

  /** Begins the record of a call; the arguments follow. */
  static RecordWriter write(
      MobilePointer pointer, int caller, long sequence, Request request, String handler) {
    RecordWriter record = new RecordWriter(Kind.INVOKE);
    ValueWriter.write(record, pointer);
    return record.addInt(caller).addLong(sequence).addByte(request.ordinal()).addText(handler);
  }
}
