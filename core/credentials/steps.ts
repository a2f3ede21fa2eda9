// How a judge of either format goes: the form of all cells first, then its steps in their order. The first that throws
// a fault is the ground. Each step names the cells that it reads, so that an objection shows these and no others.
import { FormatFault, faultOr } from './fault.js';
import { type CredentialCell, type Ground, PresentationRefusal } from './refusal.js';

export interface Step<R, Q> {
  readonly ground: Ground;
  readonly cells: readonly CredentialCell[];
  /** Throws a fault where the presentation does not stand. */
  readonly judge: (read: R, question: Q) => unknown;
}

/** A presentation whose cells are read. */
export interface CellReader {
  /** Throws a fault where the cell is not of its form. */
  needForm(cell: CredentialCell): void;
}

/** The first refusal by these steps, once these cells have their form. */
export function firstRefusal<R extends CellReader, Q>(
  read: R,
  { steps, cells }: { readonly steps: readonly Step<R, Q>[]; readonly cells: readonly CredentialCell[] },
  question: Q,
): PresentationRefusal | undefined {
  for (const cell of cells) {
    const fault = faultOr(() => read.needForm(cell));
    if (fault instanceof FormatFault) return new PresentationRefusal('form', { message: fault.message, part: cell });
  }
  for (const { ground, judge } of steps) {
    const fault = faultOr(() => judge(read, question));
    if (fault instanceof FormatFault) return new PresentationRefusal(ground, fault);
  }
  return undefined;
}
