// Pages of the inbox: instances of many lists as one, newest first. It reads rows that are folded already. Deadlines
// are looked at when a page is read and nowhere before, so that no row says what only the time of asking knows.
import { type Issue, issue } from '../../../core/base/issue.js';
import { INBOX_LISTS_MAX, INBOX_WALKED_MAX } from '../../../core/base/limits/node/inbox.js';
import { fail, type Result } from '../../../core/base/result.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { InstanceState } from '../../../core/blueprint/state/instance.js';
import { instanceAt } from '../../../core/instance/rows.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import {
  type InboxRows,
  type InstanceList,
  type ListPlace,
  ofBlueprint,
  ofRegister,
} from '../../../storage/tables/workflow/inbox.js';
import { definitionAt } from '../instance/definition-at.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import type { InstanceView } from '../instance/instance-types.js';
import { viewOf } from '../instance/instance-view.js';
import type { InstancePage, InstanceScope, InstancesWanted } from './inbox-ports.js';

export interface ListPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly rows: Pick<InboxRows, 'instances' | 'listedPlaces' | 'pendingOf' | 'waitingRegisters'>;
  readonly clock: { now(): number };
}

const STATES: readonly InstanceState[] = ['Active', 'Disputed', 'Completed', 'Rejected', 'Cancelled'];
/** Places read of a list at first, and at most: most lists of a merge give one or none. */
const FIRST_READ = 2;
const READ_MAX = 128;

/** QUERY_INVALID where more lists would have to be read together than one answer may. */
export function tooManyLists(wanted: InstancesWanted): Issue | undefined {
  const lists = wanted.scopes.length * statesOf(wanted).length;
  return lists > INBOX_LISTS_MAX ? tooMany('/registerId') : undefined;
}

/**
 * The page of all lists of the scopes together, of which there are not too many. QUERY_INVALID where too many rows
 * would have to be looked at.
 */
export async function instancesPage(ports: ListPorts, wanted: InstancesWanted): Promise<Result<InstancePage>> {
  const nowMs = ports.clock.now();
  const lists = wanted.scopes.flatMap((scope) => listsOf(scope, wanted));
  const items: InstanceView[] = [];
  let walked = 0;
  let matched = 0;
  const { after } = wanted;
  const before = after && { createdAtMs: after[0], instanceId: after[1] };
  for await (const { list, place } of mergeLists(ports, lists, before)) {
    walked += 1;
    if (walked > INBOX_WALKED_MAX) return fail(tooMany('/page'));
    const view = await shownView(ports, { list, place, nowMs });
    if (!view || !isWanted(view, wanted)) continue;
    matched += 1;
    if (matched <= wanted.skip) continue;
    if (items.length === wanted.top) return { items, hasMore: true };
    items.push(view);
  }
  return { items, hasMore: false };
}

/** A list with the register that it is of. */
interface Listed extends InstanceList {
  readonly at: RegisterPlace;
}

function statesOf({ state }: InstancesWanted): readonly InstanceState[] {
  if (state === undefined) return STATES;
  // The row of a dispute whose time is over says so until the next move.
  if (state === 'Active' || state === 'TimedOut') return ['Active', 'Disputed'];
  return [state];
}

function listsOf({ at, of }: InstanceScope, wanted: InstancesWanted): readonly Listed[] {
  const { blueprintId } = wanted;
  const ofAll = blueprintId === undefined ? ofRegister : ofBlueprint(blueprintId);
  const scope = of === 'register' ? ofAll : of.wallet;
  return statesOf(wanted).map((state) => ({ at, scope, reg: at.reg, state: state }));
}

function isWanted(view: InstanceView, { blueprintId, state }: InstancesWanted): boolean {
  return (state ?? view.state) === view.state && (blueprintId ?? view.blueprintId) === view.blueprintId;
}

async function shownView(
  { chain, rows }: ListPorts,
  { list, place, nowMs }: { readonly list: Listed; readonly place: ListPlace; readonly nowMs: number },
): Promise<InstanceView | undefined> {
  const [row] = await rows.instances(list.reg, [place.instanceId]);
  if (!row) return undefined;
  const view = chain.view(list.reg);
  const { blueprintId, publicationTxId } = row.instance;
  const definition = definitionAt(view, { blueprintId, publicationTxId });
  const plan = definition && planOf(definition);
  const id = place.instanceId;
  // A run that is sealed under a definition which is not here is not in the row; the ledger has where it led.
  const instance = definition ? row.instance : (instanceAt(view, id) ?? row.instance);
  return viewOf({ ...row, at: list.at, id, row: instance, definition, plan }, view, nowMs);
}

interface Stream {
  readonly list: Listed;
  readonly read: ListPlace[];
  next: number;
}

/** The places of all lists that are older than one, newest first, each instance once. */
async function* mergeLists(ports: ListPorts, lists: readonly Listed[], before: ListPlace | undefined) {
  const open: Stream[] = [];
  for (const list of lists) {
    const stream = { list, read: await ports.rows.listedPlaces(list, FIRST_READ, before), next: 0 };
    if (stream.read.length > 0) open.push(stream);
  }
  // The newest last: what is read on is put back in its order, and the other streams, thousands of them, stay where
  // they are.
  open.sort((a, b) => (isNewer(a, b) ? 1 : -1));
  let last = '';
  for (let stream = open.pop(); stream; stream = open.pop()) {
    const place = stream.read[stream.next] as ListPlace;
    const name = `${stream.list.reg} ${place.instanceId}`;
    if (name !== last) yield { list: stream.list, place };
    last = name;
    stream.next += 1;
    if (stream.next === stream.read.length) await refill(ports, stream);
    if (stream.read.length > 0) open.splice(olderThan(open, stream), 0, stream);
  }
}

/** How many of the streams, the newest last, are older than this one. */
function olderThan(streams: readonly Stream[], stream: Stream): number {
  let [low, high] = [0, streams.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isNewer(stream, streams[middle] as Stream)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads on behind what was read, or leaves the stream empty at its end. */
async function refill({ rows }: ListPorts, stream: Stream): Promise<void> {
  const limit = Math.min(READ_MAX, stream.read.length * 4);
  const more = await rows.listedPlaces(stream.list, limit, stream.read.at(-1));
  stream.read.splice(0, stream.read.length, ...more);
  stream.next = 0;
}

function isNewer(a: Stream, b: Stream): boolean {
  const [x, y] = [a.read[a.next] as ListPlace, b.read[b.next] as ListPlace];
  if (x.createdAtMs !== y.createdAtMs) return x.createdAtMs > y.createdAtMs;
  if (x.instanceId !== y.instanceId) return x.instanceId > y.instanceId;
  return a.list.at.registerId > b.list.at.registerId;
}

function tooMany(path: string): Issue {
  return issue('QUERY_INVALID', path, 'Too many instances to look through: name a register, a wallet or a blueprint.');
}
