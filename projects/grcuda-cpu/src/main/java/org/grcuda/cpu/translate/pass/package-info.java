/**
 * The passes over a kernel's syntax tree, one file and one {@code run} each; they emit nothing.
 * {@code Pipeline} has their order.
 *
 * <ul>
 *   <li>Of a module: IndirectCalls, ModuleVariables.
 *   <li>Of a kernel and what it calls: CallGraph, WellFormed (with OperandCheck, CallCheck),
 *       TypedAccesses, Lockstep, RegisterParameters, AddressSums, Expansions, Mbarriers,
 *       LeavingFunctions, Inlining (with Renaming), BoundedTime, MemoryLayout.
 *   <li>For machine code also VideoSimplifications, DoubleProducts, EightBitFloats,
 *       NarrowConversions, Simplifications.
 *   <li>For bytecode, when it is assembled: Segmentation, SuspensionPoints (with SpinningLoops and
 *       Steps), SavedRegisters.
 * </ul>
 *
 * <p>Rewriter is the common part of passes that replace instructions. FunctionAddresses numbers the
 * functions that are called by address.
 */
package org.grcuda.cpu.translate.pass;
