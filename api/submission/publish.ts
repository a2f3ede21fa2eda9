// Publication of a definition on behalf of a roster member: the gate of specification 5.10 and that of rehearsals, the
// transaction of the system wallet or the member's, its seal.
import type { Static } from 'typebox';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { LiftNotes } from '../../core/design/lift/lift.js';
import type { DraftSubmission } from '../../core/kinds/build.js';
import type { Member } from '../../core/model/register.js';
import { addressOfDid } from '../../core/register/people/did.js';
import { mayPublish } from '../../core/register/people/rights.js';
import { STATE_KEY } from '../../core/register/state-keys.js';
import { PUBLISH_ACTION, publicationTxIdOf } from '../../core/transaction/encode.js';
import { hasStatement } from '../../core/transaction/statement.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { refusalOf } from '../access/at-tip.js';
import { isOfTenant, membersOfCaller, registerNotFound, visibleRegister } from '../access/registers.js';
import { splitIssue } from '../access/split.js';
import { fairKey } from '../auth/fair-key.js';
import type { ApiCall } from '../define.js';
import { isRefusal, type Refusal, refuse, reply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { PublishBody } from '../schemas/base/publication.js';
import type { PublicationView } from '../schemas/registers/transactions.js';
import { liftMember } from '../views/lift.js';
import { isoTime } from '../views/transactions.js';
import { ATTESTATION_PURPOSE } from './owners.js';
import { publishable, refuseUnpinned, requireRehearsal } from './rehearsal-gate.js';
import { signByWallet } from './signed.js';
import { SYSTEM_PURPOSE, systemTransaction } from './system.js';

export type PublishDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'mesh'
  | 'chain'
  | 'blueprints'
  | 'engine'
  | 'counters'
  | 'systemWallet'
  | 'verifySignature'
>;

type Body = Static<typeof PublishBody>;

/** A publication waits for its seal, because its caller wants to start instances of it next. */
const SEAL_WAIT_MS = 10_000;
const RETRY_SECONDS = '2';

export async function publish(call: ApiCall<PublishDeps>, registerId: string, body: Body) {
  const gate = await publishingGate(call, registerId, body.publishedBy);
  if (isRefusal(gate)) return gate;
  const blueprintId = body.blueprintId ?? body.blueprintJson['id'];
  if (typeof blueprintId !== 'string' || blueprintId === '')
    return fail(issue('BODY_INVALID', '/blueprintId', 'Name the blueprint, here or in the id of the definition.'));
  const { deps } = call;
  const written = body.blueprintJson as JsonObject;
  const isPublished = (definition: JsonObject): boolean =>
    deps.chain.transaction(gate.record.reg, publicationTxIdOf(registerId, blueprintId, canonical(definition))) !==
    undefined;
  // Nothing is published again, so there is nothing to ask.
  if (isPublished(written)) return publishDefinition(call, gate, { blueprintId, definition: written });
  const checked = await deps.engine.run({ kind: 'check', blueprint: written }, fairKey(call));
  if (isFailure(checked)) return checked;
  const lifted = publishable(checked);
  if (isRefusal(lifted)) return lifted;
  const of = { blueprintId, definition: lifted.definition, lift: checked.lift };
  if (isPublished(of.definition)) return publishDefinition(call, gate, of);
  const unpinned = refuseUnpinned(deps, gate.record, of.definition);
  if (unpinned) return unpinned;
  const refused = await requireRehearsal(call, { ...of, registerId }, body.override);
  return isRefusal(refused) ? refused : publishDefinition(call, gate, of);
}

/** A register, and the member of its roster that answers for a publication. */
export interface PublishingGate {
  readonly record: RegisterRecord;
  readonly member: Member;
}

/**
 * The gate of specification 5.10. ROSTER_ROLE_REQUIRED for a caller without the role on the sealed roster of a register
 * that it sees;
 * REGISTER_NOT_FOUND for an unknown register on a node without peers; GOVERNANCE_ROSTER_NOT_SEALED with Retry-After for
 * one that is unknown or has no roster yet;
 * GOVERNANCE_ROSTER_UNAVAILABLE when it cannot be read.
 */
export function publishingGate(
  call: ApiCall<PublishDeps>,
  registerId: string,
  publishedBy?: string,
): Promise<Result<PublishingGate | Refusal>> {
  return call.deps.ledger.atTip(registerId, () => gateNow(call, registerId, publishedBy), refusalOf);
}

/**
 * A person publishes by a role of its own, wherever it holds one. A service names the member that answers for it, so
 * that it does not see a register of another tenant. A register that the caller does not see is unknown here too.
 */
function isForeignTo(call: ApiCall<PublishDeps>, record: RegisterRecord): boolean {
  if (call.caller.kind === 'service') return !isOfTenant(call.caller, record);
  return isFailure(visibleRegister(call, record.id));
}

function gateNow(
  call: ApiCall<PublishDeps>,
  registerId: string,
  publishedBy?: string,
): Result<PublishingGate | Refusal> {
  const { deps } = call;
  const record = deps.ledger.register(registerId);
  const isHere = record !== undefined && !record.purging && !isForeignTo(call, record);
  // A node with peers may hear of the register yet.
  if (!isHere && !deps.mesh.status().isOn) return fail(registerNotFound());
  const state = isHere ? deps.ledger.state(registerId) : undefined;
  if (!isHere || state === undefined)
    return notReady(
      issue(
        'GOVERNANCE_ROSTER_NOT_SEALED',
        '/registerId',
        'The register is unknown here, or its roster is not sealed yet.',
      ),
    );
  if (isFailure(state)) return notReady(issue('GOVERNANCE_ROSTER_UNAVAILABLE', '', state.issue.message));
  const member = publisherOf(call, state.members, publishedBy);
  return isFailure(member) ? member : { record, member };
}

/** A definition of the language of the ledger, and how it came to be so. */
interface Publishing {
  readonly blueprintId: string;
  readonly definition: JsonObject;
  readonly lift?: LiftNotes | undefined;
}

/**
 * Publishes a definition for whom the gate let through. 202 while it is not sealed; a definition that is published
 * already stays as it is.
 */
export async function publishDefinition(
  call: ApiCall<PublishDeps>,
  { record, member }: PublishingGate,
  { blueprintId, definition, lift }: Publishing,
) {
  const { deps } = call;
  const registerId = record.id;
  const txId = publicationTxIdOf(registerId, blueprintId, canonical(definition));
  const known = deps.chain.transaction(record.reg, txId);
  const lifting = liftMember(lift);
  if (known)
    return { ...findPublished(deps, record, blueprintId, txId), submitted: false, alreadyPublished: true, ...lifting };
  const signer = await signerOf(call, record, member);
  if (isFailure(signer)) return signer;
  const draft: DraftSubmission = {
    registerId,
    blueprintId,
    actionId: PUBLISH_ACTION,
    senderWallet: signer.address,
    createdAt: isoTime(deps.clock.now()),
    metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: member.subject },
    payload: definition,
  };
  const signed = signer.isSystem
    ? systemTransaction(call, draft, 'BlueprintPublish')
    : signByWallet(call, draft, signer.path);
  const tx = await signed;
  if (isFailure(tx)) return tx;
  const outcome = await deps.ledger.submit(tx, {
    priority: 'High',
    waitMs: call.waitMs || SEAL_WAIT_MS,
    from: fairKey(call),
    trace: call.trace,
  });
  if (outcome.status === 'refused') return fail(outcome.issues);
  const view = {
    ...findPublished(deps, record, blueprintId, txId),
    submitted: true,
    alreadyPublished: false,
    ...lifting,
  };
  return outcome.status === 'sealed' ? view : reply(202, view);
}

interface Signer {
  readonly address: string;
  readonly isSystem: boolean;
  /** Of the key of a wallet that is not its own one. */
  readonly path?: string;
}

/**
 * The signer: the node's own wallet where the register's genesis names it, else the member's, as on the node of another
 * organisation.
 */
async function signerOf(
  { deps }: ApiCall<PublishDeps>,
  { reg }: RegisterRecord,
  { subject }: Member,
): Promise<Result<Signer>> {
  const identity = await deps.systemWallet.identity(SYSTEM_PURPOSE);
  if (isFailure(identity)) return identity;
  if (deps.chain.view(reg).state(STATE_KEY.register)?.['systemWallet'] === identity.address)
    return { address: identity.address, isSystem: true };
  const address = addressOfDid(subject) ?? '';
  const wallet = deps.wallets.find(address);
  // An organisation is a member by the attestation key of its wallet.
  const isOwnKey = !wallet || wallet.address === address || wallet.hybridAddress === address;
  return { address, isSystem: false, ...(isOwnKey ? {} : { path: ATTESTATION_PURPOSE }) };
}

/**
 * The member that answers for the publication: one that the caller's wallets hold, or the one that a service names.
 * ROSTER_ROLE_REQUIRED otherwise.
 */
function publisherOf(
  call: ApiCall<PublishDeps>,
  members: readonly Member[],
  publishedBy: string | undefined,
): Result<Member> {
  const isNamed = (member: Member): boolean =>
    publishedBy === undefined || member.subject === publishedBy || addressOfDid(member.subject) === publishedBy;
  const own =
    call.caller.kind === 'service' ? (publishedBy === undefined ? [] : members) : membersOfCaller(call, members);
  return (
    own.find((member) => mayPublish(member.role) && isNamed(member)) ??
    fail(
      issue(
        'ROSTER_ROLE_REQUIRED',
        '',
        'Publishing takes the role Owner, Admin or Designer on the roster of this register.',
      ),
    )
  );
}

function findPublished(deps: Pick<ApiDeps, 'chain'>, record: RegisterRecord, blueprintId: string, txId: string) {
  const ordinal = deps.chain.view(record.reg).state(STATE_KEY.publication(txId))?.['ordinal'];
  return {
    blueprintId,
    registerId: record.id,
    txId,
    publicationTxId: txId,
    ...(typeof ordinal === 'number' ? { version: ordinal } : {}),
  };
}

function notReady(problem: Issue) {
  return refuse(problem, {}, { 'retry-after': RETRY_SECONDS });
}

/**
 * A sealed publication as clients see it; PUBLICATION_NOT_FOUND for another TxId, REGISTER_FORKED above the last common
 * docket of a split chain.
 */
export function publicationView(
  deps: Pick<ApiDeps, 'chain' | 'ledger'>,
  record: RegisterRecord,
  txId: string,
): Result<Static<typeof PublicationView>> {
  const row = deps.chain.view(record.reg).state(STATE_KEY.publication(txId));
  const sealed = row && deps.chain.transaction(record.reg, txId);
  if (!sealed) return fail(issue('PUBLICATION_NOT_FOUND', '/txId', 'No publication of this register has this id.'));
  const split = splitIssue(deps, record, { height: sealed.height, path: '/txId' });
  if (split) return fail(split);
  const { header, payload } = sealed.transaction;
  const publishedBy = header.metadata?.['publishedBy'];
  return {
    registerId: record.id,
    blueprintId: header.blueprintId,
    publicationTxId: txId,
    version: Number(row['ordinal']),
    publishedAt: isoTime(sealed.timestampMs),
    ...(typeof publishedBy === 'string' ? { publishedBy } : {}),
    isPublisherSigned: hasStatement(sealed.transaction),
    definition: payload as Record<string, unknown>,
  };
}
