package org.grcuda.world.balance;

import org.grcuda.world.object.MobilePointer;

/**
 * The calls of one object that wait on a rank.
 *
 * @param object on this rank
 * @param calls how many wait, at least 1
 * @param nanos how long their handlers are predicted to take, in nanoseconds, by the calls of the
 *     same handlers on this rank before; 0 if there were none
 * @param transferNanos how long it is predicted to take to move the object, in nanoseconds
 */
public record WaitingCalls(MobilePointer object, int calls, double nanos, double transferNanos) {}
