/**
 * How ranks share their work: which rank one that is idle asks, and which object that one gives.
 * The move, the order of calls and the end are not the balancer's concern.
 */
package org.grcuda.world.balance;
