// A list that governance is asked to pin beside the one that a node imported, and beside what the register trusts now:
// what voters look at. It decides nothing.
import type { Hash } from '../../model/register.js';
import { entryText, type PinEntry, type TrustPin } from './pin.js';

export interface PinComparison {
  /** Anchors of the imported list that the act leaves out. */
  readonly missing: readonly Hash[];
  /** Anchors of the act that the imported list has not; of no imported list there is nothing to say. */
  readonly strange: readonly Hash[];
  readonly added: readonly PinEntry[];
  readonly dropped: readonly PinEntry[];
}

/** The differences of the entries of an act. */
export function comparePin(
  { entries }: Pick<TrustPin, 'entries'>,
  beside: { readonly imported: readonly Hash[] | undefined; readonly pinned: readonly PinEntry[] },
): PinComparison {
  const { imported, pinned } = beside;
  const less = (these: readonly PinEntry[], those: readonly PinEntry[]) => {
    const texts = new Set(those.map(entryText));
    return these.filter((entry) => !texts.has(entryText(entry)));
  };
  return {
    missing: imported === undefined ? [] : (less(imported, entries) as readonly Hash[]),
    strange: imported === undefined ? [] : (less(entries, imported) as readonly Hash[]),
    added: less(entries, pinned),
    dropped: less(pinned, entries),
  };
}
