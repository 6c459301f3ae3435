package org.grcuda.spi;

/**
 * An object that a program holds.
 *
 * @param type its class
 * @param object the Java object behind it
 * @param <T> the class of that
 */
public record Provided<T>(ObjectType<T> type, T object) {}
