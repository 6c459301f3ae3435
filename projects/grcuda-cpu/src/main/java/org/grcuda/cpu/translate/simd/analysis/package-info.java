/**
 * Analyses of gangs: consecutive threads of a block that execute as the lanes of vectors. These
 * passes find which registers hold one value or an arithmetic progression in all lanes, where lanes
 * diverge, in which order blocks run then, and which definitions must keep the values of waiting
 * lanes. They emit nothing. {@code GangTranslator} runs them in this order:
 *
 * <ol>
 *   <li>{@link GangPlan}: Shapes (with Effects, Waiting, ShapeRules), in the order of blocks;
 *   <li>{@link Patterns};
 *   <li>{@link Invariants};
 *   <li>{@link Indexed} (with Loaded), from which emitters find {@link IndexGroups}.
 *   <li>{@link InnerLoops}, which decides how many threads a gang is.
 * </ol>
 *
 * <p>After Karrenberg and Hack (Improving Performance of OpenCL on CPUs, CC 2012), Moll and Hack
 * (Partial Control-Flow Linearization, PLDI 2018), and Rosemann, Moll and Hack (An Abstract
 * Interpretation for SPMD Divergence on Reducible Control Flow Graphs, POPL 2021). As PTX is not in
 * SSA form, one rule replaces their joins and temporal divergence: a definition must merge if lanes
 * that wait elsewhere may still read the register.
 */
package org.grcuda.cpu.translate.simd.analysis;
