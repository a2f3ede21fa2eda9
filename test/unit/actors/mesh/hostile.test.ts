// Messages that no honest peer sends, and messages of honest peers that only look like them: nothing of it is stored,
// costs much, shows what is private, or gets a node banned that merely knows more or less.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import type { Message, Vote } from '../../../../core/consensus/types.js';
import type { Frame, HeadClaim } from '../../../../core/mesh/frames.js';
import { digestOf } from '../../../../core/mesh/heads-digest.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { issueOf } from '../../../support/base/results.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { genesisTransaction, REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];
const HASH = 'ab'.repeat(32);
const OTHER_ID = '99999999-2222-4333-8444-555555555555';

function vote(given: Partial<Vote> = {}): Vote {
  return {
    ...{ kind: 'COMMIT', registerId: REGISTER_ID, genesisHash: HASH, height: 9, round: 0, docketHash: HASH },
    ...{ rosterHash: HASH, voter: HASH, approve: true, code: '', signature: 'cd'.repeat(64) },
    ...given,
  } as Vote;
}

async function founded(given: { readonly advertise?: boolean; readonly guest?: boolean } = {}) {
  const mesh = new MeshWorld();
  for (const name of THREE) await mesh.add(name);
  await mesh.add('stranger', { standing: given.guest ? 'guest' : 'member' });
  mesh.net.linkAll();
  await mesh.clock.settle();
  const pin = await mesh.found(THREE, { advertise: given.advertise ?? false });
  await mesh.clock.advance(2000);
  const one = mesh.node('one');
  const selfOf = (name: string) => mesh.node(name).net.self;
  return { mesh, pin, one, stranger: selfOf('stranger'), two: selfOf('two') };
}

/** The head of the register as the first node has it, with another height. */
async function farHead(mesh: MeshWorld, height: number): Promise<HeadClaim> {
  const [sealed] = await mesh.chain('one');
  const header = { ...sealed!.docket.header, height };
  const certificate = { ...sealed!.certificate, height, docketHash: docketHash(header) };
  return { registerId: REGISTER_ID, header, certificate, docket: null };
}

describe('peers of the mesh that are not what they should be', () => {
  it('are not blamed for messages of a roster that is not sealed here, and not heard', async () => {
    const { mesh, one, stranger } = await founded();
    const frames: Frame[] = [
      { type: 'consensus', registerId: REGISTER_ID, message: { type: 'vote', vote: vote() } },
      { type: 'want-body', registerId: REGISTER_ID, height: 1, docketHash: mesh.state('one').hash },
      { type: 'want-docket', registerId: REGISTER_ID, height: 1 },
    ];
    let answered = 0;
    mesh.net.alter = (_, to, frame) => {
      if (to === stranger.peerId) answered++;
      return frame;
    };
    for (const frame of frames) one.driver.frame(stranger, frame);
    await mesh.clock.advance(10);
    expect(mesh.net.blames).to.deep.equal([]);
    expect(answered).to.equal(0);
    await mesh.stop();
  });

  it('are given no more dockets than their budget pays for, whatever makes this node send them', async () => {
    const { mesh, one, two } = await founded();
    const { hash } = mesh.state('one');
    const asks: Frame[] = [
      { type: 'want-docket', registerId: REGISTER_ID, height: 1 },
      { type: 'want-body', registerId: REGISTER_ID, height: 1, docketHash: hash },
    ];
    let answered = 0;
    let room = false;
    mesh.net.alter = (from, to, frame) => {
      if (from === one.net.self.peerId && to === two.peerId && (frame.type === 'body' || frame.type === 'consensus'))
        answered++;
      return frame;
    };
    mesh.net.affords = () => room;
    for (let i = 0; i < 100; i++) for (const frame of asks) one.driver.frame(two, frame);
    await mesh.clock.advance(1000);
    expect(answered, 'the budget is spent').to.equal(0);
    room = true;
    await mesh.clock.advance(1000);
    expect(answered, 'and each question answered once when it has room').to.equal(2);
    await mesh.stop();
  });

  it('are blamed when they name the very roster in which they have no seat', async () => {
    const { mesh, one, stranger } = await founded();
    const rosterHash = rosterHashOf(mesh.state('one').roster);
    const message = { type: 'vote', vote: vote({ rosterHash }) } as const;
    one.driver.frame(stranger, { type: 'consensus', registerId: REGISTER_ID, message });
    expect(mesh.net.blames.map(({ peerId, offence }) => [peerId, offence])).to.deep.equal([
      [stranger.peerId, 'protocol'],
    ]);
    await mesh.stop();
  });

  it('are blamed for a body that was asked for and is not what it says, if they are members', async () => {
    const { mesh, one, two, stranger } = await founded();
    const docket = { ...(await mesh.chain('one'))[1]!.docket, hash: HASH };
    const blamed = () => mesh.net.blames.map(({ peerId, offence }) => [peerId, offence]);
    const tell = () => {
      for (const from of [two, stranger]) one.driver.frame(from, { type: 'body', registerId: REGISTER_ID, docket });
    };
    tell();
    expect(blamed(), 'what nobody asked for is not looked at').to.deep.equal([]);
    const from = mesh.node('two').keys.current.validatorId;
    one.driver.parts.consensus.transport(REGISTER_ID).fetch({ type: 'fetch', height: 1, docketHash: HASH, from });
    tell();
    expect(blamed()).to.deep.equal([[two.peerId, 'protocol']]);
    await mesh.stop();
  });

  it('have no second body looked at that came once as it was asked for', async () => {
    const { mesh, one, two } = await founded();
    const { docket } = (await mesh.chain('one'))[1]!;
    const from = mesh.node('two').keys.current.validatorId;
    one.driver.parts.consensus
      .transport(REGISTER_ID)
      .fetch({ type: 'fetch', height: 9, docketHash: docket.hash, from });
    one.driver.frame(two, { type: 'body', registerId: REGISTER_ID, docket });
    const torn = { ...docket, transactions: [] };
    one.driver.frame(two, { type: 'body', registerId: REGISTER_ID, docket: torn });
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('do not learn from a vote that they ask for whether a private register is here', async () => {
    const { mesh, one, stranger } = await founded();
    const docket = (await mesh.chain('one'))[1]!.docket;
    const certificate = (await mesh.chain('one'))[0]!.certificate;
    const proposal = { docket, round: 0, prepare: vote(), justification: [], prepared: null, parent: certificate };
    const here = await one.driver.requestVote(stranger, REGISTER_ID, proposal);
    expect(issueOf(here)).to.include({ code: 'REGISTER_NOT_FOUND' });
    expect(here).to.deep.equal(await one.driver.requestVote(stranger, OTHER_ID, proposal));
    await mesh.stop();
  });

  it('do not learn from heads and proofs of forks whether a private register is here', async () => {
    const { mesh, one, stranger } = await founded();
    let reported = 0;
    one.world.ledger.forks.report = async () => (++reported < 0 ? 'split' : 'unknown');
    one.driver.frame(stranger, { type: 'head', head: await farHead(mesh, 1_000_000) });
    const [{ certificate }] = (await mesh.chain('one')) as readonly [SealedDocket];
    const proof = { registerId: REGISTER_ID, headers: [null, null], certificates: [certificate, certificate] } as const;
    one.driver.frame(stranger, { type: 'fork', proof });
    await mesh.clock.advance(100);
    expect(one.driver.parts.replication.view(REGISTER_ID)?.claims.heightOf(stranger.peerId) ?? -1).to.equal(-1);
    expect(reported).to.equal(0);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('may read as guests, and write nothing', async () => {
    const { mesh, one, pin, stranger } = await founded({ advertise: true, guest: true });
    const tx = mesh.action('one', pin, 7);
    const [answer] = await one.driver.submit(stranger, {
      registerId: REGISTER_ID,
      transactions: [tx],
      durable: false,
    });
    expect(answer).to.deep.include({ status: 'refused' }).and.to.have.nested.property('issue.code', 'FORBIDDEN');
    one.driver.frame(stranger, { type: 'offer', registerId: REGISTER_ID, transactions: [tx] });
    await mesh.clock.advance(3000);
    expect(one.world.ledger.receipt(REGISTER_ID, tx.txId)).to.equal(undefined);
    const [, sealed] = await mesh.chain('one');
    expect(await one.driver.validateDocket(stranger, sealed!)).to.have.nested.property('issues[0].code', 'FORBIDDEN');
    expect(await one.driver.heads(stranger, { registerIds: [REGISTER_ID] })).to.have.length(1);
    await mesh.stop();
  });

  it('cannot make a node keep a register by writing its name into a roster', async () => {
    const mesh = await MeshWorld.of('evil', 'sybil', 'victim');
    const { ledger } = mesh.node('evil').world;
    const validators = [mesh.seat('evil'), { ...mesh.seat('sybil'), peerId: peerOf('victim') }];
    const founding = {
      transaction: genesisTransaction(mesh.clock.now(), OTHER_ID, { validators, policy: {} }),
      advertise: false,
    };
    const docket = await ledger.genesis.prepare(founding);
    if (isFailure(docket)) throw new Error(JSON.stringify(docket));
    const signature = await mesh.node('sybil').world.ledger.genesis.attest(docket);
    const signatures = [{ voterIndex: 1, signature: signature as string }];
    expect(await ledger.genesis.found(founding, { docket, signatures })).to.have.property('sealed');
    await mesh.clock.advance(90_000);
    expect(mesh.height('evil', OTHER_ID)).to.equal(0);
    expect(mesh.height('victim', OTHER_ID)).to.equal(-1);
    await mesh.stop();
  });

  it('decide nothing by a certificate that no member signed, in a proposal that is too far ahead to be judged', async () => {
    const { mesh, pin, one, two } = await founded();
    let found: Extract<Message, { type: 'proposal' }> | undefined;
    mesh.net.alter = (_from, _to, frame) => {
      if (frame.type !== 'consensus') return frame;
      if (frame.message.type === 'proposal') found = frame.message;
      return frame.message.type === 'vote' ? undefined : frame;
    };
    void mesh.submit('one', mesh.action('one', pin, 7));
    await mesh.clock.advance(200);
    const { proposal } = found!;
    const { height, docketHash, rosterHash } = proposal.prepare;
    expect(height).to.equal(mesh.height('one') + 1);
    const signatures = [0, 1, 2].map((voterIndex) => ({ voterIndex, signature: 'ab'.repeat(64) }));
    const parent = { kind: 'COMMIT', height, round: 0, docketHash, rosterHash, signatures } as const;
    const prepare = { ...proposal.prepare, height: height + 2 };
    const message = { type: 'proposal', proposal: { ...proposal, prepare, parent } } as const;
    one.driver.frame(two, { type: 'consensus', registerId: REGISTER_ID, message });
    await mesh.clock.advance(200);
    expect(mesh.height('one'), 'the height of a seat that was told a forged certificate').to.equal(height - 1);
    await mesh.stop();
  });

  it('are fellow members only where this node has a seat itself', async () => {
    const { mesh, one } = await founded({ advertise: true });
    const reader = mesh.node('stranger');
    await reader.surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    expect(reader.driver.parts.rosters.allPeers()).to.have.members(THREE.map(peerOf));
    expect(reader.driver.parts.rosters.isMember(peerOf('one'))).to.equal(false);
    expect(one.driver.parts.rosters.isMember(peerOf('two'))).to.equal(true);
    await mesh.stop();
  });
});

describe('the cost of peers of the mesh', () => {
  it('is no docket for a head', async () => {
    const { mesh, one, two } = await founded();
    let whole = 0;
    const { chain } = one.world;
    const sealed = chain.sealedDocket.bind(chain);
    chain.sealedDocket = (reg, height) => {
      whole++;
      return sealed(reg, height);
    };
    const [head] = await one.driver.heads(two, { registerIds: [REGISTER_ID] });
    expect(head).to.deep.include({ registerId: REGISTER_ID, docket: null });
    expect(head?.certificate.docketHash).to.equal(mesh.state('one').hash);
    expect(whole).to.equal(0);
    await mesh.stop();
  });

  it('is one comparison for many digests', async () => {
    const { mesh, one, two } = await founded();
    const { height, hash } = mesh.state('one');
    const buckets = digestOf([{ registerId: REGISTER_ID, height, hash }]);
    let looks = 0;
    const { ledger } = one.world;
    const state = ledger.state.bind(ledger);
    ledger.state = (registerId) => {
      looks++;
      return state(registerId);
    };
    await mesh.clock.advance(2000);
    looks = 0;
    for (let i = 0; i < 50; i++) one.driver.frame(two, { type: 'digest', buckets });
    expect(looks).to.be.at.least(1).and.at.most(5);
    await mesh.stop();
  });

  it('is one judgement at a time of the forks that a peer claims', async () => {
    const { mesh, one, two } = await founded();
    let under = 0;
    one.world.ledger.forks.report = () => {
      under++;
      return new Promise<never>(() => undefined);
    };
    const [{ certificate }] = (await mesh.chain('one')) as readonly [SealedDocket];
    const proof = { registerId: REGISTER_ID, headers: [null, null], certificates: [certificate, certificate] } as const;
    for (let i = 0; i < 20; i++) {
      one.driver.frame(two, { type: 'fork', proof });
      const head = await farHead(mesh, 0);
      const header = { ...head.header, timestampMs: i + 1 };
      const forged = { ...head, header, certificate: { ...head.certificate, docketHash: docketHash(header) } };
      one.driver.frame(two, { type: 'head', head: forged });
    }
    expect(under).to.equal(1);
    await mesh.stop();
  });

  it('is a look at each seat once for the votes that a hello recalls, and none for those of others', async () => {
    const { mesh, one, two, stranger } = await founded();
    let looks = 0;
    const { chain, ledger } = one.world;
    const load = chain.loadState.bind(chain);
    chain.loadState = (reg) => {
      looks++;
      return load(reg);
    };
    const own = one.keys.current.validatorId;
    const votes = Array.from({ length: 100 }, (_, i) => vote({ voter: own, height: 100 + i }));
    one.driver.parts.votes.onTold(stranger, votes);
    expect(looks).to.equal(0);
    one.driver.parts.votes.onTold(two, votes);
    expect(looks).to.equal(1);
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    await mesh.stop();
  });

  it('is no end of the process when what they ask for is damaged', async () => {
    const { mesh, one, two } = await founded();
    const broken = () => {
      throw new Error('damaged');
    };
    one.world.chain.sealedDocket = async () => broken();
    one.world.chain.docket = broken;
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    const before = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', note);
    const head = await farHead(mesh, 0);
    const header = { ...head.header, timestampMs: 1 };
    const certificate = { ...head.certificate, docketHash: docketHash(header) };
    one.driver.frame(two, { type: 'interest', registerId: REGISTER_ID, on: true });
    one.driver.frame(two, { type: 'head', head: { ...head, header, certificate } });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    for (const listener of before) process.on('unhandledRejection', listener);
    expect(unhandled).to.deep.equal([]);
    await mesh.stop();
  });
});
