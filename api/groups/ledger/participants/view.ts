// Participant records of a register as clients see them, from its rows of state. Reads only what is asked for: a row,
// its newest transaction, the versions.
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import type { Delegation } from '../../../../core/register/people/delegations.js';
import {
  type AddressRow,
  addressAt,
  type ParticipantRecord,
  type ParticipantRow,
  participantAt,
  recordNow,
} from '../../../../core/register/people/participants.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { isoTime } from '../../../views/transactions.js';

type Chain = Pick<ApiDeps['chain'], 'view' | 'transaction'>;

/** A sealed version of a participant; of the newest one what governance changed since. */
export interface Version extends SealedTransaction {
  readonly now?: ParticipantRecord;
}

/** The newest sealed version of a participant. */
export function latestOf(chain: Chain, { reg }: RegisterRecord, participantId: string): Version | undefined {
  const row = participantAt(chain.view(reg), participantId);
  return row && newestOf(chain, reg, row);
}

function newestOf(chain: Chain, reg: RegisterRecord['reg'], row: ParticipantRow): Version | undefined {
  const sealed = chain.transaction(reg, row.latest);
  return sealed && { ...sealed, now: recordNow(row, recordIn(sealed)) };
}

export function rowOf(chain: Chain, { reg }: RegisterRecord, participantId: string): ParticipantRow | undefined {
  return participantAt(chain.view(reg), participantId);
}

export function addressRowOf(chain: Chain, { reg }: RegisterRecord, address: string): AddressRow | undefined {
  return addressAt(chain.view(reg), address);
}

export function recordIn({ transaction, now }: Version): ParticipantRecord {
  return now ?? (transaction.payload as unknown as ParticipantRecord);
}

export function recordView({ id }: RegisterRecord, sealed: Version) {
  const stated = recordIn(sealed);
  const { participantId, organizationName, participantName, addresses, metadata, delegations } = stated;
  return {
    registerId: id,
    participantId,
    organizationName,
    participantName,
    addresses: addresses.map((address) => ({ ...address })),
    ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
    ...(delegations === undefined ? {} : { delegations: structuredClone(delegations) as Delegation[] }),
    ...statedFacts(stated),
    ...versionView(sealed),
  };
}

/** The keys and ids for gates that a record states. */
function statedFacts(record: ParticipantRecord) {
  const { credentialKeys, holderKeys, verifierIds } = record;
  return {
    ...(credentialKeys && { credentialKeys: [...credentialKeys] }),
    ...(holderKeys && { holderKeys: [...holderKeys] }),
    ...(verifierIds && { verifierIds: [...verifierIds] }),
  };
}

export function versionView(sealed: Version) {
  const { version, status } = recordIn(sealed);
  return {
    version,
    status,
    transactionId: sealed.transaction.txId,
    publishedBy: sealed.transaction.header.senderWallet,
    publishedAt: isoTime(sealed.timestampMs),
  };
}

/** Versions from the newest one back, at most PAGE_SIZE_MAX of them. */
export function versionsFrom(chain: Chain, { reg }: RegisterRecord, newest: Version): Version[] {
  const versions: Version[] = [];
  for (let next: Version | undefined = newest; next && versions.length < PAGE_SIZE_MAX; ) {
    versions.push(next);
    const previous: string | undefined = next.transaction.header.previousTransactionId;
    next = previous === undefined ? undefined : chain.transaction(reg, previous);
  }
  return versions;
}

/**
 * A page by the order in which participants were first sealed, and how many there are: as many reads as the page has
 * places.
 */
export function pageFrom(
  chain: Chain,
  { reg }: RegisterRecord,
  { skip, top }: { readonly skip: number; readonly top: number },
): { readonly items: readonly Version[]; readonly totalCount: number } {
  const view = chain.view(reg);
  const totalCount = Number(view.state(STATE_KEY.participants)?.count ?? 0);
  const items: Version[] = [];
  for (let ordinal = skip; ordinal < Math.min(skip + top, totalCount); ordinal++) {
    const participantId = view.state(STATE_KEY.participantAt(ordinal))?.participantId;
    const row = typeof participantId === 'string' ? participantAt(view, participantId) : undefined;
    const sealed = row && newestOf(chain, reg, row);
    if (sealed) items.push(sealed);
  }
  return { items, totalCount };
}

export function keyView(walletAddress: string, row: AddressRow) {
  const { participantId, publicKey, algorithm, status, encapsulationKey } = row;
  return {
    walletAddress,
    participantId,
    publicKey,
    algorithm,
    status,
    ...(encapsulationKey === undefined ? {} : { encapsulationKey }),
  };
}
