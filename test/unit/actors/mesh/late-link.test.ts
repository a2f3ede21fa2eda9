// A node without a seat that was cut off for longer than a transaction may be old when it is submitted: what it
// promised meanwhile is sealed once it is back, and nothing else that is as old.
import { expect } from 'chai';
import type { RefusedSubmission } from '../../../../actors/ledger-port.js';
import { BENCH_BLUEPRINT } from '../../../../cli/harness/workload.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';

const MINUTE_MS = 60_000;
const NAMES = ['one', 'two', 'three', 'reader'];

async function cutOff() {
  const mesh = await MeshWorld.of(...NAMES);
  const pin = await mesh.found(['one', 'two', 'three'], { advertise: true });
  await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
  await mesh.clock.advance(3000);
  expect(mesh.height('reader')).to.equal(1);
  mesh.isolate('reader');
  const pass = (ms: number) => mesh.pass(ms, NAMES);
  const status = (name: string, txId: string) => mesh.node(name).world.ledger.receipt(REGISTER_ID, txId)?.status;
  return { mesh, pin, pass, status };
}

describe('a node that was cut off for longer than an hour', () => {
  it('brings what it promised to the validators, and a submitter does not', async () => {
    const { mesh, pin, pass, status } = await cutOff();
    const [promised, other] = [mesh.action('reader', pin, 1), mesh.action('reader', pin, 2)];
    expect(await mesh.submit('reader', promised)).to.have.property('status', 'pending');
    await pass(TRANSACTION_AGE_MAX_MS + 10 * MINUTE_MS);
    // The clock of one node says no to what another one accepted in time: no end, because it is sealed later.
    expect(await mesh.submit('one', promised))
      .to.include({ status: 'refused', definitive: false })
      .and.have.nested.property('issues[0].code', 'VAL_TIME_002');
    expect(status('one', promised.txId)).to.equal(undefined);
    mesh.rejoin('reader');
    await pass(3 * MINUTE_MS);
    expect(NAMES.map((name) => status(name, promised.txId))).to.deep.equal(NAMES.map(() => 'sealed'));
    expect(mesh.node('reader').world.outbox.size).to.equal(0);
    for (const name of ['one', 'reader']) {
      expect(await mesh.submit(name, promised), name).to.include({ status: 'sealed', known: true });
      expect(await mesh.submit(name, other), name)
        .to.include({ definitive: false })
        .and.have.nested.property('issues[0].code', 'VAL_TIME_002');
    }
    await mesh.stop();
  });

  it('brings nothing that expired meanwhile', async () => {
    const { mesh, pin, pass, status } = await cutOff();
    const now = mesh.clock.now();
    const header = { registerId: REGISTER_ID, blueprintId: BENCH_BLUEPRINT.id, actionId: '0', publicationTxId: pin };
    const [createdAt, expiresAt] = [now, now + 5 * MINUTE_MS].map((ms) => new Date(ms).toISOString()) as [
      string,
      string,
    ];
    const tx = signedTransaction(keyOf('sender'), { ...header, createdAt, expiresAt }, { sequence: 1, note: 'short' });
    expect(await mesh.submit('reader', tx)).to.have.property('status', 'pending');
    await pass(TRANSACTION_AGE_MAX_MS + 10 * MINUTE_MS);
    mesh.rejoin('reader');
    const late = async () => {
      const { status: said, issues, definitive } = (await mesh.submit('one', tx)) as RefusedSubmission;
      return [said, issues[0]?.code, definitive];
    };
    expect(await late(), 'by its clock').to.deep.equal(['refused', 'VAL_TIME_003', false]);
    await mesh.submit('one', mesh.action('one', pin, 3));
    await pass(3 * MINUTE_MS);
    expect(await late(), 'by a sealed time').to.deep.equal(['refused', 'VAL_TIME_003', true]);
    expect([mesh.height('reader'), status('one', tx.txId), status('reader', tx.txId)]).to.deep.equal([
      2,
      undefined,
      'refused',
    ]);
    await mesh.stop();
  });
});
