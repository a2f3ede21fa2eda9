// Takes credentials for a wallet without a further yes, where its owner accepts their issuer: what a run of a workflow
// gave it, and what an organisation issues to it at once. Never with a transaction code, which is for a person.
import { askForOffer, type OfferAskingPorts } from '../../../actors/credentials/asking.js';
import type { PollOutcome } from '../../../actors/credentials/deferred-driver.js';
import {
  findIssuance,
  type LedgerIssuance,
  type SealedIssuancePorts,
} from '../../../actors/credentials/sealed-issuance.js';
import { toHex } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { PENDING_INTERVAL_S, PENDING_MS } from '../../../core/base/limits/node/wallets.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import { type AutoAccept, isAccepted } from '../../../core/credentials/holding/auto-accept.js';
import type { FoundOffer } from '../../../core/credentials/holding/metadata.js';
import { isPendingOver, pendingRestMs } from '../../../core/credentials/holding/pending.js';
import { toldOfferId } from '../../../core/credentials/issuing/offer.js';
import type { InboxNotice } from '../../../core/tenant/inbox/entry.js';
import type { AuditEvent } from '../../../core/tenant/organisations/audit-events.js';
import { useProblem, type Wallet } from '../../../core/wallet/wallet.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { TakingCredential } from '../../../storage/tables/credentials/taking.js';
import type { ApiDeps } from '../../deps/deps.js';
import { issuerUrl } from '../issuers.js';
import { findOffered, makeRunOffer, type OfferedRun } from '../runs/offers.js';
import type { HoldingCall } from './call.js';
import { holdingProblem } from './holder-keys.js';
import type { IssuanceDeps } from './issuances.js';
import { isHere, type KeptAlso } from './keeping.js';
import { findOffer } from './offers.js';
import { receiveCredentials } from './receiving.js';

type TellingDeps = Pick<ApiDeps, 'audit' | 'clock' | 'notices' | 'tenants'>;

export type TakingDeps = TellingDeps &
  Pick<ApiDeps, 'announcements' | 'commit' | 'credentials' | 'keystore' | 'random' | 'trustLists' | 'wallets'> &
  Omit<OfferAskingPorts, 'asker'> &
  SealedIssuancePorts &
  IssuanceDeps & {
    readonly walletAsks: OfferAskingPorts['asker'];
    readonly config: Pick<ApiDeps['config'], 'publicUrl'>;
    /** Peer id of this node. */
    readonly peerId: () => string;
  };

interface Taking {
  readonly call: HoldingCall<TakingDeps>;
  readonly row: TakingCredential;
  readonly wallet: Wallet;
  readonly issuance: LedgerIssuance;
  readonly credentialType: string;
  /** Where this node issued it. */
  readonly own: OfferedRun | undefined;
}

const TRACE_BYTES = 16;
/** Of a wallet, a node or a server that may do it later. */
const LATER: ReadonlySet<string> = new Set([
  ...['WALLET_NODE_AWAY', 'WALLET_LOCKED', 'QUOTA_EXCEEDED', 'NODE_UNAVAILABLE', 'REGISTER_BEHIND'],
]);

/** Done where nothing is to be taken any more. Throws StoreError for a damaged row. */
export async function takeByItself(deps: TakingDeps, row: TakingCredential): Promise<PollOutcome> {
  const taking = await findTaking(deps, row);
  if (taking === undefined) return leave(deps, row);
  if (isPendingOver(row, deps.clock.now()))
    return refuse(taking, `Its issuer did not give it within ${PENDING_MS / 86_400_000} days.`);
  const taken = await take(taking);
  if (!isFailure(taken)) return 'done';
  if (!isLater(taken)) return refuse(taking, taken.issue.message);
  return { restMs: pendingRestMs({ ...row, intervalS: PENDING_INTERVAL_S }, deps.clock.now()) };
}

function isLater({ issue: { code } }: Failure): boolean {
  return code.startsWith('OUTGOING_') || LATER.has(code);
}

/** Undefined where the wallet takes it not, or not by itself: its person has been told that it can be had. */
async function findTaking(deps: TakingDeps, row: TakingCredential): Promise<Taking | undefined> {
  const { credentials, wallets, clock, random } = deps;
  const wallet = wallets.find(row.recipient);
  const issuance = findIssuance(deps, row);
  if (wallet === undefined || issuance === undefined || !isHere(wallet, { id: row.walletId })) return undefined;
  const accept = credentials.kept.head(wallet.address).autoAccept;
  if (accept === undefined || holdingProblem(wallet) !== undefined || !isToBeHad(issuance, row, clock.now()))
    return undefined;
  const own = ownRun(deps, row, issuance);
  const { registerId, participantId } = issuance;
  const credentialType = issuance.rule.typeIn(registerId);
  const issuer = own && addressOf(deps, own.issuance.organisationId);
  if (!isAccepted(accept, { issuer, registerId, participantId }, credentialType)) return undefined;
  const { organisationId, subject } = accept;
  const call = { deps, caller: { organisationId, subject }, trace: toHex(random.bytes(TRACE_BYTES)) };
  return { call, row, wallet, issuance, credentialType, own };
}

/** As the ledger has it. */
function isToBeHad(
  { recipient, status, rule, isReplaced, validUntilMs }: LedgerIssuance,
  row: TakingCredential,
  nowMs: number,
): boolean {
  const isInForce = status === 'valid' && !isReplaced && (validUntilMs === undefined || validUntilMs > nowMs);
  return isInForce && recipient === row.recipient && rule.txCode === 'none';
}

/** The plan of this node, where it is that of this Issuance: another one may repeat its root, and have its id. */
function ownRun(
  deps: TakingDeps,
  { credentialId, registerId }: TakingCredential,
  { run, rule }: LedgerIssuance,
): OfferedRun | undefined {
  const own = findOffered(deps, credentialId);
  const isOfIt = own?.issuance.registerId === registerId && own.issuance.run === run && own.issuance.config === rule.id;
  return isOfIt ? own : undefined;
}

/** An address counts where this node is its issuer: of another node's word the ledger knows the participant alone. */
function addressOf({ config, tenants }: TakingDeps, organisationId: string): string | undefined {
  const organisation = tenants.organisation(organisationId);
  return organisation && issuerUrl(config, organisation);
}

async function take(taking: Taking): Promise<Result<unknown>> {
  const { call, row, wallet } = taking;
  const { credentials } = call.deps;
  const problem = useProblem(wallet, 'sign');
  if (problem !== undefined) return fail(problem);
  const offerUri = await openOffer(taking);
  if (isFailure(offerUri)) return offerUri;
  const offered = await findOffer(call, { offerUri });
  if (isFailure(offered)) return offered;
  const foreign = foreignProblem(offered, taking);
  if (foreign !== undefined) return foreign;
  const { issuer } = offered.metadata;
  const accepted = { wallet, issuer, credentialType: taking.credentialType, credentialId: row.credentialId };
  return receiveCredentials(call, wallet, {
    ...{ offered, txCode: undefined },
    how: {
      also: takenAlso(call, accepted, [credentials.taking.remove(row)]),
      keys: { before: row.keys, store: (keys) => [credentials.taking.put({ ...row, keys })] },
    },
  });
}

/** The address of an offer that is good for some minutes. */
async function openOffer({ call, row, wallet, issuance, own }: Taking): Promise<Result<string>> {
  const { deps } = call;
  const { credentialId } = row;
  if (own === undefined) {
    const by = { wallet, address: row.recipient };
    const asked = { credentialId, issuance, by, from: deps.peerId() };
    const answer = await askForOffer({ ...deps, asker: deps.walletAsks }, asked);
    return isFailure(answer) ? answer : answer.credentialOfferUri;
  }
  // From here on in one turn: the offer is counted in the row of its organisation.
  const made = makeRunOffer(deps, own, row.recipient);
  if (isFailure(made)) return made;
  const { id, organisationId, credentialType, format } = made.offer;
  const details = { offer: toldOfferId(id), credentialType, format, credentialId };
  await deps.commit([
    ...made.ops,
    recordOf(deps, { eventType: 'CredentialOffered', by: { organisationId, subject: '' }, details }),
  ]);
  return made.credentialOfferUri;
}

/** An offer of anything else than the one credential of the run is not what the ledger gave. */
function foreignProblem({ offer, types }: FoundOffer, { credentialType }: Taking): Failure | undefined {
  const [only, ...others] = types.values();
  const isOfRun = only?.credentialType === credentialType && others.length === 0;
  const problem = (message: string) => fail(issue('CREDENTIAL_REFUSED', '', message));
  if (!isOfRun) return problem('The offer is of another credential than the Issuance.');
  if (offer.txCode !== undefined) return problem('The offer asks for a transaction code, which a person enters.');
  return offer.code === undefined ? problem('The offer asks its person to sign in.') : undefined;
}

interface AcceptedCredential {
  readonly wallet: Wallet;
  /** The address by which the issuer names itself. */
  readonly issuer: string;
  readonly credentialType: string;
  /** Id of the credential at its issuer. */
  readonly credentialId: string;
}

/** Joins the commit of a credential that came by itself: its line of the audit trail, and the word to its person. */
export function takenAlso(
  { deps, caller, trace }: HoldingCall<TellingDeps>,
  { wallet, issuer, credentialType, credentialId }: AcceptedCredential,
  ops: readonly KvOp[],
): KeptAlso {
  const details = { wallet: wallet.address, issuer, credentialType, credentialId };
  return {
    ops: () => [...ops, recordOf(deps, { eventType: 'CredentialTaken', by: caller, details })],
    commit: (all, [made]) => {
      const ids = made === undefined ? {} : { credentialId: made.id };
      const notice = noticeOf(deps, wallet, { type: 'credential-received', credentialId, trace, ids });
      // A credential that its issuer has later is told when it comes.
      return deps.notices.commit(all, made === undefined ? [] : notice);
    },
  };
}

/** The call of the node itself for a wallet whose owner accepts the issuer; undefined for another one. */
export function acceptingCall<Deps extends Pick<ApiDeps, 'credentials'>>(
  { deps, trace }: { readonly deps: Deps; readonly trace: string },
  wallet: Wallet,
  { issuer, credentialType }: Pick<AcceptedCredential, 'issuer' | 'credentialType'>,
): HoldingCall<Deps> | undefined {
  const accept: AutoAccept | undefined = deps.credentials.kept.head(wallet.address).autoAccept;
  if (accept === undefined || !isAccepted(accept, { issuer }, credentialType)) return undefined;
  const { organisationId, subject } = accept;
  return { deps, caller: { organisationId, subject }, trace };
}

async function leave({ commit, credentials }: TakingDeps, row: TakingCredential): Promise<'done'> {
  await commit([credentials.taking.remove(row)]);
  return 'done';
}

async function refuse({ call, row, wallet }: Taking, reason: string): Promise<'done'> {
  const { deps, trace } = call;
  const { credentialId } = row;
  const ids = { issuedCredentialId: credentialId };
  const notices = noticeOf(deps, wallet, { type: 'credential-refused', credentialId, trace, ids, text: reason });
  await deps.notices.commit([deps.credentials.taking.remove(row)], notices);
  return 'done';
}

const TITLES = {
  'credential-received': 'A credential of an issuer that you accept is in your wallet.',
  'credential-refused': 'A credential of an issuer that you accept could not be taken.',
} as const;

/** For the person who owns the wallet. */
function noticeOf(
  { clock, tenants }: TellingDeps,
  { owner, address }: Wallet,
  notice: {
    readonly type: keyof typeof TITLES;
    readonly credentialId: string;
    readonly trace: string;
    readonly ids: Readonly<Record<string, string>>;
    readonly text?: string;
  },
): readonly InboxNotice[] {
  const { type, credentialId, trace, ids, text } = notice;
  if (owner.kind !== 'person' || tenants.user(owner.id) === undefined) return [];
  return [
    {
      ...{ platformUserId: owner.id, sourceEventId: `${type}:${credentialId}`, category: 'Credential', type, text },
      ...{ occurredAtMs: clock.now(), cause: trace, title: TITLES[type], details: { walletAddress: address, ...ids } },
    },
  ];
}

interface TakingRecord {
  readonly eventType: AuditEvent;
  /** The caller that said that it may. */
  readonly by: HoldingCall<unknown>['caller'];
  readonly details: Readonly<Record<string, string>>;
}

/** By the node itself. */
function recordOf({ audit }: Pick<TakingDeps, 'audit'>, { eventType, by, details }: TakingRecord): KvOp {
  const { organisationId, subject: identityId } = by;
  return audit.record({ eventType, organisationId, identityId, address: '', success: true, details });
}
