/** Routers as guest programs hold them: endpoints, senders, receivers, segments. */
package org.grcuda.core.interop.route;
