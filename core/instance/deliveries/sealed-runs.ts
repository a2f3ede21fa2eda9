// Runs that are not open to some role yet (`from` of a disclosure): which, until when, and how large they are. All who
// have the register find the same, and only the party of the sender finds more. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { DISCLOSURE_PADDING_BYTES } from '../../base/limits/ledger/disclosure.js';
import { isFailure } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { OpeningState, SealedUntil } from '../../blueprint/instance/sealed-runs.js';
import { hasSeals } from '../../blueprint/plan/seals.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import type { Transaction } from '../../model/transaction.js';
import { findSealNow, isSealedRun, layoutOfRun } from './owed.js';

/** A run as it is shown to those to whom it is not open yet. */
export interface SealedRun {
  readonly txId: string;
  readonly actionId: string;
  /** The roles to which it is opened then. */
  readonly roles: readonly string[];
  readonly until: Exclude<SealedUntil, 'withdrawn'>;
  /** Size of what was encrypted, a multiple of DISCLOSURE_PADDING_BYTES: who has no key learns no more of it. */
  readonly bytes: number;
}

/** The runs among sealed transactions of an instance, in their order. A run that was taken back does not count. */
export function sealedRunsIn(
  { definition, ...state }: { readonly definition: Definition } & OpeningState,
  transactions: readonly Transaction[],
  atMs: number,
): readonly SealedRun[] {
  if (!hasSeals(definition)) return [];
  return transactions.filter(isSealedRun).flatMap((tx) => {
    const byKey = new Map<string, { readonly until: SealedRun['until']; readonly roles: string[] }>();
    for (const role of layoutOfRun(definition, tx)?.seals.keys() ?? []) {
      const until = findSealNow({ definition, ...state }, tx, { role, atMs });
      if (until === undefined || until === 'withdrawn') continue;
      const name = JSON.stringify(until);
      const known = byKey.get(name);
      if (known) known.roles.push(role);
      else byKey.set(name, { until, roles: [role] });
    }
    const of = { txId: tx.txId, actionId: tx.header.actionId, bytes: sizeClassOf(tx) };
    return [...byKey.values()].map((item): SealedRun => ({ ...item, ...of }));
  });
}

/** Of the largest group, which is that of the sender. */
function sizeClassOf({ payload }: Pick<Transaction, 'payload'>): number {
  const envelope = readEnvelope(payload);
  if (isFailure(envelope)) return 0;
  const bytes = envelope.groups.map(({ ciphertext }) => Math.floor((ciphertext.length * 3) / 4));
  const largest = Math.max(0, ...bytes);
  return largest - (largest % DISCLOSURE_PADDING_BYTES);
}

/** VAL_DELIVER_008, with what the run waits for. */
export function stillSealed(path: string, until: SealedUntil): Issue {
  return issue('VAL_DELIVER_008', path, `The run is sealed for this role ${sealedText(until)}.`);
}

/** The thing that a run waits for, in words that follow "sealed". */
function sealedText(until: SealedUntil): string {
  if (until === 'withdrawn') return 'for good, because it was taken back before it was opened';
  if ('action' in until) return `until action ${until.action} is done`;
  return `until ${new Date(until.afterMs).toISOString()}`;
}
