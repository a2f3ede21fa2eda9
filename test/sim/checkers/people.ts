// Votes and claims, folded from the sealed bytes apart from the product: each role votes once, by its own wallet, and
// no role votes when it is decided. Later moves follow the vote that decided. A role that one candidate has reserved is
// taken by no other one.
import type { Checker, World } from '../observer.js';
import { inOrder, type Spoken } from './in-order.js';

interface Said {
  readonly participants?: readonly {
    readonly id: string;
    readonly walletAddress?: string;
    readonly claimFor?: string;
  }[];
  readonly actions?: readonly { readonly id: number; readonly approval?: { readonly need: number } }[];
}

interface Plan {
  readonly wallets: ReadonlyMap<string, string>;
  readonly need: number;
  readonly claimMs: number;
}

interface Instance {
  readonly votes: Map<string, unknown>;
  decidedBy: string | undefined;
  claim: { readonly by: string; readonly untilMs: number } | undefined;
}

export function people(world: World): Checker {
  const plans = new Map<string, Plan>();
  const instances = new Map<string, Instance>();
  return {
    name: 'people',
    ...inOrder<Said>(world, (txId, spoken, { header: { timestampMs } }) => {
      const { header, payload } = spoken;
      const need = payload.actions?.find(({ approval }) => approval)?.approval?.need;
      if (header.actionId === 'blueprint-publish' && need !== undefined) plans.set(txId, planOf(payload, need));
      const plan = plans.get(header.publicationTxId ?? '');
      if (!plan || header.instanceId === undefined) return;
      const now = instances.get(header.instanceId) ?? { votes: new Map(), decidedBy: undefined, claim: undefined };
      instances.set(header.instanceId, now);
      const fault = faultOf(now, { spoken, plan, atMs: timestampMs });
      if (fault) world.violation('people', `${txId} is sealed: ${fault}`);
      follow(now, { txId, spoken, plan, atMs: timestampMs });
    }),
  };
}

function planOf({ participants = [] }: Said, need: number): Plan {
  const minutes = Number(/^PT(\d+)M$/.exec(participants.find(({ claimFor }) => claimFor)?.claimFor ?? '')?.[1]);
  const wallets = participants.map(({ id, walletAddress = '' }) => [id, walletAddress] as const);
  return { wallets: new Map(wallets), need, claimMs: minutes * 60_000 };
}

interface Sealed {
  readonly spoken: Spoken<Said>;
  readonly plan: Plan;
  readonly atMs: number;
}

function faultOf(now: Instance, { spoken: { header }, plan, atMs }: Sealed): string | undefined {
  const { metadata = {}, senderWallet, previousTransactionId, actionId } = header;
  const isReserved = now.claim && atMs <= now.claim.untilMs && now.claim.by !== senderWallet;
  if (metadata.type === 'Vote') {
    if (now.decidedBy !== undefined) return 'it is decided';
    if (now.votes.has(metadata.role as string)) return 'the role has voted';
    return plan.wallets.get(metadata.role as string) === senderWallet ? undefined : 'another wallet holds the role';
  }
  if (actionId !== '2') return undefined;
  if (isReserved) return 'another candidate has reserved the role';
  if (metadata.type === 'Claim') return undefined;
  return previousTransactionId === now.decidedBy ? undefined : 'it follows no vote that decided';
}

function follow(now: Instance, { txId, spoken: { header }, plan, atMs }: Sealed & { readonly txId: string }): void {
  const { metadata = {}, senderWallet } = header;
  if (metadata.type === 'Claim') now.claim = { by: senderWallet, untilMs: atMs + plan.claimMs };
  if (metadata.type !== 'Vote') return;
  now.votes.set(metadata.role as string, metadata.vote);
  const yes = [...now.votes.values()].filter((vote) => vote === 'yes').length;
  const voters = [...plan.wallets.values()].filter((wallet) => wallet !== '').length;
  if (yes >= plan.need || yes + voters - now.votes.size < plan.need) now.decidedBy = txId;
}
