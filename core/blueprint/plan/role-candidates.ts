// Candidates of an open role: which participants of the register may take it, and how long a party may reserve it
// before. Also who reads what it reads until it is held. Pure; the register is asked in core/transaction.
import { CLAIM_MS } from '../../base/limits/ledger/people.js';
import { durationMs } from '../definition/duration.js';
import type { Definition, Participant } from '../definition/types.js';

/** The participants that may take a role, and how. */
export interface Candidacy {
  /** Ids of participant records, in the order of the definition. */
  readonly records?: readonly string[];
  /** All records that governance vouches are of it. */
  readonly organisation?: string;
  readonly claimForMs: number;
  /** No participant reads for the role before one of them reserves or takes it. */
  readonly waits: boolean;
}

/** Undefined for a role with a wallet, and for one that anybody may take. */
export function candidacyOf({ candidates, claimFor, disclose, walletAddress }: Participant): Candidacy | undefined {
  if (!candidates || walletAddress) return undefined;
  const of = isList(candidates) ? { records: candidates } : { organisation: candidates.organisation };
  return { ...of, claimForMs: claimForMsOf({ claimFor }), waits: disclose === 'holder' };
}

/** For how long a claim of a role without a wallet reserves it. */
export function claimForMsOf({ claimFor }: { readonly claimFor?: string | undefined }): number {
  return (claimFor ? durationMs(claimFor) : undefined) ?? CLAIM_MS.otherwise;
}

/** False for the name of an organisation. */
export function isList(candidates: NonNullable<Participant['candidates']>): candidates is readonly string[] {
  return Array.isArray(candidates);
}

/**
 * The definition as it runs where no participants are registered, in rehearsals: there the one wallet of an open role
 * has it, and no other claims it.
 */
export function withoutCandidates<T extends Pick<Definition, 'participants'>>(definition: T): T {
  if (!definition.participants.some(({ candidates, claimFor }) => candidates || claimFor)) return definition;
  const participants = definition.participants.map(
    ({ candidates: _, claimFor: _1, disclose: _2, ...participant }) => participant,
  );
  return { ...definition, participants };
}

/** Roles without candidates that a wallet holds only from its first act on. */
export function openRoles({ participants }: Pick<Definition, 'participants'>): readonly string[] {
  return participants.filter(({ walletAddress, candidates }) => !walletAddress && !candidates).map(({ id }) => id);
}
