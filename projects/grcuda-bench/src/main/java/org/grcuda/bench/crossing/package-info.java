/** What it costs to hand a submission to NVIDIA's driver. */
package org.grcuda.bench.crossing;
