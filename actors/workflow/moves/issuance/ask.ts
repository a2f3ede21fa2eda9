// To seal the digests of a credential. Types only.
import type { Issuance } from '../../../../core/moves/issuance/form.js';
import type { MoveAsk } from '../parts/ask.js';

export interface IssuanceAsk extends MoveAsk, Omit<Issuance, 'type' | 'v' | 'validUntil' | 'replaces'> {
  /** The run whose credential it is. */
  readonly run: string;
  readonly validUntil?: string | undefined;
  readonly replaces?: string | undefined;
}
