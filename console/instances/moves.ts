// The moves beside actions that wallets of the person may make in an instance now, and which of them it is asked for.
// The ledger decides: a move that is offered here may be refused.

import type { Definition } from '../../core/blueprint/definition/types.js';
import { ownOf } from '../../core/blueprint/state/role-holder.js';
import type { InstanceShown, StepShown, WalletShown } from '../act/act-data.js';
import type { node } from '../session/node.js';

export type SuspectFinding = Awaited<ReturnType<typeof node.inbox.listSuspectRuns>>['items'][number];

const MOVE_KINDS = [
  'confirm',
  'decline',
  'resolve',
  'object',
  'challenge',
  'deliver',
  'claim',
  'release',
  'keep',
  'handover',
  'cancel',
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** A wallet of the person, under the address by which the instance knows it. */
export interface Mover {
  readonly name: string;
  readonly address: string;
}

export interface MoveOffered {
  readonly kind: MoveKind;
  readonly movers: readonly Mover[];
  /** Others wait for it. */
  readonly isAsked: boolean;
  /** The role that is spoken for, given to, taken or given away. */
  readonly role?: string | undefined;
  readonly actionId?: string | undefined;
  /** The run that it is about. */
  readonly txId?: string | undefined;
  readonly gate?: string | undefined;
  readonly ground?: SuspectFinding['faults'][number]['ground'] | undefined;
  /** Until when it counts. */
  readonly until?: string | undefined;
  /** Runs that are owed. */
  readonly count?: number;
}

export interface MovesRead {
  readonly instance: InstanceShown;
  readonly definition: Definition;
  readonly steps: readonly StepShown[];
  readonly own: readonly WalletShown[];
  /** That wallets of the person find in this instance. */
  readonly suspects: readonly SuspectFinding[];
  readonly nowMs: number;
}

export function movesOf(read: MovesRead): readonly MoveOffered[] {
  // Nothing is on the ledger yet: no move is about it but its end.
  if (read.instance.lastTransactionId === undefined) return cancellations(read);
  return [
    ...confirmations(read),
    ...resolutions(read),
    ...objections(read),
    ...deliveries(read),
    ...claims(read),
    ...handovers(read),
    ...cancellations(read),
  ];
}

/** Wallets of the person among these addresses, in their order. */
export function moversAmong(own: readonly WalletShown[], addresses: readonly (string | undefined)[]): readonly Mover[] {
  return [...new Set(addresses)].flatMap((address) => {
    const wallet = own.find((each) => address !== undefined && addressesOf(each).includes(address));
    return wallet && address !== undefined ? [{ name: wallet.name, address }] : [];
  });
}

export function addressesOf({ address, hybridAddress, pqcWalletAddress }: WalletShown): readonly string[] {
  return [address, hybridAddress, pqcWalletAddress].filter((each) => each !== undefined);
}

const isOffered = ({ movers }: MoveOffered) => movers.length > 0;

function confirmations({ instance, own }: MovesRead): readonly MoveOffered[] {
  return (instance.confirmations ?? [])
    .flatMap(({ missing, actionId, transactionId: txId, until }) =>
      missing.flatMap((role) => {
        const about = { role, actionId: String(actionId), txId, until };
        const movers = moversAmong(own, [ownOf(instance.participantWallets, role)]);
        return [
          { kind: 'confirm', movers, isAsked: true, ...about } as const,
          { kind: 'decline', movers, isAsked: true, ...about } as const,
        ];
      }),
    )
    .filter(isOffered);
}

function resolutions({ instance: { dispute }, own }: MovesRead): readonly MoveOffered[] {
  if (dispute === undefined) return [];
  const asked = [...(dispute.resolver ? [dispute.resolver] : []), ...dispute.parties];
  const movers = moversAmong(
    own,
    asked.map(({ wallet }) => wallet),
  );
  const { actionId, transactionId: txId, until } = dispute;
  return [{ kind: 'resolve' as const, movers, isAsked: true, actionId: String(actionId), txId, until }].filter(
    isOffered,
  );
}

/** An objection where it can be proven, and a challenge of what was not delivered, unless it was made before. */
function objections({ instance, own, suspects, steps, nowMs }: MovesRead): readonly MoveOffered[] {
  const { challenges = [] } = instance;
  const silent = challenges
    .filter(({ answeredBy, until }) => answeredBy === undefined && Date.parse(until) < nowMs)
    .filter(
      ({ runTransactionId }) => !suspects.some((run) => run.canObject && run.transactionHash === runTransactionId),
    )
    .map(({ runTransactionId: txId, wallet }): MoveOffered => {
      const actionId = steps.find(({ transactionId }) => transactionId === txId)?.actionId;
      return {
        kind: 'object',
        movers: moversAmong(own, [wallet]),
        isAsked: true,
        actionId,
        txId,
        ground: 'undelivered',
      };
    });
  const findings = suspects.flatMap((run): readonly MoveOffered[] => {
    const { actionId, transactionHash: txId, walletAddress, canObject, objectUntil: until } = run;
    const about = { movers: moversAmong(own, [walletAddress]), actionId, txId };
    if (canObject) return [{ kind: 'object', isAsked: true, until, ...about }];
    const isChallenged = challenges.some((item) => item.runTransactionId === txId && item.wallet === walletAddress);
    return run.verdict === 'undelivered' && !isChallenged ? [{ kind: 'challenge', isAsked: true, ...about }] : [];
  });
  return [...silent, ...findings].filter(isOffered);
}

/** By any wallet that takes part: the node knows what each was given. The one that was challenged is asked. */
function deliveries({ instance, own, steps }: MovesRead): readonly MoveOffered[] {
  const { owed = [], challenges = [], participantWallets } = instance;
  const givers = (wallet: string) => Object.values(participantWallets).filter((each) => each !== wallet);
  const asked = challenges
    .filter(({ answeredBy }) => answeredBy === undefined)
    .map(({ role, wallet, until, gate, runTransactionId: txId }): MoveOffered => {
      const step = steps.find(({ transactionId }) => transactionId === txId);
      const movers = moversAmong(own, [step?.senderWallet]).filter(({ address }) => address !== wallet);
      return { kind: 'deliver', movers, isAsked: true, role, actionId: step?.actionId, txId, gate, until, count: 1 };
    });
  const others = owed.map(
    ({ role, wallet, runs, more = 0 }): MoveOffered => ({
      ...{ kind: 'deliver', movers: moversAmong(own, givers(wallet)), isAsked: false },
      ...{ role, count: runs.length + more },
    }),
  );
  return [...asked, ...others].filter(isOffered);
}

function claims({ instance, definition, own }: MovesRead): readonly MoveOffered[] {
  if (instance.state !== 'Active') return [];
  return instance.activeBranches
    .filter(({ currentActionId }) => instance.currentActionIds.includes(currentActionId))
    .flatMap(({ currentActionId, mayAct }): readonly MoveOffered[] => {
      const role = definition.participants.find(
        ({ id }) => id === definition.actions.find((action) => action.id === currentActionId)?.sender,
      );
      const holder = role && (ownOf(instance.participantWallets, role.id) ?? role.walletAddress ?? '');
      if (role === undefined || holder !== '') return [];
      const about = { isAsked: false, role: role.id, actionId: String(currentActionId) };
      const claimed = mayAct?.find(({ why }) => why === 'claim');
      if (claimed)
        return [{ kind: 'release', movers: moversAmong(own, [claimed.walletAddress]), until: claimed.until, ...about }];
      const among = mayAct?.map(({ walletAddress }) => walletAddress) ?? own.map(({ address }) => address);
      return [{ kind: 'claim', movers: moversAmong(own, among), ...about }];
    })
    .filter(isOffered);
}

function handovers({ instance, own }: MovesRead): readonly MoveOffered[] {
  if (instance.state !== 'Active') return [];
  const moversOf = (role: string) => moversAmong(own, [ownOf(instance.participantWallets, role)]);
  const kept = (instance.handovers ?? []).map(
    ({ role, until }): MoveOffered => ({ kind: 'keep', movers: moversOf(role), isAsked: true, role, until }),
  );
  const given = Object.keys(instance.participantWallets).map(
    (role): MoveOffered => ({ kind: 'handover', movers: moversOf(role), isAsked: false, role }),
  );
  return [...kept, ...given].filter(isOffered);
}

/** By roles that did not agree yet; one that is stuck is ended by any party. */
function cancellations({ instance, own, steps }: MovesRead): readonly MoveOffered[] {
  const { cancellation, participantWallets, isStuck, state, lastTransactionId } = instance;
  if (lastTransactionId === undefined) {
    const movers = own.map(({ name, address }) => ({ name, address })).slice(0, 1);
    return [{ kind: 'cancel' as const, movers, isAsked: false }].filter(isOffered);
  }
  const isOver = state !== 'Active' && state !== 'Disputed';
  if (isOver || cancellation?.endedBy !== undefined) return [];
  const given = new Set(cancellation?.consent?.given.map(({ role }) => role));
  const roles = [...(cancellation?.consent?.of ?? []), ...(cancellation?.by ?? [])].filter((role) => !given.has(role));
  const byOpener = isStuck === true || cancellation === undefined || roles.includes('opener');
  const movers = moversAmong(own, [
    ...roles.map((role) => ownOf(participantWallets, role)),
    ...(isStuck ? Object.values(participantWallets) : []),
    ...(byOpener ? [steps[0]?.senderWallet] : []),
  ]);
  const isAsked = cancellation?.askedAt !== undefined;
  return [{ kind: 'cancel' as const, movers, isAsked }].filter(isOffered);
}
