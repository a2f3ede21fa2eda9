// Participant records of a register (reference-facts 4.2.9): their form, and the rows of state that they leave. Pure;
// who may publish one is decided in core/validate/records/participant.ts.
import { fromBase64, isBase64, utf8 } from '../../base/bytes.js';
import { NAME_RULE, nameProblem } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, hasOnly, isObject, type Json, type JsonObject } from '../../base/json.js';
import {
  PARTICIPANT_ADDRESSES_MAX,
  PARTICIPANT_METADATA_BYTES_MAX,
  PARTICIPANT_NAME_MAX,
} from '../../base/limits/ledger/registers.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { wrapOf } from '../../crypto/encryption/key-wrap.js';
import { encapsulationKeyProblem } from '../../crypto/encryption/ml-kem.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { isSignatureAlgorithm, publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { STATE_KEY } from '../state-keys.js';
import { CREDENTIAL_MEMBERS, type CredentialMembers, checkCredentialMembers } from './credential-facts.js';
import { checkDelegations, type Delegation } from './delegations.js';
import { comparedName } from './organisation-name.js';

export type ParticipantStatus = 'Active' | 'Deprecated' | 'Revoked';

export interface ParticipantAddress {
  readonly walletAddress: string;
  /** Base64. The address is its hash, so no other key can be published for a wallet. */
  readonly publicKey: string;
  readonly algorithm: SignatureAlgorithm;
  /** Of exactly one address. */
  readonly primary: boolean;
  /** ML-KEM-768 key of the wallet in base64: with it what is encrypted to the wallet withstands quantum computers. */
  readonly encapsulationKey?: string;
  /**
   * Signature of the wallet's signing key over the encapsulation key (encapsulation.ts), base64. Without it the key
   * counts only where the wallet itself signs the record, or had proven the same key before.
   */
  readonly encapsulationProof?: string;
}

/** Payload of a participant transaction. */
export interface ParticipantRecord extends CredentialMembers {
  readonly participantId: string;
  readonly organizationName: string;
  readonly participantName: string;
  readonly status: ParticipantStatus;
  /** 1, and one more with each version. */
  readonly version: number;
  readonly addresses: readonly ParticipantAddress[];
  readonly metadata?: JsonObject;
  /** Records that act for the participant. Signed by its primary wallet alone. */
  readonly delegations?: readonly Delegation[];
  /** Signature of the primary wallet over this version (primary-proof.ts), base64. */
  readonly primaryProof?: string;
}

/** Value of the state key `part/{participantId}`. */
export interface ParticipantRow {
  /** Of the newest version. */
  readonly addresses: readonly string[];
  /** Its organisation, as it is compared: an Owner or Admin signed an Active version with it. */
  readonly attested?: string;
  /**
   * An Owner or Admin alone ended it while it was Active and its owner's: its roles are vacant, and pass on only after
   * its owner had time to object.
   */
  readonly contested?: true;
  /** The rows of the newest version. */
  readonly delegations?: readonly Delegation[];
  /** TxId of the newest version. */
  readonly latest: string;
  /** From 0, in the order in which participants were first sealed. */
  readonly ordinal: number;
  /** Its primary wallet signed it, or the one before named that: roles are held by such records. */
  readonly own?: true;
  readonly primary: string;
  /** The address that governance put in place of the primary one of the newest version. */
  readonly replacement?: ParticipantAddress;
  /** That of the newest version, or what governance made of it since. */
  readonly status: ParticipantStatus;
  readonly version: number;
}

/** Value of the state key `addr/{walletAddress}`. */
export interface AddressRow {
  readonly algorithm: SignatureAlgorithm;
  readonly encapsulationKey?: string;
  /** It is or was the primary wallet of the record while that was its own (`ParticipantRow`). */
  readonly own?: true;
  readonly participantId: string;
  readonly publicKey: string;
  /** That of the record; Deprecated too when the record dropped the address. */
  readonly status: ParticipantStatus;
}

type Members = Readonly<Record<string, unknown>>;

const STATUSES: readonly unknown[] = ['Active', 'Deprecated', 'Revoked'];
const RECORD = [
  'participantId',
  'organizationName',
  'participantName',
  'status',
  'version',
  'addresses',
  'metadata',
  'delegations',
  'primaryProof',
  ...CREDENTIAL_MEMBERS,
];
const ADDRESS = ['walletAddress', 'publicKey', 'algorithm', 'primary', 'encapsulationKey', 'encapsulationProof'];

/** VAL_PARTICIPANT_001 with a pointer into the record for everything in which it is not one. */
export function checkRecord(record: Json): Issue[] {
  if (!isObject(record)) return [bad('', 'A participant record is an object.')];
  const { participantId, organizationName, participantName, status, version, addresses, metadata } = record;
  const issues: Issue[] = [];
  const must = (isGood: boolean, at: string, message: string): void => {
    if (!isGood) issues.push(bad(at, message));
  };
  must(hasOnly(record, RECORD), '', 'The record has a member that a participant does not have.');
  must(isText(participantId, ID_LENGTH_MAX), '/participantId', 'A participant has a printable id.');
  must(isName(organizationName), '/organizationName', `A participant names its organisation. ${NAME_RULE}`);
  must(isName(participantName), '/participantName', `A participant has a name. ${NAME_RULE}`);
  must(STATUSES.includes(status), '/status', 'A status is Active, Deprecated or Revoked.');
  must(Number.isSafeInteger(version) && (version as number) >= 1, '/version', 'A version is 1 or more.');
  must(metadata === undefined || isMetadata(metadata), '/metadata', 'Metadata is a small object.');
  const proof = record.primaryProof;
  must(proof === undefined || keyBytes(proof) !== undefined, '/primaryProof', 'A signature is base64.');
  issues.push(...checkCredentialMembers(record));
  return [...issues, ...checkAddresses(addresses), ...checkDelegations(record.delegations, participantId)];
}

function checkAddresses(addresses: unknown): Issue[] {
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > PARTICIPANT_ADDRESSES_MAX)
    return [bad('/addresses', `A participant has 1 to ${PARTICIPANT_ADDRESSES_MAX} addresses.`)];
  const issues: Issue[] = [];
  const seen = new Set<unknown>();
  for (const [i, address] of addresses.entries()) {
    const problem = addressProblem(address);
    if (problem !== undefined) issues.push(bad(`/addresses/${i}${problem}`, 'An address has its key and algorithm.'));
    const { walletAddress } = (isObject(address) ? address : {}) as Members;
    if (seen.has(walletAddress)) issues.push(bad(`/addresses/${i}/walletAddress`, 'An address is listed once.'));
    seen.add(walletAddress);
  }
  if (addresses.filter((address) => isObject(address) && address.primary === true).length !== 1)
    issues.push(bad('/addresses', 'Exactly one address is the primary one.'));
  return issues;
}

/** Pointer of what is wrong with one address. */
function addressProblem(address: unknown): string | undefined {
  if (!hasOnly(address, ADDRESS)) return '';
  const { walletAddress, publicKey, algorithm, primary, encapsulationKey, encapsulationProof } = address;
  if (typeof primary !== 'boolean') return '/primary';
  if (!isSignatureAlgorithm(algorithm)) return '/algorithm';
  const key = keyBytes(publicKey);
  if (!key || publicKeyProblem(algorithm, key)) return '/publicKey';
  if (addressOfBase64(algorithm, publicKey as string) !== walletAddress) return '/walletAddress';
  if (encapsulationProof !== undefined && (encapsulationKey === undefined || !keyBytes(encapsulationProof)))
    return '/encapsulationProof';
  if (encapsulationKey === undefined) return undefined;
  const encapsulation = keyBytes(encapsulationKey);
  return !encapsulation || encapsulationKeyProblem(encapsulation) ? '/encapsulationKey' : undefined;
}

function keyBytes(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && isBase64(text) ? fromBase64(text) : undefined;
}

/** The rows that sealing a checked record changes. `sender` signed it; the proofs in it were verified. */
export function recordChanges(
  {
    txId,
    record,
    before,
    sender,
    isGovernance = false,
  }: {
    readonly txId: string;
    readonly record: ParticipantRecord;
    readonly before: ParticipantRow | undefined;
    readonly sender: string;
    /** An Owner or Admin signed it. */
    readonly isGovernance?: boolean;
  },
  view: Pick<StateView, 'state'>,
): StateChange[] {
  const { participantId, status, version } = record;
  const count = Number(view.state(STATE_KEY.participants)?.count ?? 0);
  const addresses = record.addresses.map(({ walletAddress }) => walletAddress);
  const primary = (record.addresses.find((address) => address.primary) as ParticipantAddress).walletAddress;
  const isOwn = isOwnRecord(primary, before, sender);
  const attested = attestedName(record, before, isGovernance);
  const row: ParticipantRow = {
    addresses,
    ...(attested !== undefined && { attested }),
    ...(isContested(status, before, sender) && { contested: true }),
    ...(record.delegations && { delegations: record.delegations }),
    latest: txId,
    ordinal: before?.ordinal ?? count,
    ...(isOwn && { own: true }),
    primary,
    status,
    version,
  };
  const dropped = (before?.addresses ?? []).filter((address) => !addresses.includes(address));
  return [
    { key: STATE_KEY.participant(participantId), value: row as unknown as JsonObject },
    ...record.addresses.map((address) => ({
      key: STATE_KEY.address(address.walletAddress),
      value: addressRow(address, record, {
        encapsulationKey: isProven(address, sender, view) ? address.encapsulationKey : keptKey(address, view),
        isOwn: isOwn && (address.primary || wasOwn(address.walletAddress, participantId, view)),
      }) as unknown as JsonObject,
    })),
    ...dropped.flatMap((address) => drop(address, record, view)),
    ...(before
      ? []
      : [
          { key: STATE_KEY.participants, value: { count: count + 1 } },
          { key: STATE_KEY.participantAt(count), value: { participantId } },
        ]),
  ];
}

/** The organisation for which governance vouches. To end a record, or put it aside, says nothing of it. */
/** Of a version that is signed so. */
export function attestedName(
  { organizationName, status }: ParticipantRecord,
  before: ParticipantRow | undefined,
  isGovernance: boolean,
): string | undefined {
  // In a docket that a quorum forged, a record may have no name of an organisation.
  const name = comparedName(organizationName ?? '');
  const vouches = isGovernance && status === 'Active';
  return vouches || before?.attested === name ? name : undefined;
}

/** An Owner or Admin that signs for another wallet gives a key, and never a role. */
function isOwnRecord(primary: string, before: ParticipantRow | undefined, sender: string): boolean {
  return sender === primary || (before?.own === true && (sender === before.primary || primary === before.primary));
}

/** The participant itself may end its record, and what it had ended was vacant before. */
function isContested(status: ParticipantStatus, before: ParticipantRow | undefined, sender: string): boolean {
  if (status === 'Active' || before?.own !== true || sender === before.primary) return false;
  return before.status === 'Active' || before.contested === true;
}

function wasOwn(walletAddress: string, participantId: string, view: Pick<StateView, 'state'>): boolean {
  const row = addressAt(view, walletAddress);
  return row?.own === true && row.participantId === participantId;
}

/** Whether the wallet has signed for its encapsulation key: in the record, with the record, or before. */
function isProven(
  { walletAddress, encapsulationKey, encapsulationProof }: ParticipantAddress,
  sender: string,
  view: Pick<StateView, 'state'>,
): boolean {
  if (encapsulationKey === undefined) return false;
  if (encapsulationProof !== undefined || walletAddress === sender) return true;
  return addressAt(view, walletAddress)?.encapsulationKey === encapsulationKey;
}

/**
 * A wallet that receives by its encapsulation key alone keeps the one that it proved, until it proves
 * another one: without any, nothing could be sealed to it any more, and no challenge of it be answered.
 */
function keptKey({ walletAddress, algorithm }: ParticipantAddress, view: Pick<StateView, 'state'>): string | undefined {
  if (!isSignatureAlgorithm(algorithm) || wrapOf(algorithm, false) !== undefined) return undefined;
  return addressAt(view, walletAddress)?.encapsulationKey;
}

function addressRow(
  { algorithm, publicKey }: ParticipantAddress,
  { participantId, status }: ParticipantRecord,
  { encapsulationKey, isOwn }: { readonly encapsulationKey: string | undefined; readonly isOwn: boolean },
): AddressRow {
  const receiving = encapsulationKey === undefined ? {} : { encapsulationKey };
  return { algorithm, ...receiving, ...(isOwn && { own: true as const }), participantId, publicKey, status };
}

/**
 * A dropped address is known still, but should not be used; unless another participant took it over, or it was
 * revoked.
 */
function drop(address: string, { participantId }: ParticipantRecord, view: Pick<StateView, 'state'>): StateChange[] {
  const row = addressAt(view, address);
  if (row?.participantId !== participantId || row.status === 'Revoked') return [];
  return [{ key: STATE_KEY.address(address), value: { ...row, status: 'Deprecated' } }];
}

/** The knowledge of the register about a wallet address; undefined where no record names it. */
export function addressAt(view: Pick<StateView, 'state'>, walletAddress: string): AddressRow | undefined {
  return view.state(STATE_KEY.address(walletAddress)) as unknown as AddressRow | undefined;
}

export function participantAt(view: Pick<StateView, 'state'>, participantId: string): ParticipantRow | undefined {
  return view.state(STATE_KEY.participant(participantId)) as unknown as ParticipantRow | undefined;
}

/** A record as it counts now: its newest sealed version, and what governance changed of that. */
export function recordNow({ replacement, status }: ParticipantRow, sealed: ParticipantRecord): ParticipantRecord {
  if (!replacement) return status === sealed.status ? sealed : { ...sealed, status };
  const others = sealed.addresses.filter(
    ({ primary, walletAddress }) => !primary && walletAddress !== replacement.walletAddress,
  );
  // A thief of the lost key may have delegated by it, or named keys of its own.
  const { delegations: _, credentialKeys: _1, holderKeys: _2, verifierIds: _3, ...rest } = sealed;
  return { ...rest, status, addresses: [replacement, ...others] };
}

/** True for a key that governance replaced because its participant had lost it: it stands for none any more. */
export function isReplaced(view: Pick<StateView, 'state'>, walletAddress: string): boolean {
  const row = addressAt(view, walletAddress);
  if (row?.own !== true || row.status !== 'Revoked') return false;
  return participantAt(view, row.participantId)?.primary !== walletAddress;
}

function isMetadata(metadata: unknown): boolean {
  return isObject(metadata) && utf8(canonical(metadata)).length <= PARTICIPANT_METADATA_BYTES_MAX;
}

/** Printable, because it appears in paths, keys and logs. */
function isText(value: unknown, max: number): boolean {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= max &&
    !/[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(value)
  );
}

function isName(value: unknown): boolean {
  return isText(value, PARTICIPANT_NAME_MAX) && nameProblem(value as string) === undefined;
}

function bad(path: string, message: string): Issue {
  return issue('VAL_PARTICIPANT_001', path, message);
}
