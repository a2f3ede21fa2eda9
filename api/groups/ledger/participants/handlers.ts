// Participants: rows of the register to views, requests to signed records. The right to see a register is in
// api/access/registers.ts; the right to publish is the ledger's.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { CREDENTIAL_MEMBERS, type CredentialMembers } from '../../../../core/register/people/credential-facts.js';
import type { Delegation } from '../../../../core/register/people/delegations.js';
import type { ParticipantRecord } from '../../../../core/register/people/participants.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { newId } from '../../../../storage/secrets/new-wallet.js';
import { atTip } from '../../../access/at-tip.js';
import { findClosedFor } from '../../../access/closed.js';
import { registerNotFound, seesAllTenants, visibleRegister } from '../../../access/registers.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { growingPage } from '../../../requests/paging.js';
import { actsOnRecord } from '../../../views/governance.js';
import type { LedgerDeps } from '../deps.js';
import { addressesOf, type Publication, provenRecord, publishRecord } from './publish.js';
import type { participantRoutes } from './routes.js';
import {
  addressRowOf,
  keyView,
  latestOf,
  pageFrom,
  recordIn,
  recordView,
  rowOf,
  type Version,
  versionsFrom,
  versionView,
} from './view.js';

export const participantHandlers: Handlers<typeof participantRoutes, LedgerDeps> = {
  listParticipants({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const page = growingPage(call, { params, query });
    if (isFailure(page)) return page;
    const { status } = query;
    const { skip, top } = page.at(0);
    const { items, totalCount } = pageFrom(call.deps.chain, record, { skip, top });
    const shown = items.filter((sealed) => status === 'All' || recordIn(sealed).status === status);
    const next = page.next(totalCount);
    const hasMore = skip + top < totalCount;
    const views = shown.map((sealed) => recordView(record, sealed));
    return reply(200, { items: views, skip, top, totalCount, hasMore, ...next.members }, next.headers);
  },

  getParticipant({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const { chain } = call.deps;
    const latest = latestOf(chain, record, params.participantId);
    if (!latest) return fail(participantNotFound('/participantId'));
    const versions = versionsFrom(chain, record, latest);
    const fromHeight = versions.at(-1)?.height ?? 0;
    const governed = actsOnRecord(chain.view(record.reg), { participantId: params.participantId, fromHeight });
    return {
      latest: recordView(record, latest),
      history: versions.map(versionView),
      ...(governed.length > 0 && { governed }),
    };
  },

  getParticipantByAddress({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const row = addressRowOf(call.deps.chain, record, params.address);
    const latest = row && latestOf(call.deps.chain, record, row.participantId);
    return latest ? recordView(record, latest) : fail(participantNotFound('/address'));
  },

  getParticipantPublicKey({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const row = addressRowOf(call.deps.chain, record, params.address);
    if (!row) return fail(participantNotFound('/address'));
    return row.status === 'Revoked'
      ? fail(issue('PARTICIPANT_REVOKED', '/address', 'The wallet was revoked on this register: seal nothing to it.'))
      : keyView(params.address, row);
  },

  resolvePublicKeys({ params, body }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const resolved: Record<string, ReturnType<typeof keyView>> = {};
    const notFound: string[] = [];
    const revoked: string[] = [];
    for (const address of new Set(body.walletAddresses)) {
      const row = addressRowOf(call.deps.chain, record, address);
      if (row?.status === 'Revoked') revoked.push(address);
      else if (!row || (body.algorithm ?? row.algorithm) !== row.algorithm) notFound.push(address);
      else resolved[address] = keyView(address, row);
    }
    return { resolved, notFound, revoked };
  },

  async publishParticipant({ params, body }, call) {
    const register = registerFor(call, params.organizationId, body.registerId);
    if (isFailure(register)) return register;
    const closed = await findClosedFor(call, register.id, body.signerWalletAddress);
    if (closed) return fail(closed);
    const addresses = await addressesOf(call, body.addresses, { signer: body.signerWalletAddress });
    if (isFailure(addresses)) return addresses;
    return answer(call, {
      registerId: register.id,
      signer: body.signerWalletAddress,
      record: {
        participantId: body.participantId ?? newId(call.deps.random),
        organizationName: body.organizationName,
        participantName: body.participantName,
        status: 'Active',
        version: 1,
        addresses,
        ...(body.metadata === undefined ? {} : { metadata: body.metadata as JsonObject }),
      },
    });
  },

  updateParticipant: atTip(
    ({ body }) => body.registerId,
    async ({ params, body }, call) => {
      const before = versionBefore(call, params, body);
      if (isFailure(before)) return before;
      const { addresses, metadata, delegations, registerId, signerWalletAddress, ...stated } = body;
      const { delegations: known, ...record } = withoutFacts(next(before), stated);
      const kept = delegations === undefined ? known : (delegations as readonly Delegation[]);
      const isSigned = body.primaryProof !== undefined;
      const of = { signer: signerWalletAddress, isSigned };
      const completed = addresses === undefined ? undefined : await addressesOf(call, addresses, of);
      if (isFailure(completed)) return completed;
      const made = {
        ...record,
        ...statedFacts(stated),
        ...(completed === undefined ? {} : { addresses: completed }),
        ...(metadata === undefined ? {} : { metadata: metadata as JsonObject }),
        // An empty list withdraws them.
        ...(kept !== undefined && kept.length > 0 && { delegations: kept }),
      };
      const register = call.deps.ledger.register(registerId);
      const row = register && rowOf(call.deps.chain, register, record.participantId);
      const proven = await provenRecord(call, registerId, { record: made, before: row });
      return answer(call, { ...followUp(before, registerId, signerWalletAddress), record: proven });
    },
  ),

  revokeParticipant: atTip(
    ({ query }) => query.registerId,
    async ({ params, query }, call) => {
      const before = versionBefore(call, params, query);
      if (isFailure(before)) return before;
      return answer(call, {
        ...followUp(before, query.registerId, query.signerWalletAddress),
        record: { ...next(before), status: 'Revoked' },
      });
    },
  ),
};

async function answer(call: ApiCall<LedgerDeps>, publication: Publication) {
  const result = await publishRecord(call, publication);
  return isFailure(result) ? result : reply(202, result);
}

/**
 * The register of a publication, for an organisation that the caller speaks for. The signer may publish, also where it
 * cannot list the register.
 */
function registerFor(call: ApiCall<LedgerDeps>, organizationId: string, registerId: string): Result<RegisterRecord> {
  if (call.caller.organisationId !== organizationId && !seesAllTenants(call.caller))
    return fail(issue('FORBIDDEN', '/organizationId', 'Your token is not for this organisation.'));
  const record = call.deps.ledger.register(registerId);
  return record && !record.purging ? record : fail(registerNotFound());
}

/** The record without keys and ids for gates that the request states anew. */
function withoutFacts(record: ParticipantRecord, stated: CredentialMembers): ParticipantRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([member]) => !isFact(member) || !(member in stated)),
  ) as unknown as ParticipantRecord;
}

/** An empty list of keys or ids withdraws them. */
function statedFacts<T extends object>(stated: T): T {
  const kept = Object.entries(stated).filter(([member, value]) => !isFact(member) || (value as []).length > 0);
  return Object.fromEntries(kept) as T;
}

const isFact = (member: string) => CREDENTIAL_MEMBERS.some((fact) => fact === member);

interface Asked {
  readonly registerId: string;
  readonly signerWalletAddress: string;
}

/**
 * The newest version; PARTICIPANT_NOT_FOUND alike for none and for one of a register that the caller does not see and
 * that is not the signer's own.
 */
function versionBefore(
  call: ApiCall<LedgerDeps>,
  { organizationId, participantId }: { readonly organizationId: string; readonly participantId: string },
  { registerId, signerWalletAddress }: Asked,
): Result<Version> {
  const register = registerFor(call, organizationId, registerId);
  if (isFailure(register)) return register;
  const row = rowOf(call.deps.chain, register, participantId);
  const latest = latestOf(call.deps.chain, register, participantId);
  if (!row || !latest) return fail(participantNotFound('/participantId'));
  const isOpen = row.primary === signerWalletAddress || !isFailure(visibleRegister(call, registerId));
  return isOpen ? latest : fail(participantNotFound('/participantId'));
}

function followUp(before: Version, registerId: string, signer: string) {
  return { registerId, signer, previous: before.transaction.txId };
}

function next(before: Version): ParticipantRecord {
  // The signature of a new primary wallet is good for that one version.
  const { primaryProof: _, ...record } = recordIn(before);
  return { ...record, version: record.version + 1 };
}

function participantNotFound(path: string): Issue {
  return issue('PARTICIPANT_NOT_FOUND', path, 'The register has no such participant.');
}
