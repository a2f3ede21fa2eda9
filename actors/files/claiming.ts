// The ledger for who submits: the files that a transaction names are kept before it is submitted, so that no crash
// comes between an action that is accepted and what it needs. It refuses nothing and stores no chunk.
import { filesOf } from '../../core/disclosure/envelope.js';
import type { Ledger } from '../ledger/ledger.js';
import type { FileLibrary } from './ports.js';

/** Adds nothing to what a transaction without files costs. */
export function claimingLedger<T extends Pick<Ledger, 'submit'>>(
  ledger: T,
  files: Pick<FileLibrary, 'claim'>,
): Pick<Ledger, 'submit'> {
  return {
    submit(tx, how) {
      return filesOf(tx).length === 0 ? ledger.submit(tx, how) : files.claim(tx).then(() => ledger.submit(tx, how));
    },
  };
}
