// The hashes by which governance would distrust the issuer of what a gate was shown: of its anchor, and of its key. The
// judge asks a view for each of them; whether they are trusted is not asked here.
import { gateTrustOf } from '../../credentials/gate/judge.js';
import type { GateParts } from '../../credentials/gate/parts.js';
import type { StatedGate } from '../../credentials/gate/stated.js';
import type { Hash } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import type { TrustList } from '../../trust/policy.js';

const ANY: TrustList = { id: 'any', sequence: 0, hasAnchor: () => true, hasKey: () => true };
const NOTHING_BOUND = new Uint8Array(32);

/** None of parts that are not of their form. */
export function issuersShown(
  { rule, statement }: Pick<StatedGate, 'rule' | 'statement'>,
  parts: GateParts,
  { header }: Pick<Transaction, 'header'>,
): readonly Hash[] {
  const asked = new Set<Hash>();
  const isDistrusted = (hash: Hash): boolean => {
    asked.add(hash);
    return false;
  };
  gateTrustOf(parts, {
    ...{ rule, statement, run: { place: NOTHING_BOUND, dataRoot: NOTHING_BOUND, header } },
    view: {
      trust: { tenantList: ANY, lists: () => [ANY], issuerOf: () => undefined, isDistrusted, isStrict: false },
      ...{ isVerifier: () => false, holderKeysOf: () => [], issuanceOf: () => undefined },
    },
  });
  return [...asked];
}
