// Follows a hub for as long as somebody looks: a page that is hidden hears nothing. After a break, and when its token
// has ended, it asks anew where to go on.

import type { HubConnection } from '@microsoft/signalr';
import { HUB_EVENTS, type HubName } from '../../api/client/hub-events.js';
import { type OpenHub, openHub } from '../../api/client/published/hubs.js';
import { node } from '../session/node.js';
import { DOCKETS_KEPT, type DocketCard } from './docket-ring.js';
import { quietSignalR } from './quiet-signalr.js';
import { SharedHub } from './register-hub.js';

/** `ended` is for good: the node refused to go on. */
export type LiveState = 'joining' | 'live' | 'broken' | 'hidden' | 'ended';

interface Following<T> {
  readonly method: string;
  /** Asked at each connection. */
  readonly args: () => Promise<readonly unknown[]>;
  readonly onItem: (item: T) => void;
  readonly onState: (state: LiveState) => void;
}

interface FollowingDockets {
  readonly registerId: string;
  /** Number of the docket that comes next. */
  readonly next: () => number;
  readonly onDocket: (docket: DocketCard) => void;
  readonly onState: (state: LiveState) => void;
}

/** Goes on at the height where it stopped. Gives what ends it. */
export function followDockets({ registerId, next, onDocket, onState }: FollowingDockets): () => void {
  const args = async () => {
    const { total } = await node.summaries.listDocketSummaries({ params: { registerId }, query: { pageSize: 1 } });
    // After a day away a page shows the newest ones, and not all of the day.
    return [registerId, Math.max(next(), total - DOCKETS_KEPT)];
  };
  return followStream<DocketCard>({ method: 'FollowDockets', args, onItem: onDocket, onState });
}

const PAUSES_MS = [500, 1000, 2000, 5000, 10_000];

/** Gives what ends it. */
export function followStream<T>({ onState, ...following }: Following<T>): () => void {
  return whileLooked((looked, onLive) => hear(following, looked, onLive), onState);
}

/** Calls `onNews` at each event of the person's own hub, and when it may have missed some. Gives what ends it. */
export function followPerson(onNews: () => void): () => void {
  const events = ['InboxEntryAdded', 'InboxUnreadCountUpdated'];
  return followEvents('tenant', { events, onNews, onState: () => {} });
}

/** The same of wallets. */
export function followWallets(addresses: readonly string[], following: Omit<FollowingEvents, 'events'>): () => void {
  const events = Object.keys(HUB_EVENTS.wallet);
  return followEvents('wallet', { ...following, events }, async ({ subscribe }) => {
    for (const address of addresses) await subscribe('SubscribeToWallet', address);
  });
}

interface FollowingRegisters {
  readonly onHeight: (registerId: string, height: number) => void;
  /** A register came or went, or is in another state; or something may have been missed. */
  readonly onOther: () => void;
  readonly onState: (state: LiveState) => void;
}

/** The same of the registers of an organisation. */
export function followRegisters(
  organisationId: string,
  registerIds: readonly string[],
  { onHeight, onOther, onState }: FollowingRegisters,
): () => void {
  const events = ['RegisterCreated', 'RegisterDeleted', 'RegisterStatusChanged', 'RegisterSyncStateChanged'];
  return followEvents('register', { events, onNews: onOther, onState }, async ({ subscribe, connection }) => {
    connection.on('RegisterHeightUpdated', onHeight);
    await subscribe('SubscribeToTenant', organisationId);
    for (const id of registerIds) await subscribe('SubscribeToRegister', id);
  });
}

interface FollowingEvents {
  readonly events: readonly string[];
  readonly onNews: () => void;
  readonly onState: (state: LiveState) => void;
}

function followEvents(
  name: HubName,
  { events, onNews, onState }: FollowingEvents,
  begin: (hub: Pick<OpenHub<HubName, HubConnection>, 'subscribe' | 'connection'>) => Promise<void> = async () => {},
): () => void {
  return whileLooked(
    (looked, onLive) =>
      onHub(name, looked, async (hub) => {
        for (const event of events) hub.connection.on(event, onNews);
        hub.onResumed(() => {
          onState('live');
          onNews();
        });
        hub.connection.onreconnecting(() => onState('broken'));
        await begin(hub);
        onLive();
        // From the reading of the page to here nothing was heard.
        onNews();
        return hub.closed;
      }),
    onState,
  );
}

/** Settles when the connection is over, with the reason if it has one. */
type Hear = (looked: AbortSignal, onLive: () => void) => Promise<unknown>;

function whileLooked(hearAll: Hear, onState: (state: LiveState) => void): () => void {
  const stop = new AbortController();
  void goOn(hearAll, onState, stop.signal);
  return () => stop.abort();
}

async function goOn(hearAll: Hear, onState: (state: LiveState) => void, over: AbortSignal): Promise<void> {
  for (let breaks = 0; !over.aborted; ) {
    if (document.hidden) {
      onState('hidden');
      await waitUntilShown(over);
      continue;
    }
    onState(breaks === 0 ? 'joining' : 'broken');
    const looked = signalOfLook(over);
    const end = await hearAll(looked, () => {
      breaks = 0;
      onState('live');
    }).catch((error: unknown) => error);
    if (isRefusal(end)) {
      if (!over.aborted) onState('ended');
      return;
    }
    if (looked.aborted) continue;
    onState('broken');
    await rest(PAUSES_MS[Math.min(breaks++, PAUSES_MS.length - 1)] as number, looked);
  }
}

const registers = new SharedHub(async () => openHub(await quietSignalR(), { client: node, hub: 'register' }));

async function hear<T>(
  { method, args, onItem }: Omit<Following<T>, 'onState'>,
  looked: AbortSignal,
  onLive: () => void,
): Promise<unknown> {
  const stated = await args();
  return registers.during(async ({ connection }) => {
    if (looked.aborted) return undefined;
    onLive();
    return new Promise<unknown>((resolve) => {
      const heard = connection.stream<T>(method, ...stated).subscribe({
        next: onItem,
        complete: () => resolve(undefined),
        error: resolve,
      });
      looked.addEventListener('abort', () => {
        heard.dispose();
        resolve(undefined);
      });
    });
  });
}

/** By a connection of its own, which ends with the look. */
async function onHub<H extends HubName>(
  name: H,
  looked: AbortSignal,
  use: (hub: OpenHub<H, HubConnection>) => Promise<unknown>,
): Promise<unknown> {
  const hub = await openHub(await quietSignalR(), { client: node, hub: name });
  const isOver = new Promise<undefined>((resolve) => {
    looked.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    return looked.aborted ? undefined : await Promise.race([use(hub), isOver]);
  } finally {
    await hub.close();
  }
}

/** A hub begins its reason with a code. After that of a token the next connection has a fresh one. */
function isRefusal(end: unknown): boolean {
  return end instanceof Error && /^(?!TOKEN_|HUB_|NODE_|RATE_)[A-Z][A-Z0-9_]+:/.test(end.message);
}

/** Aborted when the page is hidden, or left. */
function signalOfLook(over: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  const look = (): void => {
    if (document.hidden) hidden.abort();
  };
  document.addEventListener('visibilitychange', look, { signal: hidden.signal });
  over.addEventListener('abort', () => hidden.abort(), { once: true, signal: hidden.signal });
  return hidden.signal;
}

function waitUntilShown(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !over.aborted) return;
      document.removeEventListener('visibilitychange', look);
      over.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    over.addEventListener('abort', look);
  });
}

function rest(ms: number, looked: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    looked.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
