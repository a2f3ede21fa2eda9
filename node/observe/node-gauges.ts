// The state of a node as figures, so that whatever stops work can be alerted: parts, registers, seats, certificates and
// the program itself. Each row is read when metrics are collected, and names no register and no peer: their number has
// no bound.

import type { SeatState } from '../../actors/docket/ports.js';
import { isUpgradeNeeded } from '../../actors/ledger/health/rules-stop.js';
import type { LedgerHost } from '../../actors/ledger/host.js';
import type { ReplicaView } from '../../actors/mesh/mesh.js';
import { isFaulty, isForked } from '../../actors/misbehaviour/fork-stop.js';
import { isBroken } from '../../actors/register-records.js';
import { RULES_LATEST, STORE_VERSION } from '../../core/base/version.js';
import type { RegisterRecord, RegisterStatus } from '../../storage/chain/registers.js';
import type { Validity } from '../platform/certificate-health.js';
import type { NodeHealth } from './health.js';
import type { MeshHealth } from './mesh-health.js';
import type { Metrics } from './metrics.js';
import type { Sample } from './readings.js';

export interface Gauged {
  /** Of the program. */
  readonly version: string;
  /** By the steady clock. */
  steady(): number;
  health(): NodeHealth;
  ledger(): Pick<LedgerHost, 'registers' | 'seating'> | undefined;
  mesh(): Pick<MeshHealth, 'counts' | 'isTwin'> | undefined;
  /** How each register stands towards its peers; none with the mesh off. */
  replicas(): readonly Pick<ReplicaView, 'state' | 'height' | 'targetHeight'>[];
  /** Of people and devices, as the last sweep counted them. */
  sessions(): number | undefined;
  /** Certificates in use, by what for: `mesh`, `http`, `internal`, `workload`. */
  certificates(): Readonly<Record<string, Pick<Validity, 'notAfterMs'>>>;
}

/** Thousands of registers are looked through no more often than this. */
const HELD_MS = 5000;
const HEALTHS = { healthy: 0, degraded: 1, unhealthy: 2 } as const;
const STATUSES: readonly RegisterStatus[] = ['ONLINE', 'RECOVERY', 'CHECKING', 'OFFLINE'];
const SEATS: readonly SeatState[] = ['Starting', 'Running', 'Paused', 'Stopping', 'Stopped', 'Fenced', 'Faulted'];
/** Why a register is stopped: the sections of docs/operations.md. */
const STOPS: readonly (readonly [reason: string, holds: (record: RegisterRecord) => boolean])[] = [
  ['forked', isForked],
  ['diverged', (record) => isFaulty(record) && !isForked(record)],
  ['upgrade_needed', isUpgradeNeeded],
  ['broken', (record) => isBroken(record) && !isFaulty(record)],
  ['ordered', (record) => record.status === 'OFFLINE' && !isBroken(record)],
];

export function nodeGauges({ gauge }: Pick<Metrics, 'gauge'>, gauged: Gauged): void {
  const build = { version: gauged.version, store_format: `${STORE_VERSION}`, rules: `${RULES_LATEST}` };
  gauge({
    name: 'ledger_build_info',
    help: 'Always 1: the program, the format of its store and its newest rules.',
    labels: Object.keys(build),
    read: () => [{ labels: build, value: 1 }],
  });
  gauge({
    name: 'ledger_ready',
    help: '1 while /health answers 200.',
    read: () => (gauged.health().ready ? 1 : 0),
  });
  gauge({
    name: 'ledger_part_health',
    help: '0 healthy, 1 degraded, 2 unhealthy, by part as /health names them.',
    labels: ['part'],
    read: () =>
      Object.entries(gauged.health().services).map(([part, { status }]) => ({
        labels: { part },
        value: HEALTHS[status],
      })),
  });
  gauge({
    name: 'ledger_sessions',
    help: 'Sessions of people and devices that are not over, counted once a minute.',
    read: () => gauged.sessions() ?? 0,
  });
  registerGauges({ gauge }, gauged);
  replicaGauges({ gauge }, gauged);
  meshGauges({ gauge }, gauged);
  gauge({
    name: 'ledger_certificate_expiry_timestamp_seconds',
    help: 'When a certificate of this node ends, since 1970, by what it is used for.',
    labels: ['use'],
    read: () =>
      Object.entries(gauged.certificates()).map(([use, { notAfterMs }]) => ({
        labels: { use },
        value: notAfterMs / 1000,
      })),
  });
}

function registerGauges({ gauge }: Pick<Metrics, 'gauge'>, gauged: Gauged): void {
  const counted = holdValue(gauged, () => countsOf(gauged.ledger()));
  const add = (name: `ledger_${string}`, label: keyof Counts, help: string) =>
    gauge({ name, help, labels: [label], read: () => counted()[label] });
  add('ledger_registers', 'status', 'Registers of this node, by status.');
  add('ledger_registers_stopped', 'reason', 'Registers that do not go on here, by why.');
  add('ledger_seats', 'state', 'Seats of this node in its registers, by state.');
}

function replicaGauges({ gauge }: Pick<Metrics, 'gauge'>, gauged: Gauged): void {
  const behind = holdValue(gauged, () => gauged.replicas().filter(({ state }) => state !== 'synced'));
  gauge({
    name: 'ledger_replica_recovering',
    help: 'Registers that are behind their peers or cannot catch up.',
    read: () => behind().length,
  });
  gauge({
    name: 'ledger_replica_behind_dockets',
    help: 'Dockets that such registers lack, as their peers tell.',
    read: () => behind().reduce((sum, { height, targetHeight }) => sum + targetHeight - height, 0),
  });
}

function meshGauges({ gauge }: Pick<Metrics, 'gauge'>, { mesh }: Gauged): void {
  const add = (name: `ledger_${string}`, count: string, help: string) =>
    gauge({ name, help, read: () => mesh()?.counts()?.[count] ?? 0 });
  add('ledger_registers_without_quorum', 'registersWithoutQuorum', 'Registers with a seat here that reach no quorum.');
  add('ledger_seats_lost', 'seatsLost', 'Registers whose members voted this node out since it started.');
  add('ledger_seats_unnamed', 'seatsWithoutPeerId', 'Seats of registers here that no node can reach: no peer id.');
  gauge({
    name: 'ledger_node_twin',
    help: '1 while another process runs with the keys of this node.',
    read: () => (mesh()?.isTwin() ? 1 : 0),
  });
}

interface Counts {
  readonly status: readonly Sample[];
  readonly reason: readonly Sample[];
  readonly state: readonly Sample[];
}

function countsOf(ledger: ReturnType<Gauged['ledger']>): Counts {
  const records = ledger?.registers() ?? [];
  const seats = new Map<SeatState, number>();
  for (const record of records) {
    const state = ledger?.seating.stateOf(record);
    if (state !== undefined) seats.set(state, (seats.get(state) ?? 0) + 1);
  }
  return {
    status: STATUSES.map((status) => ({
      labels: { status },
      value: records.filter((item) => item.status === status).length,
    })),
    reason: STOPS.map(([reason, isSo]) => ({ labels: { reason }, value: records.filter(isSo).length })),
    state: SEATS.map((state) => ({ labels: { state }, value: seats.get(state) ?? 0 })),
  };
}

function holdValue<V>({ steady }: Pick<Gauged, 'steady'>, make: () => V): () => V {
  let last: { readonly atMs: number; readonly value: V } | undefined;
  return () => {
    const atMs = steady();
    if (last === undefined || atMs - last.atMs >= HELD_MS) last = { atMs, value: make() };
    return last.value;
  };
}
