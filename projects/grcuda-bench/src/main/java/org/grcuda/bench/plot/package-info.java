/** Pictures of results. */
package org.grcuda.bench.plot;
