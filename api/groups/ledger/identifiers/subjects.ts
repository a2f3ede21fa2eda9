// The subjects of DIDs before the caller: registers that are advertised or that it sees, and wallets that it sees or
// whose key stands in one of those registers. All others are not found, there or not.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { DID_REGISTERS_MAX } from '../../../../core/base/limits/node/reading.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { DescribedWallet, DidDocument, KeyStanding } from '../../../../core/linked/did-documents.js';
import { metadataTime, registerDocument, walletDocument } from '../../../../core/linked/did-documents.js';
import type { DidSubject } from '../../../../core/linked/did-syntax.js';
import { GENESIS_BLUEPRINT } from '../../../../core/register/genesis/payload.js';
import { GOVERNANCE_BLUEPRINT } from '../../../../core/register/governance/operation.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { addressAt, type ParticipantStatus } from '../../../../core/register/people/participants.js';
import { canSee } from '../../../../core/wallet/access.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { isOfTenant, visibleRegister } from '../../../access/registers.js';
import { standingOf } from '../../../access/wallet-standing.js';
import type { Looking } from './looking.js';

export interface DescribedSubject {
  readonly document: DidDocument;
  readonly metadata: {
    readonly created?: string;
    readonly updated?: string;
    readonly deactivated?: true;
  };
}

/** The same answer for what is not there and for what is not the caller's to see. */
export function didNotFound(): Issue {
  return issue('DID_NOT_FOUND', '/did', 'There is nothing of this DID here, or it is not yours to see.');
}

export function describeSubject(looking: Looking, subject: DidSubject): Promise<Result<DescribedSubject>> {
  return subject.kind === 'register'
    ? describedRegister(looking, subject.registerId)
    : Promise.resolve(describedWallet(looking, subject.address));
}

/** A peer may replicate an advertised register, so that its roster is not a secret. */
function isOpenTo(looking: Looking, { id, advertise, purging }: RegisterRecord): boolean {
  return (
    purging !== true && (advertise || (looking.caller.tier !== 'none' && !isFailure(visibleRegister(looking, id))))
  );
}

async function describedRegister(looking: Looking, registerId: string): Promise<Result<DescribedSubject>> {
  const { ledger, chain, config } = looking.deps;
  const record = ledger.register(registerId);
  if (record === undefined || !isOpenTo(looking, record)) return fail(didNotFound());
  const state = ledger.state(registerId);
  if (isFailure(state)) return state;
  const newest = { skip: 0, top: 1, reverse: true };
  const genesis = (await chain.byBlueprint(record.reg, GENESIS_BLUEPRINT, newest)).items[0];
  const act = (await chain.byBlueprint(record.reg, GOVERNANCE_BLUEPRINT, newest)).items[0];
  const { members, roster } = state;
  return {
    document: registerDocument({ registerId, members, roster, publicUrl: config.publicUrl }),
    metadata: {
      ...(genesis && { created: metadataTime(genesis.timestampMs) }),
      ...(act && { updated: metadataTime(act.timestampMs) }),
    },
  };
}

function describedWallet(looking: Looking, address: string): Result<DescribedSubject> {
  const own = ownWallet(looking, address);
  const wallet = own ? ownKey(own) : sealedKey(looking, address);
  if (wallet === undefined) return fail(didNotFound());
  return {
    document: walletDocument(wallet),
    metadata: {
      ...(own && { created: metadataTime(own.createdAt), updated: metadataTime(own.updatedAt) }),
      ...(wallet.standing === 'Final' && { deactivated: true }),
    },
  };
}

/** A wallet of this node that the caller may know of, by its main address: the node shows no other key of it. */
function ownWallet({ caller, deps }: Looking, address: string): Wallet | undefined {
  const wallet = deps.wallets.byAddress(address);
  return wallet !== undefined && canSee(standingOf({ caller, deps }, wallet)) ? wallet : undefined;
}

/** A key that an organisation derived never comes back after its end; an owner may unlock any other wallet again. */
function ownKey({ address, algorithm, publicKey, status, derivedKeyId }: Wallet): DescribedWallet {
  const ended: KeyStanding = derivedKeyId === undefined ? 'Ended' : 'Final';
  return { address, algorithm, publicKey, standing: status === 'Active' ? 'Active' : ended };
}

const STANDING_OF: Readonly<Record<ParticipantStatus, KeyStanding>> = {
  Active: 'Active',
  Deprecated: 'Ended',
  Revoked: 'Final',
};
const BETTER: readonly KeyStanding[] = ['Active', 'Ended', 'Final'];

/**
 * The key of a wallet as registers have it, which is the key of the address wherever it stands. Its best standing
 * counts: those that govern a register may end its record of the key, and decide for no other register.
 */
function sealedKey(looking: Looking, address: string): DescribedWallet | undefined {
  let best: DescribedWallet | undefined;
  for (const record of registersOf(looking)) {
    const wallet = keyIn(looking, record, address);
    if (wallet && (best === undefined || BETTER.indexOf(wallet.standing) < BETTER.indexOf(best.standing)))
      best = wallet;
    if (best?.standing === 'Active') break;
  }
  return best;
}

/** First those that the record alone shows to be open; a seat of the caller in another is found among its members. */
function* registersOf(looking: Looking): Generator<RegisterRecord> {
  const { caller, deps } = looking;
  const [open, others]: [RegisterRecord[], RegisterRecord[]] = [[], []];
  for (const record of deps.ledger.registers())
    (record.advertise || isOfTenant(caller, record) ? open : others).push(record);
  yield* open.slice(0, DID_REGISTERS_MAX).filter(({ purging }) => purging !== true);
  if (caller.tier === 'none') return;
  for (const record of others.slice(0, DID_REGISTERS_MAX)) if (isOpenTo(looking, record)) yield record;
}

function keyIn({ deps }: Looking, record: RegisterRecord, address: string): DescribedWallet | undefined {
  const [state, did] = [deps.ledger.state(record.id), walletDid(address)];
  const member = isFailure(state) ? undefined : state.members.find(({ subject }) => subject === did);
  if (member) return { address, algorithm: member.algorithm, publicKey: member.publicKey, standing: 'Active' };
  const row = addressAt(deps.chain.view(record.reg), address);
  return row && { address, algorithm: row.algorithm, publicKey: row.publicKey, standing: STANDING_OF[row.status] };
}
