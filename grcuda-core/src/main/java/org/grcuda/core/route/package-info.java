/**
 * Routers of arrays: endpoints, senders and receivers of elements, as the language and Java share
 * them. {@link org.grcuda.runtime.route} moves the packets.
 */
package org.grcuda.core.route;
