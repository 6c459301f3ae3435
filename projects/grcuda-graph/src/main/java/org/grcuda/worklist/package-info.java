/**
 * Distributed worklists: programs on a graph whose parts lie on several endpoints. Each part works
 * on its own vertices, and sends what concerns others' over a router. The idea is that of Groute
 * (Ben-Nun, Sutton, Pai, Pingali: Groute: An asynchronous multi-GPU programming model for irregular
 * computations, PPoPP 2017).
 */
package org.grcuda.worklist;
