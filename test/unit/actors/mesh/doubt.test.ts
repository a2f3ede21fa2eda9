// A validator that doubts its clock gives the lead to another one at once: no round is waited for, the clocks of the
// others date the dockets, and it leads again when the time is right.
import { expect } from 'chai';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

describe('a validator that doubts its clock', () => {
  it('gives the lead away without a wait, and takes it again afterwards', async () => {
    const doubts = new Set<string>();
    const mesh = new MeshWorld();
    for (const name of ['one', 'two']) await mesh.add(name, { ledger: { mayBuild: () => !doubts.has(name) } });
    mesh.net.linkAll();
    await mesh.clock.settle();
    const pin = await mesh.found(['one', 'two']);
    let sequence = 0;
    const seal = async (name: string) => {
      const tx = mesh.action(name, pin, ++sequence);
      await mesh.submit(name, tx);
      // Less than the first round lasts.
      await mesh.clock.advance(400);
      expect(mesh.node(name).world.ledger.receipt(REGISTER_ID, tx.txId)?.status, `${sequence}`).to.equal('sealed');
    };
    const leader = async () => (await mesh.chain('one')).at(-1)!.docket.header.proposer;
    await seal('one');
    const first = await leader();
    doubts.add('one');
    for (const name of ['one', 'two', 'one']) await seal(name);
    const second = await leader();
    expect(second).to.not.equal(first);
    doubts.clear();
    await mesh.clock.advance(2000);
    doubts.add('two');
    for (const name of ['one', 'two', 'one']) await seal(name);
    expect(await leader()).to.equal(first);
    await mesh.stop();
  });
});
