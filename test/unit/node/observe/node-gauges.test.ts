// The figures of what stops work: each state of a register, a seat, a part and a certificate has its sample. A sample
// that is 0 is there too, because an alert cannot ask for an absent one.
import { expect } from 'chai';
import type { SeatState } from '../../../../actors/docket/ports.js';
import { createMetrics } from '../../../../node/observe/metrics.js';
import { type Gauged, nodeGauges } from '../../../../node/observe/node-gauges.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';

type Given = Pick<RegisterRecord, 'status' | 'statusReason'> & { readonly seat?: SeatState };

function gauged(given: readonly Given[], more: Partial<Gauged> = {}) {
  let steadyMs = 0;
  let asked = 0;
  const metrics = createMetrics({ enabled: true })!;
  nodeGauges(metrics, {
    version: '0.2.0',
    steady: () => steadyMs,
    health: () => ({ ready: true, startedAtMs: 0, services: {}, counts: {} }),
    ledger: () =>
      ({
        registers: () => {
          asked++;
          return given;
        },
        seating: { stateOf: (record: Given) => record.seat },
      }) as unknown as ReturnType<Gauged['ledger']>,
    mesh: () => undefined,
    replicas: () => [],
    sessions: () => undefined,
    certificates: () => ({}),
    ...more,
  });
  const samples = async (name: string): Promise<Record<string, number>> => {
    const lines = (await metrics.text()).split('\n').filter((line) => line.split(/[{ ]/)[0] === name);
    return Object.fromEntries(
      lines.map((line) => [/"(.*)"/.exec(line)?.[1] ?? '', Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  };
  const wait = (ms: number): void => {
    steadyMs += ms;
  };
  return { samples, asked: () => asked, wait };
}

describe('node/observe/node-gauges', () => {
  it('sums the dockets that registers lack which are behind, and says how many these are', async () => {
    const { samples } = gauged([], {
      replicas: () => [
        { state: 'synced', height: 5, targetHeight: 6 },
        { state: 'recovering', height: 5, targetHeight: 12 },
        { state: 'stalled', height: 0, targetHeight: 30 },
      ],
      sessions: () => 4,
    });
    expect(await samples('ledger_replica_recovering')).to.deep.equal({ '': 2 });
    expect(await samples('ledger_replica_behind_dockets')).to.deep.equal({ '': 37 });
    expect(await samples('ledger_sessions')).to.deep.equal({ '': 4 });
  });

  it('counts registers by status and by why they stand still', async () => {
    const { samples } = gauged([
      { status: 'ONLINE' },
      { status: 'RECOVERY' },
      { status: 'CHECKING' },
      { status: 'CHECKING', statusReason: 'UPGRADE_NEEDED: rules 4' },
      { status: 'OFFLINE', statusReason: 'FORK' },
      { status: 'OFFLINE', statusReason: 'VALIDITY_DIVERGENCE: docket 3' },
      { status: 'OFFLINE', statusReason: 'a row of docket 7 is damaged' },
      { status: 'OFFLINE', statusReason: 'stopped by the operator' },
    ]);
    expect(await samples('ledger_registers')).to.deep.equal({ ONLINE: 1, RECOVERY: 1, CHECKING: 2, OFFLINE: 4 });
    expect(await samples('ledger_registers_stopped')).to.deep.equal({
      ...{ forked: 1, diverged: 1, upgrade_needed: 1, broken: 1, ordered: 1 },
    });
  });

  it('counts seats by state, and none where this node has none', async () => {
    const { samples } = gauged([
      { status: 'ONLINE', seat: 'Running' },
      { status: 'ONLINE', seat: 'Fenced' },
      { status: 'OFFLINE', statusReason: 'FORK', seat: 'Faulted' },
      { status: 'ONLINE' },
    ]);
    expect(await samples('ledger_seats')).to.deep.equal({
      ...{ Starting: 0, Running: 1, Paused: 0, Stopping: 0, Stopped: 0, Fenced: 1, Faulted: 1 },
    });
  });

  it('has every sample before the ledger is open', async () => {
    const { samples } = gauged([], { ledger: () => undefined });
    expect(await samples('ledger_seats')).to.include({ Fenced: 0, Faulted: 0 });
    expect(await samples('ledger_registers_stopped')).to.include({ forked: 0, broken: 0 });
    expect(await samples('ledger_registers_without_quorum')).to.deep.equal({ '': 0 });
    expect(await samples('ledger_node_twin')).to.deep.equal({ '': 0 });
  });

  it('looks through the registers no more often than once in five seconds', async () => {
    const { samples, asked, wait } = gauged([]);
    await samples('ledger_seats');
    wait(4999);
    await samples('ledger_registers');
    expect(asked()).to.equal(1);
    wait(1);
    await samples('ledger_registers');
    expect(asked()).to.equal(2);
  });

  it('tells parts, readiness, the mesh, certificates and the program', async () => {
    const counts = { linksUp: 1, registersWithoutQuorum: 2, seatsLost: 3, seatsWithoutPeerId: 4 };
    const { samples } = gauged([], {
      health: () => ({
        ...{ ready: false, startedAtMs: 0, counts: {} },
        services: { store: { status: 'unhealthy' }, disk: { status: 'degraded' }, http: { status: 'healthy' } },
      }),
      mesh: () => ({ counts: () => counts, isTwin: () => true }),
      certificates: () => ({ mesh: { notAfterMs: 1_000_500 }, http: { notAfterMs: 2_000_000 } }),
    });
    expect(await samples('ledger_ready')).to.deep.equal({ '': 0 });
    expect(await samples('ledger_part_health')).to.deep.equal({ store: 2, disk: 1, http: 0 });
    expect(await samples('ledger_registers_without_quorum')).to.deep.equal({ '': 2 });
    expect(await samples('ledger_seats_lost')).to.deep.equal({ '': 3 });
    expect(await samples('ledger_seats_unnamed')).to.deep.equal({ '': 4 });
    expect(await samples('ledger_node_twin')).to.deep.equal({ '': 1 });
    expect(await samples('ledger_certificate_expiry_timestamp_seconds')).to.deep.equal({ mesh: 1000.5, http: 2000 });
    expect(Object.values(await samples('ledger_build_info'))).to.deep.equal([1]);
  });
});
