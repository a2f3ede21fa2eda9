// Replication: who may know and decide is visible.ts, following is the mesh, deleting and offering are the ledger.

import type { ReplicaView } from '../../../../actors/mesh/mesh.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { parseCheckpoint } from '../../../../core/register/checkpoint.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { isOfTenant } from '../../../access/registers.js';
import { isPublic, managedRegister, mayKnow } from '../../../access/replicas.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { type ItemKey, keyedPage } from '../../../requests/keyed-page.js';
import type { PagedListing } from '../../../requests/paging.js';
import { totalHeader } from '../../../views/page.js';
import { subscriptionView, syncView, worstState } from '../../../views/replicas.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { replicationRoutes } from './routes.js';

/** Registers in one answer without pages. */
const LISTED_MAX = 1000;

export const replicationHandlers: Handlers<typeof replicationRoutes, LedgerDeps> = {
  listSubscriptions({ query }, call) {
    const items = call.deps.mesh
      .replicas()
      .filter((replica) => isFollowed(replica) && mayKnow(call, replica.registerId));
    const keyOf = ({ registerId }: ReplicaView) => [call.deps.ledger.register(registerId)?.reg ?? 0, registerId];
    return pageOf(call, { query, items, keyOf }, (replica) =>
      subscriptionView(replica, transactionsOf(call, replica.registerId)),
    );
  },

  listRegisterCache({ query }, call) {
    const items = call.deps.ledger.registers().filter((record) => mayKnow(call, record.id));
    return pageOf(call, { query, items, keyOf: ({ reg }) => [reg] }, (record) => cacheView(call, record));
  },

  listAvailableRegisters({ query }, call) {
    const items = call.deps.mesh.available().filter((item) => mayKnow(call, item.registerId, item.isPublic));
    return pageOf(call, { query, items, keyOf: ({ registerId }) => [registerId] }, (item) => ({
      registerId: item.registerId,
      name: item.name,
      description: item.description,
      peerCount: item.peers.length,
      latestVersion: item.height,
      latestDocketVersion: item.height,
      isPublic: isPublic(call, item.registerId, item.isPublic),
      fullReplicaPeerCount: item.fullReplicas,
    }));
  },

  async subscribeRegister({ params, body }, call) {
    if (body.mode === 'forward-only')
      return fail(
        issue('REPLICATION_MODE_UNSUPPORTED', '/mode', 'Only full replicas exist: a part of a chain proves nothing.'),
      );
    const { genesisHash } = body;
    const checkpoint = body.checkpoint === undefined ? undefined : parseCheckpoint(body.checkpoint);
    if (body.checkpoint !== undefined && !checkpoint)
      return fail(
        issue(
          'BODY_INVALID',
          '/checkpoint',
          'A checkpoint is HASH@HEIGHT, with a height that is a number of a docket.',
        ),
      );
    // Another organisation of this node has it: it stays the one that sees it.
    const isOfOthers = call.deps.ledger.register(params.registerId) !== undefined && !mayKnow(call, params.registerId);
    const tenantId = call.caller.organisationId;
    const made = await call.deps.mesh.subscribe(params.registerId, {
      ...(genesisHash !== undefined && { genesisHash }),
      ...(checkpoint && { checkpoint }),
      ...(tenantId !== '' && { tenantId }),
      ...(isOfOthers && { isOfOthers }),
    });
    return isFailure(made) ? made : reply(201, subscriptionView(made, transactionsOf(call, made.registerId)));
  },

  async unsubscribeRegister({ params, query }, call) {
    const { registerId } = params;
    const { mesh } = call.deps;
    if (!mesh.status().isOn) return fail(issue('MESH_OFF', '', 'The mesh of this node is switched off.'));
    if (mesh.replica(registerId) === undefined || !mayKnow(call, registerId)) return fail(notSubscribed());
    // Everybody knows a public one; the tenant that follows it here is who leaves it.
    const known = call.deps.ledger.register(registerId);
    if (known && !isOfTenant(call.caller, known))
      return fail(issue('FORBIDDEN', '/registerId', 'The register belongs to another tenant.'));
    // The right to purge is asked first, so that a refusal leaves everything as it was.
    const record = query.purge ? managedRegister(call, registerId) : undefined;
    if (isFailure(record)) return record;
    const refused = await mesh.unsubscribe(registerId);
    if (refused !== undefined) return fail(refused);
    if (record !== undefined) {
      const kept = await purge(call, record);
      if (isFailure(kept)) return kept;
    }
    return { registerId, unsubscribed: true, cacheRetained: !query.purge };
  },

  purgeRegisterCache({ params }, call) {
    const record = managedRegister(call, params.registerId);
    return isFailure(record) ? record : purge(call, record);
  },

  async advertiseRegister({ params, body }, call) {
    const record = managedRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const changed = await call.deps.ledger.update(record.id, { advertise: body.isPublic });
    return isFailure(changed) ? changed : { registerId: changed.id, isPublic: changed.advertise };
  },

  bulkAdvertise: ({ body }, call) => advertiseAll(call, body),

  getSyncHealth(_, call) {
    const nowMs = call.deps.clock.now();
    const replicas = call.deps.mesh.replicas();
    const shown = replicas.filter(({ registerId }) => mayKnow(call, registerId)).slice(0, LISTED_MAX);
    return {
      status: worstState(replicas),
      registers: shown.map((replica) => syncView(replica, nowMs)),
      checkedAt: isoTime(nowMs),
    };
  },
};

function pageOf<T, V>(
  call: ApiCall<LedgerDeps>,
  list: {
    readonly query: PagedListing['query'];
    readonly items: readonly T[];
    readonly keyOf: (item: T) => ItemKey;
  },
  view: (item: T) => V,
) {
  const page = keyedPage(call, { query: list.query }, list);
  if (isFailure(page)) return page;
  return reply(200, page.items.map(view), { ...totalHeader(list.items.length), ...page.next.headers });
}

/** By order, or because its seat needs it; a register that only this node ever had is neither. */
function isFollowed({ isSubscribed, isSeated }: ReplicaView): boolean {
  return isSubscribed === true || isSeated;
}

function transactionsOf({ deps }: ApiCall<LedgerDeps>, registerId: string): number {
  const record = deps.ledger.register(registerId);
  return record === undefined || record.purging ? 0 : deps.chain.stats(record.reg).transactions;
}

function cacheView(call: ApiCall<LedgerDeps>, record: RegisterRecord) {
  const head = call.deps.chain.head(record.reg);
  const transactions = transactionsOf(call, record.id);
  return {
    registerId: record.id,
    transactionCount: transactions,
    docketCount: head === undefined ? 0 : head.height + 1,
    latestTransactionVersion: transactions,
    latestDocketVersion: head?.height ?? -1,
    lastUpdateTime: record.updatedAt,
  };
}

/**
 * Deletes the data of a register that is neither followed nor validated here. Issues: SUBSCRIPTION_EXISTS,
 * REGISTER_SEATED, those of the ledger.
 */
async function purge(call: ApiCall<LedgerDeps>, record: RegisterRecord) {
  const { deps } = call;
  const seated = isSeated(call, record.id);
  if (isFailure(seated)) return seated;
  if (seated) return fail(issue('REGISTER_SEATED', '', 'This node validates the register; its data is needed.'));
  if (deps.mesh.replica(record.id)?.isSubscribed === true)
    return fail(issue('SUBSCRIPTION_EXISTS', '', 'The register is replicated here; unsubscribe first.'));
  const { docketCount, transactionCount } = cacheView(call, record);
  const refused = await deps.ledger.remove(record.id, call.trace);
  if (refused !== undefined) return fail(refused);
  return { registerId: record.id, purged: true, transactionsRemoved: transactionCount, docketsRemoved: docketCount };
}

/**
 * The sealed roster decides; a register whose state cannot be read is not purged, but deleted by name (DELETE
 * /api/registers/{registerId}).
 */
function isSeated({ deps }: ApiCall<LedgerDeps>, registerId: string): Result<boolean> {
  if (deps.mesh.replica(registerId)?.isSeated === true) return true;
  const state = deps.ledger.state(registerId);
  if (isFailure(state)) return state;
  const { peerId } = deps.mesh.status();
  return state.roster.validators.some(
    (seat) => seat.consensusKey === deps.validator.consensusKey || (peerId !== '' && seat.peerId === peerId),
  );
}

interface Bulk {
  readonly advertisements: readonly { readonly registerId: string; readonly isPublic: boolean }[];
  readonly fullSync?: boolean | undefined;
}

async function advertiseAll(call: ApiCall<LedgerDeps>, { advertisements, fullSync }: Bulk) {
  const { ledger } = call.deps;
  const wanted = new Map<string, boolean>();
  if (fullSync === true)
    for (const record of ledger.registers())
      if (isOfTenant(call.caller, record) && record.advertise) wanted.set(record.id, false);
  for (const { registerId, isPublic } of advertisements) wanted.set(registerId, isPublic);
  for (const registerId of wanted.keys()) {
    const record = managedRegister(call, registerId);
    if (isFailure(record)) return record;
  }
  const counts = { processed: advertisements.length, added: 0, updated: 0, removed: 0 };
  for (const [registerId, isPublic] of wanted) {
    const was = ledger.register(registerId)?.advertise === true;
    if (was === isPublic) {
      if (isPublic) counts.updated += 1;
      continue;
    }
    const changed = await ledger.update(registerId, { advertise: isPublic });
    if (isFailure(changed)) return changed;
    counts[isPublic ? 'added' : 'removed'] += 1;
  }
  return counts;
}

function notSubscribed(): Issue {
  return issue('SUBSCRIPTION_NOT_FOUND', '/registerId', 'This node does not replicate such a register.');
}
