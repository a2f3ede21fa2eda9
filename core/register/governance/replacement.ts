// Acts of governance on the record of a participant, by its quorum alone: a wallet in place of one whose key is lost,
// and the end of a record whose roles may then pass on at once. Pure.
import { fromBase64 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type JsonObject } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { wrapOf } from '../../crypto/encryption/key-wrap.js';
import { encapsulationKeyProblem } from '../../crypto/encryption/ml-kem.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { StateChange, StateView } from '../../model/register.js';
import { factChanges, factsNow, factsOf } from '../people/credential-facts.js';
import {
  type AddressRow,
  addressAt,
  type ParticipantAddress,
  type ParticipantRow,
  participantAt,
} from '../people/participants.js';
import { STATE_KEY } from '../state-keys.js';
import type { ChangeGround, GovernanceChange } from './change.js';
import type { GovernanceOperation } from './operation.js';

/** The statement that the new wallet signs: which key takes the place of which wallet, in which record. */
export type Replacement = Pick<
  GovernanceOperation,
  'participantId' | 'replaces' | 'publicKey' | 'algorithm' | 'encapsulationKey'
> & { readonly registerId: string };

/** The 32 bytes of it. */
export function replacementDigest({
  registerId,
  participantId = '',
  replaces = '',
  publicKey = '',
  algorithm = 'ED25519',
  encapsulationKey,
}: Replacement): Uint8Array {
  const said = { registerId, participantId, replaces, publicKey, algorithm };
  return hash('wallet-replacement', canonical(encapsulationKey === undefined ? said : { ...said, encapsulationKey }));
}

const ruleIssue = (member: keyof GovernanceOperation, message: string): Issue =>
  issue('VAL_PERM_004', `/payload/operation/${member}`, message);

/**
 * The record has the new wallet as its primary one from this docket on, in all instances that run. A record that an
 * Owner or Admin alone had ended is Active again: governance overrules it.
 */
export function replaceWallet(operation: GovernanceOperation, { state, view }: ChangeGround): Result<GovernanceChange> {
  const { participantId = '', replaces = '' } = operation;
  const row = standing(operation, view);
  if (isFailure(row)) return row;
  if (row.status !== 'Active' && row.contested !== true)
    return fail(ruleIssue('participantId', 'The participant ended this record: no wallet of it holds anything.'));
  if (row.primary !== replaces)
    return fail(ruleIssue('replaces', `The primary wallet of the participant is ${row.primary}.`));
  const { acceptedSignatureAlgorithms } = state.policy.crypto;
  const address = addressOf(operation, acceptedSignatureAlgorithms);
  if (isFailure(address)) return address;
  const known = addressAt(view, address.walletAddress);
  if (wrapOf(address.algorithm, address.encapsulationKey !== undefined) === undefined)
    return fail(
      ruleIssue('encapsulationKey', 'The new wallet has a key that only signs: name the key by which it receives.'),
    );
  if (known && !isFree(known, participantId))
    return fail(
      ruleIssue('publicKey', 'The wallet is, or was, one of a participant that holds roles by it, or was revoked.'),
    );
  // The key that was lost may have been stolen: what it signed to gates counts no more.
  const facts = factsOf({}, { ...row, status: 'Active', primary: address.walletAddress });
  return {
    participants: [
      ...replaceAddress(row, address, { view, participantId }),
      ...factChanges(view, { participantId, height: state.height + 1, facts }),
    ],
  };
}

/** Revoked for good, with the word of all: what one Owner or Admin does alone can be objected to. */
export function revokeParticipant(
  operation: GovernanceOperation,
  { state, view }: ChangeGround,
): Result<GovernanceChange> {
  const { participantId = '' } = operation;
  const row = standing(operation, view);
  if (isFailure(row)) return row;
  if (row.status === 'Revoked' && row.contested !== true)
    return fail(ruleIssue('participantId', 'The participant was revoked before.'));
  const { contested: _, delegations: _1, ...rest } = row;
  const facts = factsNow(view, participantId);
  const ended = facts && { ...facts, isActive: false };
  return {
    participants: [
      { key: STATE_KEY.participant(participantId), value: { ...rest, status: 'Revoked' } as unknown as JsonObject },
      ...row.addresses.flatMap((wallet) => withStatus(view, { wallet, participantId, status: 'Revoked' })),
      ...(ended ? factChanges(view, { participantId, height: state.height + 1, facts: ended }) : []),
    ],
  };
}

/** The row of a record that its owner signed; an Owner or Admin changes every other one without a vote. */
function standing({ participantId = '' }: GovernanceOperation, view: ChangeGround['view']): Result<ParticipantRow> {
  const row = participantAt(view, participantId);
  if (!row) return fail(ruleIssue('participantId', 'The register has no such participant.'));
  return row.own === true
    ? row
    : fail(ruleIssue('participantId', 'No role is held by this record: an Owner or Admin publishes its next version.'));
}

function addressOf(
  { publicKey = '', algorithm, encapsulationKey }: GovernanceOperation,
  accepted: readonly string[],
): Result<ParticipantAddress> {
  if (!algorithm || !accepted.includes(algorithm))
    return fail(ruleIssue('algorithm', 'The register does not accept this signature algorithm.'));
  const walletAddress = addressOfBase64(algorithm, publicKey);
  if (!walletAddress || publicKeyProblem(algorithm, fromBase64(publicKey) ?? new Uint8Array(0)))
    return fail(ruleIssue('publicKey', 'The public key is not a sound key of its algorithm.'));
  if (encapsulationKey === undefined) return { walletAddress, publicKey, algorithm, primary: true };
  if (encapsulationKeyProblem(fromBase64(encapsulationKey) ?? new Uint8Array(0)))
    return fail(ruleIssue('encapsulationKey', 'This is not a sound ML-KEM-768 key.'));
  return { walletAddress, publicKey, algorithm, primary: true, encapsulationKey };
}

/** A key that was replaced comes back nowhere; a further address of the same record may become its primary one. */
function isFree({ participantId, status, own }: AddressRow, mine: string): boolean {
  if (own === true || status === 'Revoked') return false;
  return participantId === mine || status === 'Deprecated';
}

function replaceAddress(
  row: ParticipantRow,
  address: ParticipantAddress,
  { view, participantId }: { readonly view: Pick<StateView, 'state'>; readonly participantId: string },
): readonly StateChange[] {
  const { walletAddress, publicKey, algorithm, encapsulationKey } = address;
  const others = row.addresses.filter((wallet) => wallet !== row.primary && wallet !== walletAddress);
  const { contested: _, delegations: _1, ...rest } = row;
  const after: ParticipantRow = {
    ...rest,
    addresses: [walletAddress, ...others],
    primary: walletAddress,
    replacement: address,
    status: 'Active',
  };
  const fresh: AddressRow = {
    algorithm,
    ...(encapsulationKey !== undefined && { encapsulationKey }),
    own: true,
    participantId,
    publicKey,
    status: 'Active',
  };
  return [
    { key: STATE_KEY.participant(participantId), value: after as unknown as JsonObject },
    { key: STATE_KEY.address(walletAddress), value: fresh as unknown as JsonObject },
    ...withStatus(view, { wallet: row.primary, participantId, status: 'Revoked' }),
    ...others.flatMap((wallet) => withStatus(view, { wallet, participantId, status: 'Active' })),
  ];
}

function withStatus(
  view: Pick<StateView, 'state'>,
  { wallet, participantId, status }: { readonly wallet: string } & Pick<AddressRow, 'participantId' | 'status'>,
): readonly StateChange[] {
  const row = addressAt(view, wallet);
  if (row?.participantId !== participantId || row.status === status) return [];
  return [{ key: STATE_KEY.address(wallet), value: { ...row, status } as unknown as JsonObject }];
}
