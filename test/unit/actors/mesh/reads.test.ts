// Reads in a mesh: what one node tells as sealed another one finds, waits for, or says that it may lack; it never says
// for good that it does not exist. A peer with an invented head keeps no answer back without end.
import { expect } from 'chai';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { promptClaims, REGISTER_ID } from '../../../support/node/ledger-world.js';

const NAMES = ['one', 'two', 'three'] as const;

describe('Reads in a mesh', () => {
  let mesh: MeshWorld;
  let pin: string;

  beforeEach(async () => {
    mesh = await MeshWorld.of(...NAMES);
    pin = await mesh.found(NAMES);
    await mesh.clock.advance(2000);
  });

  afterEach(() => mesh.stop());

  /** Looks a transaction up as a read operation does; runs the clock until there is an answer. */
  async function read(name: string, tx: Transaction): Promise<'sealed' | 'missing' | 'behind'> {
    const { ledger, chain, registers } = mesh.node(name).world;
    const { reg } = registers.byId(REGISTER_ID)!;
    let answer: 'sealed' | 'missing' | 'behind' | undefined;
    ledger.reads
      .surely(
        REGISTER_ID,
        () => (chain.transaction(reg, tx.txId) ? 'sealed' : 'missing'),
        (found) => found === 'missing',
      )
      .then((found) => (answer = found as typeof answer));
    for (let waited = 0; answer === undefined && waited < 100; waited++) await mesh.clock.advance(50);
    if (answer === undefined) throw new Error('no answer within five seconds');
    return answer;
  }

  it('are never a final miss of what another node told as sealed', async () => {
    const seen = new Set<string>();
    for (let n = 1; n <= 20; n++) {
      const tx = mesh.action('one', pin, n);
      const outcome = mesh.node('one').world.ledger.submit(tx, { priority: 'Normal', waitMs: 5000 });
      let isSealed = false;
      outcome.then(({ status }) => (isSealed = status === 'sealed'));
      while (!isSealed) await mesh.clock.advance(1);
      for (const name of ['two', 'three']) seen.add(await read(name, tx));
    }
    expect(seen).to.not.include('missing');
    expect(seen).to.include('sealed');
  });

  it('are kept back by no vote that a member made up for an idle register', async () => {
    const state = mesh.state('two');
    const { current } = mesh.node('three').keys;
    const about = { registerId: REGISTER_ID, genesisHash: state.genesisHash, rosterHash: rosterHashOf(state.roster) };
    const at = { height: state.height + 1, round: 3, docketHash: 'e'.repeat(64) };
    const vote = { ...about, ...at, kind: 'PREPARE' as const, voter: current.validatorId, approve: true, code: '' };
    const signed = { ...vote, signature: current.sign(voteDigest(vote)) };
    const { world } = mesh.node('two');
    const message = { type: 'vote' as const, vote: signed };
    expect(world.ledger.handle(REGISTER_ID)?.receive({ from: current.validatorId, message }, promptClaims)).to.equal(
      true,
    );
    await mesh.clock.advance(10);
    expect(await read('two', mesh.action('one', pin, 99))).to.equal('missing');
  });

  it('are no final miss at a node that is cut off, and find it once it is back', async () => {
    mesh.isolate('three');
    const tx = mesh.action('one', pin, 1);
    await mesh.submit('one', tx);
    await mesh.clock.advance(2000);
    expect(await read('one', tx)).to.equal('sealed');
    expect(await read('three', tx)).to.equal('behind');
    mesh.rejoin('three');
    expect(await read('three', tx)).to.not.equal('missing');
    await mesh.clock.advance(5000);
    expect(await read('three', tx)).to.equal('sealed');
  });

  it('are no final miss at a node that was just started', async () => {
    await mesh.crash('three');
    const tx = mesh.action('one', pin, 1);
    await mesh.submit('one', tx);
    await mesh.clock.advance(2000);
    await mesh.restart('three');
    expect(await read('three', tx)).to.not.equal('missing');
  });

  it('are kept back for a short time only by peers that tell nothing', async () => {
    await mesh.crash('three');
    mesh.net.alter = (_, __, frame) => (frame.type === 'digest' || frame.type === 'head' ? undefined : frame);
    await mesh.restart('three');
    const nothing = mesh.action('one', pin, 99);
    expect(await read('three', nothing)).to.equal('behind');
    await mesh.clock.advance(11_000);
    expect(await read('three', nothing)).to.equal('missing');
  });

  it('say for good that no node has it where nothing lacks', async () => {
    expect(await read('two', mesh.action('one', pin, 77))).to.equal('missing');
  });

  it('wait for the height that a reader knows of, and not without end', async () => {
    const { reads } = mesh.node('two').world.ledger;
    const height = reads.height(REGISTER_ID);
    let reached: boolean | undefined;
    reads.whenReached(REGISTER_ID, height + 1).then((is) => (reached = is));
    await mesh.clock.advance(500);
    expect(reached).to.equal(undefined);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(500);
    expect(reached).to.equal(true);
    reached = undefined;
    reads.whenReached(REGISTER_ID, Number.MAX_SAFE_INTEGER).then((is) => (reached = is));
    await mesh.clock.advance(2500);
    expect(reached).to.equal(false);
  });

  it('answer at once where a node is alone with its register', async () => {
    const alone = await MeshWorld.of('one');
    await alone.found(['one']);
    const { ledger } = alone.node('one').world;
    const before = alone.clock.now();
    expect(
      await ledger.reads.surely(
        REGISTER_ID,
        () => 'missing',
        () => true,
      ),
    ).to.equal('missing');
    expect(alone.clock.now()).to.equal(before);
    await alone.stop();
  });
});
