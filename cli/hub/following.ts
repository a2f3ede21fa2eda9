// Follows a node through its hubs until Ctrl-C. Hubs keep nothing for who is away, so after each break the dockets that
// were sealed meanwhile are read again: of those none is missing and none comes twice. Peers are looked at, because no
// hub tells of them.
import { HUB_SUBSCRIPTIONS_MAX } from '../../core/base/limits/node/hubs.js';
import type { Context } from '../command/command.js';
import { registersSeen, walletsSeen } from '../remote/ids.js';
import { connect, type Remote } from '../remote/session.js';
import { DocketCount } from './dockets.js';
import { eventOf, type ToldEvent } from './event.js';
import { isPassing, refusedText, shownError } from './failing.js';
import { type Listening, listen, type Told } from './listening.js';
import { PeerLook } from './peers.js';

interface FollowOptions {
  /** Only these; without one and without an instance everything. */
  readonly registers: readonly string[];
  readonly instance?: string;
  /** Docket with which the one register begins. */
  readonly since?: number;
}

const PAUSE_FIRST_MS = 500;
const PAUSE_LONGEST_MS = 30_000;

/** The state that lasts longer than one connection. */
interface Following {
  readonly context: Context;
  readonly wanted: FollowOptions;
  readonly dockets: DocketCount;
  readonly peers: PeerLook;
  readonly emit: (event: ToldEvent) => void;
}

export async function followNode(context: Context, wanted: FollowOptions): Promise<void> {
  const { out, terminal } = context;
  const { signal } = terminal;
  const emit = (event: ToldEvent): void => out.item(event, () => lineOf(event));
  const peers = new PeerLook(emit, () => terminal.now());
  const following = { context, wanted, dockets: new DocketCount(wanted, emit), peers, emit };
  let pauseMs = PAUSE_FIRST_MS;
  let reached = false;
  while (!signal.aborted) {
    try {
      await round(following, () => {
        reached = true;
        pauseMs = PAUSE_FIRST_MS;
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!reached || !isPassing(error)) throw shownError(error);
    }
    if (signal.aborted) return;
    out.note('The connection to the node ended. Connecting again.');
    await terminal.pause(pauseMs);
    pauseMs = Math.min(PAUSE_LONGEST_MS, pauseMs * 2);
  }
}

/** A connection to each hub that is needed, until one of them ends. */
async function round(following: Following, onReached: () => void): Promise<void> {
  const { context, wanted, peers } = following;
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, context.terminal.signal]);
  try {
    const remote = await connect(context);
    const isAll = wanted.registers.length === 0 && wanted.instance === undefined;
    const hubs: Listening[] = [];
    if (isAll || wanted.registers.length > 0) hubs.push(await registersOf(following, remote, signal));
    if (isAll || wanted.instance !== undefined) hubs.push(await workflowsOf(following, remote, signal));
    onReached();
    const ends = hubs.map((hub) => hub.ended);
    await Promise.race(isAll ? [...ends, peers.go(remote, signal)] : ends);
  } finally {
    ended.abort();
  }
}

async function registersOf({ context, wanted, dockets, emit }: Following, remote: Remote, signal: AbortSignal) {
  const isAll = wanted.registers.length === 0;
  let hub: Listening | undefined;
  const onTold = async (message: Told): Promise<void> => {
    const event = eventOf('register', message);
    if (event === undefined) return;
    if (await dockets.takes(event, remote)) return;
    emit(event);
    if (isAll && event.event === 'RegisterCreated' && hub !== undefined) {
      const id = String(event.registerId);
      dockets.begin(id, 0);
      // Not awaited: its answer comes behind what is told now. Docket 0 was sealed before it.
      hub
        .call('SubscribeToRegister', id)
        .then(() => dockets.catchUp(id, remote))
        .catch((error: unknown) => noteRefusal(context, error));
    }
  };
  hub = await listen('/hubs/register', { url: remote.url, token: remote.token, signal, onTold });
  const ids = isAll ? (await registersSeen(remote)).map(({ id }) => id) : wanted.registers;
  const followed = boundIds(context, ids, 'registers');
  for (const id of followed) await subscribe(hub, { context, method: 'SubscribeToRegister', id, isNeeded: !isAll });
  const { organizationId } = isAll ? await remote.client.getMe() : { organizationId: null };
  if (organizationId !== null)
    await subscribe(hub, { context, method: 'SubscribeToTenant', id: organizationId, isNeeded: false });
  // Behind the subscription: what is sealed from now on is told, what was sealed before is read.
  for (const id of followed) await dockets.catchUp(id, remote);
  return hub;
}

async function workflowsOf({ context, wanted, emit }: Following, remote: Remote, signal: AbortSignal) {
  const onTold = (message: Told): void => {
    const event = eventOf('blueprint', message);
    if (event === undefined || (wanted.instance !== undefined && event.instanceId !== wanted.instance)) return;
    emit(event);
  };
  const hub = await listen('/hubs/blueprint', { url: remote.url, token: remote.token, signal, onTold });
  const addresses = (await walletsSeen(remote)).map(({ id }) => id);
  for (const id of boundIds(context, addresses, 'wallets'))
    await subscribe(hub, { context, method: 'SubscribeToWallet', id, isNeeded: false });
  return hub;
}

interface Subscription {
  readonly context: Context;
  readonly method: string;
  readonly id: string;
  /** It was asked for by name: a refusal ends the command. */
  readonly isNeeded: boolean;
}

async function subscribe(hub: Listening, { context, method, id, isNeeded }: Subscription): Promise<void> {
  try {
    await hub.call(method, id);
  } catch (error) {
    if (isNeeded || refusedText(error) === undefined) throw error;
    noteRefusal(context, error);
  }
}

function noteRefusal({ out }: Context, error: unknown): void {
  const text = refusedText(error);
  if (text !== undefined) out.note(`Not followed: ${text}`);
}

/** A connection has so many subscriptions, one of them for the organisation. */
function boundIds({ out }: Context, ids: readonly string[], what: string): readonly string[] {
  const max = HUB_SUBSCRIPTIONS_MAX - 1;
  if (ids.length > max) out.note(`Followed are ${max} of ${ids.length} ${what}; name one of the others to follow it.`);
  return ids.slice(0, max);
}

function lineOf({ time, event, traceId: _, ...ids }: ToldEvent): string {
  const shown = Object.entries(ids).map(([name, value]) => `${name}=${value}`);
  return `${time}  ${event.padEnd(21)} ${shown.join(' ')}`;
}
