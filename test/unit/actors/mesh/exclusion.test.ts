// A node that lost its seat in a register that no peer shows to it: what it promised before ends with what it can know,
// a seal or that it cannot know. It promises nothing more that no peer would take from it.
import { expect } from 'chai';
import { PROMISE_GIVEN_UP_MS } from '../../../../core/base/limits/node/pool.js';
import { unseat } from '../../../support/mesh/mesh-governance.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const MINUTE_MS = 60_000;

async function aPrivateRegister() {
  const mesh = await MeshWorld.of('one', 'two', 'three');
  const pin = await mesh.found(['one', 'two', 'three']);
  const { ledger } = mesh.node('three').world;
  const receipt = (txId: string) => ledger.receipt(REGISTER_ID, txId);
  /** Time passes, with the sweep of the node. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += MINUTE_MS) {
      await mesh.clock.advance(MINUTE_MS);
      const swept = ledger.sweep();
      await mesh.clock.settle();
      await swept;
    }
  };
  /** The others take the seat of the node while it is away. */
  const lose = async () => {
    await unseat(mesh, 'one', 'three');
    mesh.rejoin('three');
    await mesh.clock.advance(5000);
    expect(mesh.state('three').roster.validators, 'it knows').to.have.length(2);
  };
  return { mesh, pin, ledger, receipt, pass, lose };
}

describe('a node that lost its seat in a private register', () => {
  it('finds what was sealed up to the docket that took its seat', async () => {
    const { mesh, pin, receipt, lose } = await aPrivateRegister();
    const tx = mesh.action('three', pin, 1);
    await mesh.submit('three', tx);
    // It is on its way when the link goes.
    await mesh.clock.advance(4);
    mesh.isolate('three');
    await mesh.clock.advance(3000);
    expect(receipt(tx.txId)).to.have.property('status', 'pending');
    await lose();
    expect(receipt(tx.txId)).to.have.property('status', 'sealed');
    await mesh.stop();
  });

  it('gives up a transaction that no peer takes, without a word on its seal, and promises no more', async () => {
    const { mesh, pin, ledger, receipt, pass, lose } = await aPrivateRegister();
    mesh.isolate('three');
    const tx = mesh.action('three', pin, 1);
    expect(await mesh.submit('three', tx)).to.have.property('status', 'pending');
    await lose();
    const next = await mesh.submit('three', mesh.action('three', pin, 2));
    expect(next).to.have.nested.property('issues[0].code', 'REGISTER_LEFT');
    expect(await mesh.submit('three', tx), 'the promise stands').to.have.property('status', 'pending');
    await pass(PROMISE_GIVEN_UP_MS - 2 * MINUTE_MS);
    expect(receipt(tx.txId)).to.have.property('status', 'pending');
    await pass(4 * MINUTE_MS);
    expect(receipt(tx.txId))
      .to.deep.include({ status: 'abandoned' })
      .and.have.nested.property('issue.code', 'REGISTER_LEFT');
    const { told } = mesh.node('three').world;
    expect(told.filter(({ type }) => type === 'transaction-abandoned' || type === 'transaction-refused')).to.deep.equal(
      [{ type: 'transaction-abandoned', registerId: REGISTER_ID, txId: tx.txId, code: 'REGISTER_LEFT' }],
    );
    expect(ledger.pending(REGISTER_ID)).to.deep.equal([]);
    expect(mesh.node('three').world.outbox.size).to.equal(0);
    expect(await mesh.submit('three', tx)).to.have.nested.property('issues[0].code', 'REGISTER_LEFT');
    await mesh.stop();
  });

  it('remembers it over a restart, and goes on with what is submitted again once it is let in', async () => {
    const { mesh, pin, pass, lose } = await aPrivateRegister();
    mesh.isolate('three');
    const tx = mesh.action('three', pin, 1);
    await mesh.submit('three', tx);
    await lose();
    await pass(PROMISE_GIVEN_UP_MS + 2 * MINUTE_MS);
    await mesh.crash('three');
    const { world } = await mesh.restart('three');
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'abandoned');
    const shown = mesh.node('one').world.ledger.update(REGISTER_ID, { advertise: true });
    await mesh.clock.settle();
    await shown;
    mesh.isolate('three');
    mesh.rejoin('three');
    await mesh.clock.advance(2000);
    expect(await mesh.submit('three', tx)).to.have.property('status', 'pending');
    await mesh.clock.advance(5000);
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'sealed');
    await mesh.stop();
  });

  it('keeps what it promised while no member is linked that could say anything', async () => {
    const { mesh, pin, receipt, pass, lose } = await aPrivateRegister();
    mesh.isolate('three');
    const tx = mesh.action('three', pin, 1);
    await mesh.submit('three', tx);
    await lose();
    mesh.isolate('three');
    await pass(2 * PROMISE_GIVEN_UP_MS);
    expect(receipt(tx.txId)).to.have.property('status', 'pending');
    await mesh.stop();
  });

  it('takes no gossip for a list: a member that told nothing else may show it', async () => {
    const { mesh, pin, lose } = await aPrivateRegister();
    mesh.isolate('three');
    for (const name of ['one', 'two']) {
      const { driver } = mesh.node(name);
      const adverts = () => Promise.reject(new Error('the budget is spent'));
      mesh.net.serve(peerOf(name), Object.assign(Object.create(driver), { adverts }));
    }
    await lose();
    const other = {
      ...{ registerId: '99999999-2222-4333-8444-555555555555', genesisHash: 'ab'.repeat(32), name: 'Other' },
      ...{ description: '', height: 1, isFullReplica: true, isPublic: true },
    };
    const { subscriptions } = mesh.node('three').driver.parts;
    subscriptions.onAdvertised(peerOf('one'), other);
    expect(await mesh.submit('three', mesh.action('three', pin, 1))).to.have.property('status', 'pending');
    await mesh.stop();
  });

  it('believes no member alone: the others may show it', async () => {
    const { mesh, pin, lose } = await aPrivateRegister();
    mesh.isolate('three');
    await lose();
    expect(await mesh.submit('three', mesh.action('three', pin, 1))).to.have.nested.property(
      'issues[0].code',
      'REGISTER_LEFT',
    );
    mesh.net.cut(peerOf('two'), peerOf('three'));
    await mesh.clock.advance(1000);
    expect(await mesh.submit('three', mesh.action('three', pin, 2))).to.have.property('status', 'pending');
    await mesh.stop();
  });
});
