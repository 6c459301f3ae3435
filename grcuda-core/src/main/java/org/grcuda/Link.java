package org.grcuda;

/**
 * A router from one endpoint to another: {@link GrCuda#link}, {@link Router.Builder#link()}.
 *
 * @param sender its end at the source
 * @param receiver its end at the target
 * @param <A> the class of arrays
 */
public record Link<A extends DeviceArray>(Sender<A> sender, Receiver<A> receiver) {}
