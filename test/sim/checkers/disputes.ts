// Disputes, folded from the sealed bytes apart from the product: an objection is sealed against what is false alone,
// and once; then nothing goes on before the resolver has said how it ends, and what it took back is followed no more.
// At rest every replica has each instance in the state that follows from that.
import type { Checker, World } from '../observer.js';
import { inOrder, type Spoken } from './in-order.js';

interface Said {
  readonly id?: string;
  readonly disputes?: { readonly resolver: string };
  readonly participants?: readonly { readonly id: string; readonly walletAddress?: string }[];
  readonly outcome?: string;
  readonly shown?: readonly Opening[];
}

interface Opening {
  readonly txId: string;
  readonly classes: readonly { readonly open?: readonly { readonly pointer: string; readonly value: number }[] }[];
}

interface Instance {
  /** The objection that stops it. */
  stopped: string | undefined;
  end: string | undefined;
  /** Runs by TxId, with the objection that took each back. */
  readonly runs: Map<string, { readonly action: string; takenBackBy: string | undefined }>;
  readonly objected: Set<string>;
}

/** Moves that say something beside the flow. */
const BESIDE: readonly unknown[] = ['Challenge', 'Delivery'];

export function disputes(world: World): Checker {
  const resolvers = new Map<string, string>();
  const instances = new Map<string, Instance>();
  const take = (txId: string, spoken: Spoken<Said>): void => {
    const { header, payload } = spoken;
    if (header.actionId === 'blueprint-publish' && payload.id === 'disputed') {
      const role = payload.participants?.find(({ id }) => id === payload.disputes?.resolver);
      resolvers.set(txId, role?.walletAddress ?? '');
    }
    const resolver = resolvers.get(header.publicationTxId ?? '');
    if (resolver === undefined || header.instanceId === undefined) return;
    const none: Instance = { stopped: undefined, end: undefined, runs: new Map(), objected: new Set() };
    const now = instances.get(header.instanceId) ?? none;
    instances.set(header.instanceId, now);
    const fault = faultOf(now, spoken);
    if (fault) world.violation('disputes', `${txId} is sealed: ${fault}`);
    follow(now, { txId, spoken, resolver });
  };
  return {
    name: 'disputes',
    ...inOrder<Said>(world, take),
    async finished() {
      for (const node of world.nodes) {
        const held = node.held(world.registerId);
        if (!held || node.isRetired || Number.isFinite(world.readableUntil(node))) continue;
        for (const [instanceId, { stopped, end }] of instances) {
          const row = held.chain.view(held.reg).state(`inst/${instanceId}`) as { readonly state?: string } | undefined;
          const expected = end ?? (stopped === undefined ? 'Active' : 'Disputed');
          if (row?.state !== expected)
            world.violation('disputes', `node ${node.index} has ${instanceId} as ${row?.state}, and it is ${expected}`);
        }
      }
    },
  };
}

/** Why a transaction may not be sealed there. */
function faultOf(now: Instance, { header, payload }: Spoken<Said>): string | undefined {
  const { metadata = {}, previousTransactionId: previous = '' } = header;
  const { stopped, end, runs, objected } = now;
  if (BESIDE.includes(metadata.type)) return undefined;
  if (metadata.type === 'Objection') {
    if (stopped !== undefined) return 'the instance is stopped';
    if (objected.has(previous)) return 'the run was objected to before';
    return isTrue(payload, previous) ? 'what it objects to is true' : undefined;
  }
  if (metadata.type === 'Resolution') {
    return previous === stopped ? undefined : 'this objection does not stop the instance';
  }
  if (stopped !== undefined) return 'the instance is stopped';
  if (end !== undefined) return `the instance has ended: ${end}`;
  return runs.get(previous)?.takenBackBy === undefined ? undefined : 'it follows a run that was taken back';
}

function isTrue({ shown = [] }: Said, run: string): boolean {
  const cells = shown
    .filter(({ txId }) => txId === run)
    .flatMap(({ classes }) => classes.flatMap(({ open = [] }) => open));
  const shownAt = (pointer: string) => cells.find((cell) => cell.pointer === pointer)?.value;
  return shownAt('/double') === 2 * (shownAt('/q') ?? Number.NaN);
}

interface Sealed {
  readonly txId: string;
  readonly spoken: Spoken<Said>;
  readonly resolver: string;
}

function follow(now: Instance, { txId, spoken: { header, payload }, resolver }: Sealed): void {
  const { metadata = {}, previousTransactionId: previous = '', actionId } = header;
  if (BESIDE.includes(metadata.type)) return;
  if (metadata.type === 'Objection') {
    now.objected.add(previous);
    const run = now.runs.get(previous);
    // An instance that has ended keeps its state, and the fault.
    if (now.end !== undefined || !run) return;
    run.takenBackBy = txId;
    now.stopped = txId;
  } else if (metadata.type === 'Resolution') {
    // The word of another party ends nothing.
    if (header.senderWallet !== resolver) return;
    now.stopped = undefined;
    if (payload.outcome === 'end') now.end = 'Rejected';
    if (payload.outcome !== 'keep') return;
    for (const run of now.runs.values()) if (run.takenBackBy === previous) run.takenBackBy = undefined;
  } else {
    now.runs.set(txId, { action: actionId, takenBackBy: undefined });
    if (actionId === '2') now.end = 'Completed';
  }
}
