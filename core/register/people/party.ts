// The party behind a wallet, as far as the sealed state of a register tells: the participant record that names it, and
// its organisation, where governance vouches for that. Pure. A register knows no people: one with two records is two
// parties.

import type { StateView } from '../../model/register.js';
import { addressAt, participantAt } from './participants.js';

export interface Party {
  readonly wallet: string;
  /** Id of the record of which the wallet is or was the primary one, by its own signature or that of the one before. */
  readonly participantId?: string;
  /**
   * The one for which an Owner or Admin vouches, in the spelling by which organisations are compared. The text of a
   * record alone counts for nothing: it may name another organisation, to keep that out or to pass as it.
   */
  readonly organisation?: string;
}

/**
 * The party of a wallet as the view has it, whatever the status of its record. A record may list any wallet that no
 * other one has, and the owner of that said nothing of it: so a list keeps no wallet from what it may do.
 */
export function partyOf(view: Pick<StateView, 'state'>, wallet: string): Party {
  const address = addressAt(view, wallet);
  const participantId = address?.own === true ? address.participantId : undefined;
  const row = participantId === undefined ? undefined : participantAt(view, participantId);
  if (participantId === undefined || !row) return { wallet };
  return { wallet, participantId, ...(row.attested !== undefined && { organisation: row.attested }) };
}

/** By wallet or by record; where it is asked for, by organisation too. */
export function isSameParty(party: Party, other: Party, byOrganisation: boolean): boolean {
  return (
    party.wallet === other.wallet ||
    (party.participantId !== undefined && party.participantId === other.participantId) ||
    (byOrganisation && party.organisation !== undefined && party.organisation === other.organisation)
  );
}

/** By wallet, or as primary keys of one record. */
export function isSameOwner(view: Pick<StateView, 'state'>, name: string, other: string): boolean {
  if (name === other) return true;
  const [mine, its] = [addressAt(view, name), addressAt(view, other)];
  return mine?.own === true && its?.own === true && mine.participantId === its.participantId;
}

/**
 * The wallet by which the party of one acts now: the primary one of its own record, where that is Active. Governance
 * may have put it in the place of a lost key; of a party without such a record it is the wallet itself.
 */
export function walletNow(view: Pick<StateView, 'state'>, wallet: string): string {
  const { participantId } = partyOf(view, wallet);
  const row = participantId === undefined ? undefined : participantAt(view, participantId);
  return row?.status === 'Active' ? row.primary : wallet;
}

/** All that a party is known by, one text each; no two kinds of names meet in one. */
export function namesOf({ wallet, participantId, organisation }: Party, byOrganisation: boolean): readonly string[] {
  return [
    `wallet/${wallet}`,
    ...(participantId === undefined ? [] : [`record/${participantId}`]),
    ...(byOrganisation && organisation !== undefined ? [`organisation/${organisation}`] : []),
  ];
}
