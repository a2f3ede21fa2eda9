// Timers, folded from the sealed bytes apart from the product: each fires once, where it was due, with no signature.
// Later nothing else of its action is sealed. No client is told for good that it came too late before a sealed docket
// passed it. A cluster at rest has no timer that still runs; what its parties cancelled together goes on no more.
import type { Docket } from '../../../core/model/register.js';
import type { Checker, ObservedNode, World } from '../observer.js';
import { withUntold } from './in-order.js';

/** An action that waits. */
interface Waiting {
  readonly instance: string;
  readonly timer: string;
  readonly dueMs: number;
}

interface Plan {
  readonly next: readonly number[];
  readonly timer?: { readonly id: string; readonly afterMs: number };
}

interface Terms {
  readonly by: readonly string[];
  readonly consent: { readonly need: number; readonly of: readonly string[] };
}

/** The party that asked to cancel an instance, and those that agreed. */
interface Asked {
  isAsked: boolean;
  readonly agreed: Set<string>;
}

interface Spoken {
  readonly header: Readonly<Record<string, string>> & {
    readonly metadata?: { readonly type?: string; readonly timer?: string; readonly roles?: readonly string[] };
  };
  readonly payload: { readonly language?: number; readonly actions?: readonly Action[]; readonly cancellation?: Terms };
  readonly signatures: readonly unknown[];
}

interface Action {
  readonly id: number;
  readonly routes?: readonly { readonly nextActionIds: readonly number[] }[];
  readonly timers?: readonly { readonly id: string; readonly after: string }[];
}

const LATE = 'VAL_BP_012';

export function timers(world: World): Checker {
  const later = new Map<number, Docket>();
  const plans = new Map<string, ReadonlyMap<number, Plan>>();
  const terms = new Map<string, Terms>();
  const asked = new Map<string, Asked>();
  const cancelled = new Set<string>();
  /** By the transaction that is followed, and the action. */
  const running = new Map<string, Waiting>();
  /** Those that ended, to judge refusals by. */
  const known = new Map<string, Waiting>();
  let height = 1;
  let sealedMs = 0;
  const cancel = ({ header }: Spoken, instance: string): void => {
    const { by, consent } = terms.get(header.publicationTxId ?? '') as Terms;
    const now = asked.get(instance) ?? { isAsked: false, agreed: new Set() };
    asked.set(instance, now);
    for (const role of header.metadata?.roles ?? []) {
      now.isAsked ||= by.includes(role);
      if (consent.of.includes(role)) now.agreed.add(role);
    }
    if (!now.isAsked || now.agreed.size < consent.need) return;
    cancelled.add(instance);
    for (const [key, waiting] of running) if (waiting.instance === instance) running.delete(key);
  };
  const take = (docket: Docket) => {
    sealedMs = Math.max(sealedMs, docket.header.timestampMs);
    for (const { txId, bytes } of docket.transactions) {
      const spoken = JSON.parse(Buffer.from(bytes).toString('utf8')) as Spoken;
      const { header, payload } = spoken;
      if (header.actionId === 'blueprint-publish' && payload.language === 2) {
        plans.set(txId, planOf(payload.actions ?? []));
        if (payload.cancellation) terms.set(txId, payload.cancellation);
      }
      const plan = plans.get(header.publicationTxId ?? '');
      const own = plan?.get(Number(header.actionId));
      if (!plan || !own) {
        if (header.metadata?.type === 'Timer') world.violation('timers', `${txId} is of no timer that there is`);
        continue;
      }
      const instance = `${header.publicationTxId} ${header.instanceId}`;
      if (cancelled.has(instance)) world.violation('timers', `${txId} goes on in an instance that was cancelled`);
      if (header.metadata?.type === 'Cancellation') {
        cancel(spoken, instance);
        continue;
      }
      const fault = faultOf(spoken, running.get(keyOf(header)), docket.header.timestampMs);
      if (fault) world.violation('timers', `docket ${docket.header.height} seals ${txId}: ${fault}`);
      running.delete(keyOf(header));
      for (const action of own.next) {
        const timer = plan.get(action)?.timer;
        if (!timer) continue;
        const waiting = { instance, timer: timer.id, dueMs: docket.header.timestampMs + timer.afterMs };
        running.set(`${txId} ${action}`, waiting);
        known.set(`${txId} ${action}`, waiting);
      }
    }
  };
  const judge = (node: ObservedNode, txId: string) => {
    const header = world.submitted.get(txId)?.header as Spoken['header'] | undefined;
    const waiting = header && known.get(keyOf(header));
    if (waiting && sealedMs <= waiting.dueMs)
      world.violation('timers', `node ${node.index} refuses ${txId} for good, due at ${waiting.dueMs}, at ${sealedMs}`);
  };
  return {
    name: 'timers',
    sealed(node, { docket }) {
      withUntold(later, height, { world, node, docket });
      if (docket.header.height >= height) later.set(docket.header.height, docket);
      for (let next = later.get(height); next; next = later.get(height)) {
        later.delete(height++);
        take(next);
      }
    },
    answered(node, txId, { outcome }) {
      if (outcome.status === 'refused' && outcome.definitive && outcome.issues[0]?.code === LATE) judge(node, txId);
    },
    /** A timer fires without a client, a little after it is due. */
    waits: () => running.size > 0,
    async finished() {
      for (const [key, { timer, dueMs }] of running)
        world.violation('timers', `timer ${timer} behind ${key} was due at ${dueMs} and never fired`);
    },
    founded(dockets) {
      for (const docket of dockets) take(docket);
      height = dockets.length;
    },
  };
}

function keyOf({ previousTransactionId, actionId }: Spoken['header']): string {
  return `${previousTransactionId} ${actionId}`;
}

/** Why it may not be sealed in a docket of that time. */
function faultOf({ header, signatures }: Spoken, waiting: Waiting | undefined, atMs: number): string | undefined {
  const { metadata, senderWallet, createdAt } = header;
  if (metadata?.type !== 'Timer') {
    if (signatures.length === 0) return 'it has no signature';
    return waiting && atMs > waiting.dueMs
      ? `its timer was due at ${waiting.dueMs}, and the docket is of ${atMs}`
      : undefined;
  }
  if (!waiting) return 'no timer runs there';
  if (signatures.length > 0 || senderWallet !== 'timer') return 'a wallet made the timer';
  if (metadata.timer !== waiting.timer) return `the timer there is ${waiting.timer}`;
  if (Date.parse(createdAt ?? '') !== waiting.dueMs) return `it is dated ${createdAt} and was due at ${waiting.dueMs}`;
  return atMs > waiting.dueMs ? undefined : `it was due after ${waiting.dueMs}, and the docket is of ${atMs}`;
}

function planOf(actions: readonly Action[]): ReadonlyMap<number, Plan> {
  return new Map(
    actions.map(({ id, routes = [], timers: own = [] }) => {
      const [first] = own;
      const seconds = Number(/^PT(\d+)S$/.exec(first?.after ?? '')?.[1]);
      const timer = first && { id: first.id, afterMs: seconds * 1000 };
      return [id, { next: routes[0]?.nextActionIds ?? [], ...(timer && { timer }) }];
    }),
  );
}
