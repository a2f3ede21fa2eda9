// Health of the parts of this node, as they know it. A register that somebody stopped is well; one that failed or is
// damaged is not.

import { isUpgradeNeeded } from '../../actors/ledger/health/rules-stop.js';
import type { LedgerHost } from '../../actors/ledger/host.js';
import { isBroken } from '../../actors/register-records.js';
import { lossText } from '../../storage/engine/fence.js';
import { type DiskReserve, RESERVE_FILES } from '../../storage/engine/reserve.js';
import type { Store } from '../../storage/open.js';
import type { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import { type GossipFigures, gossipPart } from './gossip-health.js';
import type { HealthPart, PartHealth } from './health.js';
import type { MeshHealth } from './mesh-health.js';

interface ObservedStore extends Pick<Store, 'fence' | 'missing'> {
  readonly journal: Pick<Store['journal'], 'hasFailed'>;
}

export interface Observed {
  /** Undefined until the store is open, and after it is closed. */
  store(): ObservedStore | undefined;
  /** Tables that were found damaged since the start. */
  tables?(): readonly string[] | undefined;
  ledger(): Pick<LedgerHost, 'registers' | 'figures' | 'seating' | 'damage'> | undefined;
  blueprints?(): Pick<Blueprints, 'totals'> | undefined;
  /** Undefined with the mesh off. */
  mesh?(): Pick<MeshHealth, 'check' | 'counts'> | undefined;
  /** Undefined with gossip off. */
  gossip?(): GossipFigures | undefined;
}

/** Degraded while the disk is nearly full: the node answers reads and seals nothing. */
export function diskHealth(reserve: () => Pick<DiskReserve, 'isLow' | 'free' | 'reserveBytes'>): HealthPart {
  return {
    name: 'disk',
    needed: false,
    check: () => {
      const { isLow, free, reserveBytes } = reserve();
      if (!isLow) return { status: 'healthy' };
      const inodes = free?.files === undefined ? '' : `; ${free.files} inodes free, ${RESERVE_FILES} are kept`;
      const reason = `The disk of the store is nearly full (${free?.bytes ?? 0} bytes free, ${reserveBytes} are kept${inodes}): this node only reads until there is more room.`;
      return { status: 'degraded', reason };
    },
    counts: () => ({ diskFreeBytes: reserve().free?.bytes ?? 0 }),
  };
}

/**
 * Degraded while threads that verify signatures die: the node goes on more slowly, and whatever ends them may end the
 * next thing too.
 */
export function signaturesHealth(threads: () => { readonly areFallen: boolean } | undefined): HealthPart {
  const reason =
    'The threads that verify signatures died, and none of the new ones came up: the log says why. Often the node may open too few files (ulimit -n) or has too little memory; start it again with more.';
  return {
    name: 'signatures',
    needed: false,
    check: () => (threads()?.areFallen ? { status: 'degraded', reason } : { status: 'healthy' }),
  };
}

/** A store that a loss was found in goes on, fenced, and is not well until its operator has decided. */
function storeHealth(store: ObservedStore | undefined, damaged: readonly string[] = []): PartHealth {
  if (!store) return { status: 'unhealthy', reason: 'The store is not open.' };
  if (store.journal.hasFailed)
    return { status: 'unhealthy', reason: 'The store takes no more writes; the log says why. The node has to end.' };
  if (damaged.length > 0)
    return {
      status: 'degraded',
      reason: `${damaged.length} of the tables of the store are damaged; the log names them.`,
    };
  const loss = store.fence && lossText(store.fence, store.missing);
  return loss === undefined ? { status: 'healthy' } : { status: 'degraded', reason: loss };
}

/** A register of which no other member has a copy goes OFFLINE: only the operator gets it back. */
function damageHealth({ damaged, resting }: { readonly damaged: number; readonly resting: number }): PartHealth {
  const repairing = damaged - resting;
  const reasons = [
    repairing > 0 && `${repairing} of the registers are damaged and under repair from other nodes.`,
    resting > 0 &&
      `${resting} of the registers are damaged and OFFLINE, and nothing repairs them: set one ONLINE if another member has it, else stop the node, run "quorate check", and restore a backup.`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? { status: 'healthy' } : { status: 'degraded', reason: reasons.join(' ') };
}

/** With those that are behind what others sealed: a reader who misses something there is sent elsewhere. */
function registerCounts(ledger: ReturnType<Observed['ledger']>): Readonly<Record<string, number>> {
  const registers = ledger?.registers() ?? [];
  const behind = registers.filter(({ status }) => status === 'RECOVERY');
  const seated = behind.filter((record) => ledger?.seating.stateOf(record) !== undefined);
  return { totalRegisters: registers.length, registersBehind: behind.length, seatsBehind: seated.length };
}

export function healthParts({ store, tables, ledger, blueprints, mesh, gossip }: Observed): readonly HealthPart[] {
  return [
    {
      name: 'store',
      needed: true,
      check: () => storeHealth(store(), tables?.()),
    },
    {
      name: 'registers',
      needed: false,
      check: () => {
        const registers = ledger()?.registers() ?? [];
        const broken = registers.filter(isBroken).length;
        const stopped = registers.filter(isUpgradeNeeded).length;
        const reasons = [
          broken > 0 &&
            `${broken} of the registers went OFFLINE because of damage or repeated failures; the statusReason of each says why.`,
          stopped > 0 &&
            `${stopped} of the registers follow rules that this program does not know (UPGRADE_NEEDED): install a newer one.`,
        ].filter((reason) => reason !== false);
        return reasons.length === 0 ? { status: 'healthy' } : { status: 'degraded', reason: reasons.join(' ') };
      },
      counts: () => registerCounts(ledger()),
    },
    {
      name: 'storage',
      needed: false,
      check: () => damageHealth(ledger()?.damage.figures.repair ?? { damaged: 0, resting: 0 }),
      counts: () => {
        const figures = ledger()?.damage.figures;
        return {
          scrubPasses: figures?.scrub?.passes ?? 0,
          scrubFindings: figures?.scrub?.findings ?? 0,
          registersRepaired: figures?.repair.repaired ?? 0,
          roundChangesLost: figures?.repair.roundChangesLost ?? 0,
        };
      },
    },
    {
      name: 'validator',
      needed: false,
      check: () => {
        const fence = ledger()?.seating.fence;
        return fence ? { status: 'degraded', reason: `The seats are Fenced: ${fence}.` } : { status: 'healthy' };
      },
      counts: () => ({ totalTransactions: ledger()?.figures().transactionsSealed ?? 0 }),
    },
    ...(blueprints ? [blueprintsPart(blueprints)] : []),
    ...(mesh ? [meshPart(mesh)] : []),
    ...(gossip ? [gossipPart(gossip)] : []),
  ];
}

function blueprintsPart(blueprints: NonNullable<Observed['blueprints']>): HealthPart {
  return {
    name: 'blueprints',
    needed: false,
    check: () => ({ status: 'healthy' }),
    counts: () => {
      const { drafts, published } = blueprints()?.totals() ?? { drafts: 0, published: 0 };
      return { totalBlueprints: drafts, publishedVersions: published };
    },
  };
}

function meshPart(mesh: NonNullable<Observed['mesh']>): HealthPart {
  return {
    name: 'mesh',
    needed: false,
    check: () => mesh()?.check() ?? { status: 'healthy' },
    counts: () => mesh()?.counts() ?? {},
  };
}
