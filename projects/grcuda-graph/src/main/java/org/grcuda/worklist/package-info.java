/**
 * Distributed worklists: programs on a graph whose parts lie on several endpoints. Each part works
 * on its own vertices, and sends what concerns others' over a router (Groute, section 2 of this
 * project's docs/guide/graphs.md).
 */
package org.grcuda.worklist;
