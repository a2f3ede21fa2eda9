// Branches and their deadlines, folded from the sealed bytes apart from the product: nothing is sealed on a branch
// after it was due, and a join has all that it waits for. No client is told for good that a deadline has passed before
// a sealed docket passed it.
import type { Docket } from '../../../core/model/register.js';
import type { Checker, Held, ObservedNode, World } from '../observer.js';
import { withUntold } from './in-order.js';

interface Branch {
  readonly instanceId: string;
  readonly action: number;
  /** No docket after it holds what follows. */
  readonly dueMs: number;
  readonly next: readonly number[];
  readonly taken: Set<number>;
}

interface Plan {
  readonly priors: readonly number[];
  readonly next: readonly number[];
  readonly deadlineMs: number;
  readonly isTimed: boolean;
}

interface Spoken {
  readonly header: Readonly<Record<string, string>>;
  readonly payload: { readonly actions?: readonly Action[]; readonly disputes?: object };
}

interface Action {
  readonly id: number;
  readonly requiredPriorActions?: readonly number[];
  readonly routes?: readonly { readonly nextActionIds: readonly number[]; readonly branchDeadline?: string }[];
  readonly timers?: readonly unknown[];
  readonly approval?: object;
  readonly credentialIssuanceConfig?: object;
}

const LATE = 'VAL_BP_012';

export function deadlines(world: World): Checker {
  const waiting = new Map<number, Docket>();
  const plans = new Map<string, ReadonlyMap<number, Plan>>();
  const branches = new Map<string, Branch>();
  let height = 1;
  const take = (docket: Docket) => {
    for (const { txId, bytes } of docket.transactions) {
      const { header, payload } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Spoken;
      // disputes.ts, people.ts and credentials.ts follow the others.
      const isOther = ({ approval, credentialIssuanceConfig }: Action) => approval ?? credentialIssuanceConfig;
      const isOfBranches = !payload.disputes && !payload.actions?.some(isOther);
      if (header.actionId === 'blueprint-publish' && isOfBranches) plans.set(txId, planOf(payload.actions ?? []));
      const plan = plans.get(header.publicationTxId ?? '')?.get(Number(header.actionId));
      // timers.ts follows those.
      if (!plan || header.instanceId === undefined || isCancellation(header)) continue;
      const fault = follow({ txId, header, plan, atMs: docket.header.timestampMs }, branches);
      if (fault) world.violation('deadlines', `docket ${docket.header.height} seals ${txId}: ${fault}`);
    }
  };
  /** When what follows here is too late; undefined for a transaction without such a time. */
  const dueOf = (txId: string): number | undefined => {
    const tx = world.submitted.get(txId);
    const before = branches.get(tx?.header.previousTransactionId ?? '');
    if (!tx || !before || isCancellation(tx.header)) return undefined;
    const action = Number(tx.header.actionId);
    const plan = plans.get(tx.header.publicationTxId ?? '')?.get(action);
    // timers.ts says when it is too late.
    if (plan?.isTimed) return undefined;
    const joined = plan?.priors.length ? pointing(before.instanceId, action, branches) : [before];
    return Math.min(before.dueMs, ...joined.map(({ dueMs }) => dueMs));
  };
  const judge = (node: ObservedNode, txId: string) => {
    const held = node.held(world.registerId);
    const due = dueOf(txId);
    const latest = held && latestMs(held);
    if (due !== undefined && latest !== undefined && latest <= due)
      world.violation('deadlines', `node ${node.index} refuses ${txId} for good, which is due at ${due}, at ${latest}`);
  };
  return {
    name: 'deadlines',
    sealed(node, { docket }) {
      withUntold(waiting, height, { world, node, docket });
      if (docket.header.height >= height) waiting.set(docket.header.height, docket);
      for (let next = waiting.get(height); next; next = waiting.get(height)) {
        waiting.delete(height++);
        take(next);
      }
    },
    answered(node, txId, { outcome }) {
      if (outcome.status === 'refused' && outcome.definitive && outcome.issues[0]?.code === LATE) judge(node, txId);
    },
    async finished() {
      for (const node of world.nodes)
        for (const txId of node.isRetired ? [] : world.submitted.keys()) {
          const refusal = node.held(world.registerId)?.outbox.refusal(txId);
          if (refusal?.definitive && refusal.code === LATE) judge(node, txId);
        }
    },
    /** The dockets in the image of the register were sealed before the run. */
    founded(dockets) {
      for (const docket of dockets) take(docket);
      height = dockets.length;
    },
  };
}

/** Why the transaction may not stand there; the branches are those after it. */
function follow(
  { txId, header, plan, atMs }: { txId: string; header: Spoken['header']; plan: Plan; atMs: number },
  branches: Map<string, Branch>,
): string | undefined {
  const action = Number(header.actionId);
  const instanceId = header.instanceId ?? '';
  const before = branches.get(header.previousTransactionId ?? '');
  branches.set(txId, { instanceId, action, dueMs: atMs + plan.deadlineMs, next: plan.next, taken: new Set() });
  if (header.previousTransactionId === undefined) return undefined;
  if (!before?.next.includes(action) || before.taken.has(action)) return 'it follows a branch that does not lead there';
  const joined = plan.priors.length > 0 ? pointing(instanceId, action, branches) : [before];
  const lacking = plan.priors.find((prior) => !joined.some((one) => one.action === prior));
  const late = joined.find(({ dueMs }) => atMs > dueMs);
  for (const one of joined) one.taken.add(action);
  if (lacking !== undefined) return `it joins without action ${lacking}`;
  return late && `its branch was due at ${late.dueMs}, and the docket is of ${atMs}`;
}

function pointing(instanceId: string, action: number, branches: ReadonlyMap<string, Branch>): readonly Branch[] {
  return [...branches.values()].filter(
    (one) => one.instanceId === instanceId && one.next.includes(action) && !one.taken.has(action),
  );
}

function planOf(actions: readonly Action[]): ReadonlyMap<number, Plan> {
  return new Map(
    actions.map(({ id, requiredPriorActions = [], routes = [], timers = [] }) => {
      const [seconds] = /\d+/.exec(routes[0]?.branchDeadline ?? '') ?? [];
      const deadlineMs = seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
      return [
        id,
        { priors: requiredPriorActions, next: routes[0]?.nextActionIds ?? [], deadlineMs, isTimed: timers.length > 0 },
      ];
    }),
  );
}

function isCancellation({ metadata }: { readonly metadata?: unknown }): boolean {
  return (metadata as { readonly type?: string } | undefined)?.type === 'Cancellation';
}

/** The latest sealed time on the disk of a node, whatever was taken back since. */
function latestMs({ reg, chain }: Held): number {
  let latest = 0;
  for (let height = chain.durableState(reg)?.height ?? 0; height >= 0; height--)
    latest = Math.max(latest, chain.docketAt(reg, height)?.timestampMs ?? 0);
  return latest;
}
