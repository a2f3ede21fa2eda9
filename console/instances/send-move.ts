// Sends a move of an instance, by the operation that makes it. A preview asks what it would do, and sends nothing.
import { node } from '../session/node.js';
import type { MoveKind, MoveOffered, Mover } from './moves.js';

type ObjectionBody = Parameters<typeof node.instances.objectInstance>[0]['body'];
type ResolutionBody = Parameters<typeof node.instances.resolveInstance>[0]['body'];

export interface MoveStated {
  readonly mover: Mover;
  readonly reason: string;
  readonly outcome: NonNullable<ResolutionBody['outcome']> | undefined;
  readonly isPrivate: boolean;
}

export interface MoveSent {
  /** `nothing` where it was made by others meanwhile, and nothing was signed. */
  readonly status: 'sealed' | 'pending' | 'preview' | 'nothing';
  readonly transactionId?: string | undefined;
}

interface Sending {
  readonly at: { readonly params: { readonly instanceId: string }; readonly query: { readonly registerId: string } };
  readonly move: MoveOffered;
  readonly stated: MoveStated;
  readonly key: { readonly idempotencyKey: string };
}

type Send = (sending: Sending) => Promise<MoveSent>;

const answer =
  (accept: boolean): Send =>
  ({ at, move: { role, txId: transactionHash }, stated: { mover, reason }, key }) =>
    node.instances.confirmRun(
      {
        ...at,
        body: { senderWallet: mover.address, accept, ...among({ role, transactionHash }), ...saying(reason) },
      },
      key,
    );

const claiming =
  (name: 'claimRole' | 'releaseRole'): Send =>
  ({ at: { params, query }, move: { role, actionId = '' }, stated: { mover }, key }) =>
    node.instances[name](
      { params: { ...params, actionId }, query, body: { senderWallet: mover.address, ...among({ role }) } },
      key,
    );

export const SENDING: Readonly<Record<Exclude<MoveKind, 'handover' | 'keep'>, Send>> = {
  confirm: answer(true),
  decline: answer(false),
  claim: claiming('claimRole'),
  release: claiming('releaseRole'),
  object: (sending) => askObjection(sending, false),
  resolve: (sending) => askResolution(sending, false),
  challenge: ({ at, move: { txId = '', gate, role }, stated: { mover }, key }) =>
    node.instances.challengeInstance(
      { ...at, body: { senderWallet: mover.address, txId, ...among({ gate, role }) } },
      key,
    ),
  async deliver({ at, move: { role }, stated: { mover }, key }) {
    const body = { senderWallet: mover.address, ...among({ role }) };
    const { deliveries } = await node.instances.deliverInstance({ ...at, body }, key);
    const [first] = deliveries;
    if (first === undefined) return { status: 'nothing' };
    const isSealed = deliveries.every(({ status }) => status === 'sealed');
    return { status: isSealed ? 'sealed' : 'pending', transactionId: first.transactionId };
  },
  async cancel({ at, stated: { mover, reason }, key }) {
    const body = { senderWallet: mover.address, ...saying(reason) };
    const { transactionId, status } = await node.instances.cancelInstance({ ...at, body }, key);
    return { status: status === 'pending' ? 'pending' : 'sealed', transactionId };
  },
};

export function askObjection({ at, move, stated, key }: Sending, preview: boolean) {
  const { txId = '', ground } = move;
  const body: ObjectionBody = {
    ...{ senderWallet: stated.mover.address, txId, preview },
    ...(ground !== undefined && { ground }),
    ...(stated.isPrivate && { isPrivate: true }),
  };
  return node.instances.objectInstance({ ...at, body }, key);
}

export function askResolution({ at, stated: { mover, outcome }, key }: Sending, preview: boolean) {
  const body: ResolutionBody = { senderWallet: mover.address, preview, ...(outcome !== undefined && { outcome }) };
  return node.instances.resolveInstance({ ...at, body }, key);
}

/** The members that are stated. */
function among<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T> as never;
}

function saying(reason: string) {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
