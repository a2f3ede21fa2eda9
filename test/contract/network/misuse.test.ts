// Links that are misused after a good hello, at a node with its ledger and mesh behind them: what no honest node sends
// is refused, counted and scored, and ends in a ban; what an honest one may send costs it nothing. Neither changes
// anything that the ledger has stored.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { MeshDriver } from '../../../actors/mesh/driver.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { Vote } from '../../../core/consensus/types.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Validator } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import type { PeerChannel } from '../../../node/network/transport/client.js';
import { decodeFrame } from '../../../proto/codec/frame.js';
import { encodeSealedAsk } from '../../../proto/codec/validator.js';
import { ValidateDocketResponse, ValidatorServiceService } from '../../../proto/gen/validator/v1/validator.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { noFiles } from '../../support/mesh/no-files.js';
import { describedBy, helloOf, type RawLink, rawLink } from '../../support/mesh/raw-link.js';
import {
  anAction,
  genesisTransaction,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  promptClaims,
  QUIET,
  REGISTER_ID,
} from '../../support/node/ledger-world.js';

const HASH = 'ab'.repeat(32);
const OTHER_ID = '99999999-2222-4333-8444-555555555555';

/** A ledger with the mesh driver at the end of a real network. */
interface Node {
  readonly ledger: LedgerWorld;
  readonly member: Member;
  readonly driver: MeshDriver;
  /** A digest of everything that its ledger has on disk. */
  stored(): Promise<string>;
}

function served(driver: MeshDriver): PeerService {
  return {
    onLinked: (peer) => driver.onLinked(peer),
    onUnlinked: (peerId) => driver.onUnlinked(peerId),
    frame: (from, frame) => driver.frame(from, frame),
    dockets: (from, range) => driver.dockets(from, range),
    heads: (from, which) => driver.heads(from, which),
    adverts: (from) => driver.adverts(from),
    submit: (from, ask) => driver.submit(from, ask),
    attest: (from, genesis) => driver.attest(from, genesis),
    chunk: (from, ask) => driver.chunk(from, ask),
    askWallet: (from, ask) => driver.askWallet(from, ask),
    requestVote: (from, registerId, proposal) => driver.requestVote(from, registerId, proposal),
    validateDocket: (from, sealed) => driver.validateDocket(from, sealed),
  };
}

describe('a link that is misused', () => {
  const world = new NetworkWorld();
  let node: Node;
  /** Holds the other seat of the register, and a stranger to it; both are nodes of a trusted organisation. */
  let seated: NodeIdentity;
  let stranger: NodeIdentity;
  const channels: PeerChannel[] = [];
  beforeEach(async () => {
    [seated, stranger] = [await world.identity(), await world.identity()];
    node = await aNode(await world.identity());
    await found(node.member.identity, seated);
  });
  afterEach(async () => {
    for (const channel of channels.splice(0)) channel.close();
    await node.driver.stop();
    await node.ledger.ledger.stop();
  });

  async function aNode(identity: NodeIdentity): Promise<Node> {
    const [kv, keys] = [memoryKv(), keysOf('node')];
    const ledger = await ledgerWorld({ kv, keys });
    const { chain, announcements, clock } = ledger;
    const random = { bytes: (length: number) => Buffer.alloc(length, 5), number: () => 0.5 };
    const mesh = { clock, random, log: QUIET, chain, keys, announcements, verifyClaims: promptClaims };
    const driver = new MeshDriver(
      { ...mesh, ledger: ledger.ledger, files: noFiles },
      { peerId: identity.peerId, attests: true, sync: 'all' },
    );
    const isRosterMember = (peerId: string) => driver.parts.rosters.isMember(peerId);
    const member = await world.member({ identity, service: served(driver), isRosterMember });
    driver.start(member.network);
    await member.start();
    const stored = async () => {
      await clock.settle();
      const digest = createHash('sha256');
      const everything = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };
      for await (const [key, value] of kv.range(everything)) digest.update(key).update(value);
      return digest.digest('hex');
    };
    return { ledger, member, driver, stored };
  }

  /** A register with a seat for this node and one for the other identity. */
  async function found(own: NodeIdentity, other: NodeIdentity): Promise<void> {
    const fellow = await ledgerWorld({ keys: keysOf('fellow') });
    const seat = (name: string, { peerId, orgId }: NodeIdentity): Validator => {
      const { validatorId, publicKey } = keysOf(name).current;
      return { validatorId, orgId, consensusKey: publicKey, peerId };
    };
    const validators = [seat('node', own), seat('fellow', other)];
    const { ledger, clock } = node.ledger;
    const transaction = genesisTransaction(clock.now(), REGISTER_ID, { validators });
    const docket = await ledger.genesis.prepare({ transaction, advertise: false });
    if (isFailure(docket)) throw new Error(JSON.stringify(docket));
    const signature = (await fellow.ledger.genesis.attest(docket)) as string;
    const made = await ledger.genesis.found(
      { transaction, advertise: false },
      { docket, signatures: [{ voterIndex: 1, signature }] },
    );
    expect(made).to.have.property('sealed');
    await fellow.ledger.stop();
    await clock.settle();
  }

  async function linked(identity: NodeIdentity): Promise<RawLink> {
    const peer = await rawLink(identity, node.member.network.address, (own) => helloOf(own));
    channels.push(peer.channel);
    await until(() => node.member.network.peer(identity.peerId) !== undefined && peer.got.length > 0);
    return peer;
  }

  const score = ({ peerId }: NodeIdentity) => Math.round(node.member.book.score(peerId));

  function vote(given: Partial<Vote> = {}): Frame {
    const { height, hash, roster } = mustState(node.ledger);
    const { genesisHash } = node.ledger.ledger.register(REGISTER_ID)!;
    const own: Vote = {
      ...{ kind: 'COMMIT', registerId: REGISTER_ID, genesisHash, height: height + 1, round: 0, docketHash: hash },
      ...{ rosterHash: rosterHashOf(roster), voter: keysOf('fellow').current.validatorId, approve: true, code: '' },
      signature: 'cd'.repeat(64),
      ...given,
    };
    return { type: 'consensus', registerId: own.registerId, message: { type: 'vote', vote: own } };
  }

  /**
   * Sends until the peer is banned, and expects that to be after so many times, with its link closed and no way back.
   */
  async function untilBanned(peer: RawLink, send: () => unknown, times: number): Promise<void> {
    const { book, network, failures, warned } = node.member;
    const { peerId } = peer.identity;
    const before = await node.stored();
    for (let n = 1; n <= times; n++) {
      const points = score(peer.identity);
      await send();
      await until(() => score(peer.identity) < points);
      expect(book.isBanned(peerId)).to.equal(n === times);
    }
    await until(() => network.peer(peerId) === undefined && peer.ended() !== undefined);
    const again = await rawLink(peer.identity, network.address, (own) => helloOf(own)).catch(() => undefined);
    if (again) channels.push(again.channel);
    await until(() => failures.includes('PEER_BANNED'));
    expect(network.peer(peerId)).to.equal(undefined);
    // Its ban was told; that it tries again is no news.
    expect(warned.filter((text) => text.includes('PEER_BANNED'))).to.deep.equal([]);
    expect(await node.stored()).to.equal(before);
  }

  it('with votes of the very roster in which the peer has no seat ends in a ban', async () => {
    const peer = await linked(stranger);
    await untilBanned(peer, () => peer.send(vote()), 3);
  });

  it('with transactions of another register than the offer says ends in a ban', async () => {
    const peer = await linked(stranger);
    const tx = anAction(node.ledger, HASH, 1, OTHER_ID);
    await untilBanned(peer, () => peer.send({ type: 'offer', registerId: REGISTER_ID, transactions: [tx] }), 3);
    expect(node.ledger.ledger.receipt(REGISTER_ID, tx.txId)).to.equal(undefined);
  });

  it('with descriptors that are not its own ends in a ban, and they are not believed', async () => {
    const peer = await linked(stranger);
    const another = await world.identity();
    const lies = [describedBy(another), describedBy(stranger, { orgId: OTHER_ID }), describedBy(another)];
    await untilBanned(
      peer,
      async () => {
        // As many as hellos are heard: one a second.
        await new Promise((resolve) => setTimeout(resolve, 1100));
        peer.send({ type: 'descriptor', descriptor: lies.shift()! });
      },
      3,
    );
    const { book } = node.member;
    expect(book.has(another.peerId)).to.equal(false);
    expect(book.descriptor(stranger.peerId)).to.include({ orgId: stranger.orgId });
  });

  it('with a flood that lasts ends in a ban', async () => {
    const peer = await linked(stranger);
    const { book, dropped } = node.member;
    // The peer misbehaved before, so that few points are left to it: a flood alone takes half a minute.
    for (const offence of ['protocol', 'oversize', 'withheld', 'slow', 'timeout'] as const)
      book.blame(stranger.peerId, offence, 'earlier');
    expect(score(stranger)).to.equal(-48);
    const change = { height: 1, round: 1, rosterHash: HASH, preparedRound: -1, preparedHash: null };
    const lie = { ...change, registerId: OTHER_ID, genesisHash: HASH, voter: HASH, signature: 'cd'.repeat(64) };
    const message = { type: 'round-change', change: lie, prepared: null, busy: true } as const;
    // Each burst alone is a flood, so that a machine which gives this process little makes one too.
    const burst = () => {
      for (let n = 0; n < 3000; n++) peer.send({ type: 'consensus', registerId: OTHER_ID, message });
    };
    const before = await node.stored();
    burst();
    const flood = setInterval(burst, 1000);
    try {
      await until(() => book.isBanned(stranger.peerId), 45_000);
    } finally {
      clearInterval(flood);
    }
    await until(() => node.member.network.peer(stranger.peerId) === undefined);
    expect(dropped.filter((what) => what === 'in round-change')).to.have.length.at.least(1000);
    expect(await node.stored()).to.equal(before);
  });

  it('by a member with false signatures is scored each time, and bans no member whose seat the register needs', async () => {
    const peer = await linked(seated);
    const before = await node.stored();
    peer.send(vote());
    await until(() => score(seated) === -50);
    peer.send(vote({ kind: 'PREPARE' }));
    await until(() => score(seated) === -100);
    const { book, network, warned } = node.member;
    expect(book.isBanned(seated.peerId)).to.equal(false);
    expect(network.peer(seated.peerId)).to.include({ peerId: seated.peerId });
    expect(warned).to.include('A member of a roster behaves badly and is not banned, as that may cost quorum.');
    expect(await node.stored()).to.equal(before);
  });

  it('with a forged second docket 0 tells of the lie, by a proof or as a question, and breaks nothing', async () => {
    const { chain, logged, ledger } = node.ledger;
    const { docket, certificate } = (await chain.sealedDocket(ledger.register(REGISTER_ID)!.reg, 0))!;
    const header = { ...docket.header, timestampMs: docket.header.timestampMs + 1 };
    const hash = docketHash(header);
    const forged = { ...certificate, docketHash: hash };
    const peer = await linked(seated);
    const before = await node.stored();
    const headers = [docket.header, header] as const;
    peer.send({ type: 'fork', proof: { registerId: REGISTER_ID, headers, certificates: [certificate, forged] } });
    await until(() => score(seated) === -20);
    const asked = encodeSealedAsk({ docket: { ...docket, header, hash }, certificate: forged });
    const answer = await peer.channel.unary(ValidatorServiceService.validateDocket, Buffer.from(asked), 5000);
    const { isFork, validationErrors } = ValidateDocketResponse.decode(answer);
    expect([isFork, validationErrors.map(({ code }) => code)]).to.deep.equal([true, ['DOCKET_CONFLICT']]);
    expect(await node.stored()).to.equal(before);
    expect(logged.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('is not what stale messages are, nor those of registers and rosters that are not known here', async () => {
    const peer = await linked(seated);
    const other = await linked(stranger);
    const before = await node.stored();
    peer.send(vote({ height: 0 }));
    peer.send(vote({ rosterHash: HASH }));
    for (const one of [peer, other]) {
      one.send(vote({ registerId: OTHER_ID }));
      one.send({ type: 'want-docket', registerId: OTHER_ID, height: 1 });
      one.send({ type: 'offer', registerId: OTHER_ID, transactions: [anAction(node.ledger, HASH, 2, OTHER_ID)] });
    }
    other.send(vote({ height: 0, rosterHash: HASH }));
    for (const one of [peer, other]) {
      one.send({ type: 'want-body', registerId: REGISTER_ID, height: 0, docketHash: mustState(node.ledger).hash });
      // In order: when this is known, what came before it was judged.
      const descriptor = describedBy(one.identity);
      one.send({ type: 'descriptor', descriptor });
      await until(() => node.member.book.descriptor(one.identity.peerId)?.seq === descriptor.seq);
    }
    const isBody = (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      return !isFailure(frame) && frame.type === 'body';
    };
    await until(() => peer.got.some(isBody));
    expect([score(seated), score(stranger)]).to.deep.equal([0, 0]);
    expect(other.got.some(isBody)).to.equal(false);
    expect(node.member.network.peers()).to.have.length(2);
    expect(await node.stored()).to.equal(before);
  });
});
