// Gates whose evidence stands nowhere on the ledger: sealed with a hash alone, judged while it is kept, and gone then.
import { expect } from 'chai';
import { ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import {
  type Gated,
  gatedOrder,
  gatedRegister,
  LICENCE,
  type PreparedGate,
  prepared,
  shownAt,
  wallet,
} from './gate-fixtures.js';

const DAY = 24 * 3_600_000;
const KEPT = { ...LICENCE, evidence: 'kept', retention: 'P3D' };

describe('gates whose evidence is kept', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    registerId = await gatedRegister(world);
  });

  const waiting = async (requirements: readonly object[] = [KEPT]) => {
    const at = await gatedOrder(world, { registerId, requirements });
    const { gateId, requirements: gates } = await prepared(world, at);
    for (const gate of gates) {
      const body = { requirement: gate.id, rawPresentation: shownAt(world, gate as PreparedGate) };
      const shown = await ask(world, 'presentAtGate', { params: { gateId }, body });
      expect(shown.status, shown.text).to.equal(200);
    }
    return { ...at, gateId };
  };
  const sealed = async (requirements?: readonly object[]) => {
    const { gateId, ...at } = await waiting(requirements);
    const done = await ask(world, 'submitPreparedAction', { params: { gateId } });
    expect([done.status, done.json.status], done.text).to.deep.equal([200, 'sealed']);
    return { ...at, txId: done.json.transactionId as string };
  };
  const gatesOf = async ({ instanceId }: Gated) => {
    const { json } = await ask(world, 'getInstanceState', { params: { instanceId }, query: { registerId, wallet } });
    const gates = json.facts.flatMap(({ runs }: { runs: { gates?: { gate: string; verdict: string }[] }[] }) =>
      runs.flatMap(({ gates: own = [] }) => own),
    );
    return gates.map(({ gate, verdict }: { gate: string; verdict: string }) => ({ gate, verdict }));
  };
  const sweep = async () => {
    const ops = await world.kept.sweep(world.deps.clock.now());
    await world.deps.commit([...ops]);
    return ops.length;
  };

  it('are sealed with a hash alone, and are judged by who reads them', async () => {
    const at = await sealed();
    const { text } = await ask(world, 'getTransaction', { params: { registerId, txId: at.txId } });
    const sealedAlike = await sealed([{ ...LICENCE, id: 'licence' }]);
    const other = await ask(world, 'getTransaction', { params: { registerId, txId: sealedAlike.txId } });
    expect(other.text.length - text.length, 'without the evidence').to.be.greaterThan(1000);
    expect(text)
      .to.contain('"gates"')
      .and.not.match(/"Ada\\?"/);
    expect(await gatesOf(at)).to.deep.equal([{ gate: 'licence', verdict: 'verified' }]);
  });

  it('are neither verified nor violated once it is over, and stay sealed', async () => {
    const at = await sealed();
    world.advance(2 * DAY);
    await sweep();
    expect(await gatesOf(at), 'kept from the seal on').to.deep.equal([{ gate: 'licence', verdict: 'verified' }]);
    world.advance(DAY + 60_000);
    await sweep();
    expect(await gatesOf(at), 'no longer').to.deep.equal([{ gate: 'licence', verdict: 'absent' }]);
    expect(world.kept.find(registerId, at.txId, ['licence'])).to.equal(undefined);
  });

  it('have a term each', async () => {
    const at = await sealed([KEPT, { ...KEPT, id: 'second', retention: 'P9D' }]);
    world.advance(4 * DAY);
    await sweep();
    expect(await gatesOf(at)).to.have.deep.members([
      { gate: 'second', verdict: 'verified' },
      { gate: 'licence', verdict: 'absent' },
    ]);
  });

  it('stand beside gates whose evidence is encrypted on the ledger', async () => {
    const at = await sealed([KEPT, { ...LICENCE, id: 'second' }]);
    expect(await gatesOf(at)).to.have.deep.members([
      { gate: 'licence', verdict: 'verified' },
      { gate: 'second', verdict: 'verified' },
    ]);
  });

  it('keep nothing of an action that was never sealed, for longer than a day', async () => {
    const { registerId: id } = await waiting();
    const run = { registerId: id, txId: 'ab'.repeat(32) };
    const content = { seed: 'AA', cells: [] };
    await world.kept.keep(run, [{ id: 'licence', keptForMs: 9 * DAY, content }]);
    expect(world.kept.find(id, run.txId, ['licence'])).to.deep.equal({ licence: content });
    world.advance(DAY - 1);
    expect(await sweep()).to.equal(0);
    world.advance(1);
    await sweep();
    expect(world.kept.find(id, run.txId, ['licence'])).to.equal(undefined);
  });
});
