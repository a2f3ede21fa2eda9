// Parts of sealed texts that do not give a wallet the cells that they have to, known by the bytes of the text. Each is
// found where the text was opened by the key of the wallet, so no other key, state or time gives another answer.
import type { Undelivered } from '../../envelope/cells/open.js';

/** Absent for what is not known. A bounded store may forget any of it. */
export interface KnownTexts {
  readonly get: (name: string) => Undelivered | undefined;
  readonly set: (name: string, why: Undelivered) => unknown;
}

/** A part of a sealed text, with all that its verdict rests on. */
export interface TextPart {
  /** The transaction that has the text: the run, or a delivery. */
  readonly txId: string;
  /** TxId of the run. */
  readonly run: string;
  readonly wallet: string;
  /** Places of the classes that it has to give. */
  readonly classes: readonly number[];
}

/** The part as it opens, or as it is known. A text that does not open may do so later, and is not remembered. */
export function asKnown<T extends object | 'nothing'>(
  known: KnownTexts | undefined,
  { txId, run, wallet, classes }: TextPart,
  open: () => T | { readonly undelivered: Undelivered },
): T | { readonly undelivered: Undelivered } {
  const name = `${txId} ${run} ${wallet} ${classes.join()}`;
  const before = known?.get(name);
  if (before) return { undelivered: before };
  const value = open();
  if (typeof value === 'object' && 'undelivered' in value && value.undelivered !== 'closed')
    known?.set(name, value.undelivered);
  return value;
}
