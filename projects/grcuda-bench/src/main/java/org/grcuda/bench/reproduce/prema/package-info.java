/**
 * The published evaluation of PREMA's heterogeneous tasking, reproduced: what is measured here on
 * several processes, with the published figures beside.
 */
package org.grcuda.bench.reproduce.prema;
