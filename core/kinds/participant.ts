// The transaction that publishes a participant record: who takes part on a register, and the keys that others encrypt
// to. Versions follow each other by previousTransactionId; a record that was revoked stays revoked. The right to sign
// one is decided in validate/participant.ts.
import type { Issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import type { TransactionHeader } from '../model/transaction.js';
import type { KindRow } from '../register/kind-row.js';
import { factChanges, factsOf } from '../register/people/credential-facts.js';
import { organisationChanges } from '../register/people/organisations.js';
import { type ParticipantRecord, type ParticipantRow, recordChanges } from '../register/people/participants.js';
import { mayGovern, memberOf } from '../register/people/rights.js';
import { STATE_KEY } from '../register/state-keys.js';
import { checkNoOthers } from '../transaction/structure.js';

export const PARTICIPANT_BLUEPRINT = 'register-participants-v1';
export const PARTICIPANT_ACTION = 'participant-publish';

/** True for the header of a participant record, by what it is for. */
export function isParticipantRecord({
  blueprintId,
  actionId,
}: Pick<TransactionHeader, 'blueprintId' | 'actionId'>): boolean {
  return blueprintId === PARTICIPANT_BLUEPRINT && actionId === PARTICIPANT_ACTION;
}

const HEADER = [
  'registerId',
  'blueprintId',
  'actionId',
  'previousTransactionId',
  'senderWallet',
  'payloadHash',
  'createdAt',
  'expiresAt',
];

export const participant: KindRow = {
  kind: 'participant',
  matches: isParticipantRecord,
  check: ({ header }): Issue[] => checkNoOthers(header as unknown as JsonObject, HEADER, '/header'),
  apply(tx, view, ground) {
    const record = tx.payload as unknown as ParticipantRecord;
    const before = view.state(STATE_KEY.participant(record.participantId)) as unknown as ParticipantRow | undefined;
    const sender = tx.header.senderWallet;
    const member = memberOf(ground?.state.members ?? [], sender);
    const isGovernance = member !== undefined && mayGovern(member.role);
    const sealed = { txId: tx.txId, record, before, sender, isGovernance };
    const changes = recordChanges(sealed, view);
    const row = changes[0]?.value as unknown as ParticipantRow;
    const { participantId } = record;
    const height = (ground?.state.height ?? -1) + 1;
    const facts = factChanges(view, { participantId, height, facts: factsOf(record, row) });
    return { changes: [...changes, ...organisationChanges(view, { ...record, before, row }), ...facts] };
  },
  leaves({ payload }) {
    const { participantId, addresses } = payload as unknown as ParticipantRecord;
    const named = addresses.map(({ walletAddress }) => STATE_KEY.address(walletAddress));
    return [STATE_KEY.participants, STATE_KEY.participant(participantId), ...named];
  },
};
