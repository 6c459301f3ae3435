/** What waiting for a device costs. */
package org.grcuda.bench.waiting;
