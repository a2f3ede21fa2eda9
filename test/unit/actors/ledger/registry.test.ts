// A register that meets damaged rows again and again although its repair leaves nothing to do: each repair waits
// longer, and then it is OFFLINE.
import { expect } from 'chai';
import { Registry, type RegistryPorts } from '../../../../actors/ledger/registry.js';
import type { ReplicaDriver } from '../../../../actors/register-replica/driver.js';
import { issue } from '../../../../core/base/issue.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { StoreError } from '../../../../storage/engine/fault.js';
import { issueOf } from '../../../support/base/results.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';

const ID = 'register';
const SOON = issue('NODE_UNAVAILABLE', '', 'Under repair.');

function scene(options: Partial<RegistryPorts> = {}) {
  const clock = new VirtualClock();
  const fails: ((error: unknown) => void)[] = [];
  const repairs: (readonly [reason: string, pauseMs: number])[] = [];
  const offline: string[] = [];
  const said: string[] = [];
  const registry = new Registry({
    clock,
    log: { ...QUIET, error: (_, text) => said.push(text) },
    metrics: null,
    record: () => ({ id: ID, status: 'ONLINE' }) as RegisterRecord,
    isForked: () => false,
    quickCheck: async () => [],
    refusal: async () => undefined,
    open: (_, fail) => {
      fails.push(fail);
      return { stop: async () => undefined, discard: () => undefined } as unknown as ReplicaDriver;
    },
    whenSettled: async () => undefined,
    onOpened: async () => undefined,
    reload: async () => undefined,
    onDamaged: async (_, reason, pauseMs) => {
      repairs.push([reason, pauseMs]);
      return SOON;
    },
    offline: async (_, reason) => void offline.push(reason),
    ...options,
  });
  return { clock, registry, fails, repairs, offline, said };
}

const LOST = new StoreError('STORE_DAMAGED', 'A row is gone.');

describe('a register that meets damage after each repair', () => {
  it('is closed and repaired ever later, and OFFLINE after the fifth time', async () => {
    const { clock, registry, fails, repairs, offline, said } = scene();
    for (let i = 0; i < 6; i++) {
      await registry.activate(ID);
      // Its work of the moment fails as well.
      for (let again = 0; again < 3; again++) fails.at(-1)?.(LOST);
      await clock.settle();
      expect(registry.peek(ID), 'it is closed').to.equal(undefined);
    }
    const pauses = [0, 5000, 10_000, 20_000, 40_000];
    expect(repairs).to.deep.equal(pauses.map((pauseMs) => ['damaged: A row is gone.', pauseMs]));
    expect(offline).to.deep.equal(['halted: A row is gone.']);
    expect(registry.halted).to.equal(1);
    expect(said).to.have.length(1);
    expect(said[0]).to.include('quorate register update');
    await registry.stop();
  });

  it('is OFFLINE as well where the opening finds what the repair does not', async () => {
    const damage = issue('STORE_DAMAGED', '', 'Docket 3 is missing.');
    const { registry, repairs, offline } = scene({ quickCheck: async () => [damage] });
    for (let i = 0; i < 5; i++) expect(issueOf(await registry.activate(ID))).to.equal(SOON);
    expect(issueOf(await registry.activate(ID))).to.have.property('code', 'NODE_UNAVAILABLE');
    expect(repairs).to.have.length(5);
    expect(offline).to.deep.equal(['halted: Docket 3 is missing.']);
  });

  it('is not opened by who asks before its record says that it is damaged', async () => {
    let damage: string | undefined;
    let written: () => void = () => undefined;
    const asked: string[] = [];
    const { registry, fails, offline, clock } = scene({
      record: () => ({ id: ID, status: 'ONLINE', ...(damage !== undefined && { damage }) }) as RegisterRecord,
      onDamaged: (_, reason) => {
        asked.push(reason);
        return new Promise((resolve) => (written = () => resolve(SOON)));
      },
    });
    await registry.activate(ID);
    // Each opening in that moment would meet the same damage: after the fifth the register would be given up, before
    // its first repair.
    for (let i = 0; i < 6; i++) {
      fails.at(-1)?.(LOST);
      await clock.settle();
      expect(issueOf(await registry.activate(ID))).to.have.property('code', 'NODE_UNAVAILABLE');
      expect(registry.peek(ID)).to.equal(undefined);
    }
    expect(asked).to.deep.equal(['damaged: A row is gone.']);
    expect(offline).to.deep.equal([]);
    damage = asked[0];
    written();
    await clock.settle();
    const told = registry.activate(ID);
    written();
    expect(issueOf(await told), 'now its record says so').to.equal(SOON);
    damage = undefined;
    expect(await registry.activate(ID), 'once it is repaired').to.have.property('driver');
    await registry.stop();
  });
});

describe('a register that is given up', () => {
  it('is not opened by who asks before its record says OFFLINE', async () => {
    let status: RegisterRecord['status'] = 'ONLINE';
    let written: () => void = () => undefined;
    const { registry, fails, clock } = scene({
      record: () => ({ id: ID, status }) as RegisterRecord,
      offline: () => new Promise((resolve) => (written = resolve)),
    });
    await registry.activate(ID);
    for (let i = 0; i < 100 && registry.halted === 0; i++) {
      fails.at(-1)?.(new Error('a bug'));
      await clock.advance(5000);
    }
    expect(registry.halted).to.equal(1);
    expect(issueOf(await registry.activate(ID))).to.have.property('code', 'NODE_UNAVAILABLE');
    expect(registry.peek(ID)).to.equal(undefined);
    status = 'OFFLINE';
    written();
    await clock.settle();
    expect(issueOf(await registry.activate(ID))).to.have.property('code', 'REGISTER_OFFLINE');
    status = 'ONLINE';
    expect(await registry.activate(ID), 'once an operator wants it again').to.have.property('driver');
    await registry.stop();
  });
});
