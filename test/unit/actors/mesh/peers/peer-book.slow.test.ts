// The peer book over a store whose writes a test counts and holds back: what is durable when, and what only memory pays
// for.
import { expect } from 'chai';
import { PeerBook } from '../../../../../actors/mesh/peers/peer-book.js';
import type { PeerBookOptions } from '../../../../../actors/mesh/peers/peer-book-ports.js';
import { GUESTS_MAX } from '../../../../../actors/mesh/peers/peer-places.js';
import { isIssue } from '../../../../../core/base/issue.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Offence } from '../../../../../core/mesh/types.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { PEERS_MAX, type PeerRow, PeerStore } from '../../../../../storage/tables/node/peers.js';
import { descriptorOf, DESCRIPTOR_NOW as NOW } from '../../../../support/mesh/descriptor.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SILENT = { debug: noop, info: noop, warn: noop, error: noop, child: () => SILENT };
function noop(): void {}

const a = descriptorOf('a');
const { peerId } = a;
const LINK = { state: 'up', queued: 0, advertised: [] } as const;

interface Bench {
  readonly book: PeerBook;
  readonly store: PeerStore;
  readonly roster: Set<string>;
  readonly closed: string[];
  readonly offences: Offence[];
  /** Rows written, by batch. */
  readonly batches: (readonly KvOp[])[];
  nowMs: number;
  /** Added to the time of day alone: somebody set the clock. */
  setMs: number;
  /** While set, commits wait. */
  gate: Promise<void> | undefined;
  reopen(): Promise<Bench>;
}

async function aBench(options: Partial<PeerBookOptions> = {}, kv = memoryKv(), nowMs = NOW): Promise<Bench> {
  const store = new PeerStore(kv);
  const roster = new Set<string>();
  const [closed, offences]: [string[], Offence[]] = [[], []];
  const batches: (readonly KvOp[])[] = [];
  // One after another, as the journal commits.
  let last: Promise<unknown> = Promise.resolve();
  const commit = (ops: readonly KvOp[]): Promise<void> => {
    batches.push(ops);
    const done = last.then(() => bench.gate).then(() => kv.write(ops));
    last = done;
    return done;
  };
  const metrics = { offence: (offence: Offence) => void offences.push(offence), onBanned: noop };
  const book = new PeerBook(
    {
      clock: { now: () => bench.nowMs + bench.setMs, steady: () => bench.nowMs, setTimer: () => ({ cancel: noop }) },
      random: { number: () => 0.5, bytes: (length) => new Uint8Array(length) },
      ...{ log: SILENT, journal: { commit }, peers: store, metrics },
    },
    { selfPeerId: 'self', admission: 'org', allowedPeers: [], isRosterMember: (id) => roster.has(id), ...options },
  );
  book.bans.onBan((id) => closed.push(id));
  const reopen = () => aBench(options, kv, bench.nowMs);
  const written = { store, roster, closed, offences, batches };
  const bench: Bench = { book, ...written, nowMs, setMs: 0, gate: undefined, reopen };
  await book.load();
  return bench;
}

/** A bench whose book knows `a`, admitted as a member and written. */
async function withMember(options: Partial<PeerBookOptions> = {}): Promise<Bench> {
  const bench = await aBench(options);
  bench.book.learn(a, { isSeed: false });
  expect(bench.book.admit(peerId, 'trusted')).to.equal('member');
  await bench.book.sweep(bench.nowMs);
  bench.batches.length = 0;
  return bench;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const code = (outcome: unknown) => {
  if (isFailure(outcome)) return outcome.issue.code;
  return isIssue(outcome) ? outcome.code : outcome;
};

describe('actors/mesh/peers/peer-book', () => {
  it('keeps over a restart the certificate with which a member proved itself last, and none of a guest', async () => {
    const { book, reopen } = await withMember();
    const proven = { peerId, orgId: a.orgId, standing: 'member', serial: '1f' } as const;
    book.bind(proven);
    book.bind({ ...proven, serial: '2f' });
    book.bind({ ...proven, serial: '3f', standing: 'guest' });
    await book.sweep(NOW);
    const again = await reopen();
    for (const one of [book, again.book]) expect(one.provenBy(peerId)).to.deep.equal({ orgId: a.orgId, serial: '2f' });
    expect(book.provenBy('nobody')).to.equal(undefined);
  });

  describe('descriptors', () => {
    it('keeps the newest of a node, and refuses what is not well signed', async () => {
      const { book } = await aBench();
      expect(book.learn(a, { isSeed: false })).to.equal('new');
      expect(book.learn(a, { isSeed: true })).to.equal('known');
      const newer = descriptorOf('a', { seq: NOW + 1, endpoints: ['moved.example:1'] });
      expect(book.learn(newer, { isSeed: false })).to.equal('newer');
      expect(book.learn(a, { isSeed: false }), 'an old one passed on late').to.equal('known');
      expect(code(book.learn({ ...newer, seq: NOW + 2 }, { isSeed: false }))).to.equal('PEER_DESCRIPTOR_INVALID');
      const [known] = book.knownPeers();
      expect([known?.descriptor, known?.isSeed]).to.deep.equal([newer, true]);
      expect(book.view(peerId, LINK)).to.deep.include({ host: 'moved.example', port: 1 });
    });

    it('never has this node itself', async () => {
      const { book } = await aBench({ selfPeerId: peerId });
      expect(book.learn(a, { isSeed: false })).to.equal('known');
      expect(book.knownPeers()).to.deep.equal([]);
    });

    it('believes the certificate about the organisation, not the descriptor', async () => {
      const { book } = await aBench();
      book.learn(a, { isSeed: false });
      expect(book.view(peerId, LINK)?.orgId).to.equal('northwind');
      book.admit(peerId, 'trusted');
      book.onSeen(peerId, { orgId: 'southwind', version: 'v'.repeat(100) });
      book.learn(descriptorOf('a', { seq: NOW + 1, orgId: 'eastwind' }), { isSeed: false });
      expect(book.view(peerId, LINK)).to.deep.include({ orgId: 'southwind', version: 'v'.repeat(64) });
    });
  });

  describe('bans', () => {
    it('take effect once they are durable, and hold over a restart', async () => {
      const bench = await withMember();
      const { book } = bench;
      let open: () => void = noop;
      bench.gate = new Promise((resolve) => (open = resolve));
      book.blame(peerId, 'invalid-signature', 'of a vote');
      await settled();
      expect([book.isBanned(peerId), bench.closed, bench.batches.length]).to.deep.equal([false, [], 1]);
      open();
      await settled();
      expect([book.isBanned(peerId), bench.closed]).to.deep.equal([true, [peerId]]);
      expect([code(book.admit(peerId, 'trusted')), book.mayAsk(peerId, 'heads')]).to.deep.equal(['PEER_BANNED', false]);
      const again = await bench.reopen();
      expect(again.book.view(peerId, LINK)).to.deep.include({
        state: 'banned',
        ban: { atMs: NOW, untilMs: NOW + HOUR, reason: 'invalid-signature: of a vote' },
      });
    });

    it('are not undone on disk by a sweep while they are written, nor is their end', async () => {
      const bench = await withMember();
      let open: () => void = noop;
      bench.gate = new Promise((resolve) => (open = resolve));
      const banned = bench.book.bans.ban(peerId, { reason: 'r', force: false });
      bench.book.praise(peerId);
      const swept = bench.book.sweep(NOW);
      open();
      await Promise.all([banned, swept]);
      expect(bench.store.get(peerId)?.ban?.reason).to.equal('r');
      bench.gate = new Promise((resolve) => (open = resolve));
      const lifted = bench.book.bans.lift(peerId);
      bench.book.praise(peerId);
      const sweptAgain = bench.book.sweep(NOW);
      open();
      await Promise.all([lifted, sweptAgain]);
      expect(bench.store.get(peerId)?.ban).to.equal(undefined);
    });

    it('end by themselves, and are longer the next time', async () => {
      const bench = await withMember();
      for (const hours of [1, 6, 24, 24]) {
        bench.book.blame(peerId, 'invalid-signature', 'x');
        await settled();
        expect(bench.book.view(peerId, LINK)?.ban?.untilMs).to.equal(bench.nowMs + hours * HOUR);
        bench.nowMs += hours * HOUR - 1;
        expect(bench.book.isBanned(peerId)).to.equal(true);
        bench.nowMs += 1;
        expect(bench.book.isBanned(peerId)).to.equal(false);
        await bench.book.sweep(bench.nowMs);
        expect(bench.store.get(peerId)?.ban, 'on disk').to.equal(undefined);
        // The score fades to where one invalid signature is just enough again.
        bench.nowMs += DAY;
      }
    });

    it('spare members of a roster unless they equivocate', async () => {
      const bench = await withMember();
      bench.roster.add(peerId);
      for (let i = 0; i < 5; i++) bench.book.blame(peerId, 'invalid-signature', 'x');
      await settled();
      expect([bench.book.isBanned(peerId), bench.book.score(peerId)]).to.deep.equal([false, -100]);
      bench.book.blame(peerId, 'equivocation', 'two votes');
      await settled();
      expect(bench.book.view(peerId, LINK)?.ban?.untilMs).to.equal(null);
      bench.nowMs += 365 * DAY;
      expect(bench.book.isBanned(peerId), 'until an operator lifts it').to.equal(true);
    });

    it('by an operator need force for a member of a roster, and are lifted with what led to them', async () => {
      const bench = await withMember();
      const { book } = bench;
      const given = { reason: 'r'.repeat(500), force: false };
      expect(code(await book.bans.ban('nobody', given))).to.equal('PEER_NOT_FOUND');
      expect(code(await book.bans.lift(peerId))).to.equal('PEER_NOT_BANNED');
      bench.roster.add(peerId);
      expect(code(await book.bans.ban(peerId, given))).to.equal('PEER_IN_ROSTER');
      expect(await book.bans.ban(peerId, { ...given, force: true })).to.equal(undefined);
      expect(book.view(peerId, LINK)?.ban).to.deep.equal({ atMs: NOW, untilMs: null, reason: 'r'.repeat(200) });
      expect(code(await book.bans.ban(peerId, { ...given, force: true }))).to.equal('PEER_BANNED');
      book.blame(peerId, 'protocol', 'while banned');
      expect(await book.bans.lift(peerId)).to.equal(undefined);
      expect([book.isBanned(peerId), book.score(peerId), book.mayAsk(peerId, 'dial')]).to.deep.equal([false, 0, true]);
      expect((await bench.reopen()).book.isBanned(peerId)).to.equal(false);
    });

    it('make a timed ban one until an operator lifts it', async () => {
      const bench = await withMember();
      bench.book.blame(peerId, 'invalid-signature', 'x');
      await settled();
      expect(await bench.book.bans.ban(peerId, { reason: 'r', force: false })).to.equal(undefined);
      expect(bench.book.view(peerId, LINK)?.ban?.untilMs).to.equal(null);
    });
  });

  describe('the disk', () => {
    it('sees one row of a storm of offences, praise and failures', async () => {
      const bench = await withMember();
      for (let i = 0; i < 10_000; i++) {
        bench.book.blame(peerId, 'flood', 'votes');
        bench.book.praise(peerId);
        bench.book.onRequested(peerId, 'heads', { ok: false, ms: 5 });
        bench.book.onSeen(peerId, {});
      }
      expect(bench.batches).to.deep.equal([]);
      expect(bench.offences, 'one storm is one offence').to.deep.equal(['flood']);
      await bench.book.sweep(bench.nowMs);
      await bench.book.sweep(bench.nowMs);
      expect(bench.batches.map((ops) => ops.length)).to.deep.equal([1]);
      expect(bench.store.get(peerId)).to.deep.include({ failures: 10_000 });
    });

    it('sees a peer that is only alive every five minutes', async () => {
      const bench = await withMember();
      for (let s = 0; s < 600; s += 10) {
        bench.nowMs += 10_000;
        bench.book.onSeen(peerId, {});
        await bench.book.sweep(bench.nowMs);
      }
      expect(bench.batches).to.have.length(2);
    });

    it('forgets who was unseen for a week, but no ban, seed or member of a roster', async () => {
      const bench = await aBench();
      const names = ['gone', 'banned', 'seed', 'seated'];
      const ids = names.map((name) => {
        const descriptor = descriptorOf(name);
        bench.book.learn(descriptor, { isSeed: name === 'seed' });
        return descriptor.peerId;
      });
      bench.roster.add(ids[3] as string);
      await bench.book.bans.ban(ids[1] as string, { reason: 'r', force: false });
      await bench.book.sweep(NOW + 7 * DAY);
      expect(bench.book.knownPeers()).to.have.length(4);
      await bench.book.sweep(NOW + 7 * DAY + 1);
      expect(bench.book.knownPeers().map((one) => one.peerId)).to.have.members(ids.slice(1));
      const rows: PeerRow[] = [];
      for await (const row of bench.store.all()) rows.push(row);
      expect(rows.map((row) => row.peerId)).to.have.members(ids.slice(1));
    });
  });

  it('holds at most its bound: a peer that is met takes the place of hearsay, hearsay takes no place', async () => {
    const bench = await aBench();
    for (let i = 0; i < PEERS_MAX; i++) bench.book.learn(descriptorOf(`n${i}`), { isSeed: i === 0 });
    expect(code(bench.book.learn(a, { isSeed: false }))).to.equal('PEER_NOT_ADMITTED');
    expect(bench.book.admit(peerId, 'trusted')).to.equal('member');
    expect(bench.book.knownPeers()).to.have.length(PEERS_MAX);
    expect(bench.book.has(descriptorOf('n0').peerId), 'a seed stays').to.equal(true);
    expect(bench.book.has(descriptorOf('n1').peerId)).to.equal(false);
  });

  it('keeps room for members, however many guests come, and what an operator banned', async () => {
    const bench = await aBench({ admission: 'open' });
    const first = descriptorOf('g0').peerId;
    expect(bench.book.admit(first, 'unknown')).to.equal('guest');
    await bench.book.bans.ban(first, { reason: 'by hand', force: false });
    for (let i = 1; i < PEERS_MAX; i++) {
      bench.nowMs += 1;
      expect(bench.book.admit(`g${i}`, 'unknown'), `guest ${i}`).to.equal('guest');
    }
    expect(bench.book.knownPeers().length).to.be.at.most(GUESTS_MAX + 1);
    expect([bench.book.has('g1'), bench.book.has(`g${PEERS_MAX - 1}`)]).to.deep.equal([false, true]);
    expect(code(bench.book.admit(first, 'unknown'))).to.equal('PEER_BANNED');
    for (let i = 0; i < PEERS_MAX - 1; i++)
      expect(bench.book.admit(`m${i}`, 'trusted'), `member ${i}`).to.equal('member');
    expect(bench.book.knownPeers()).to.have.length(PEERS_MAX);
    expect(code(bench.book.admit('one more', 'trusted'))).to.equal('PEER_NOT_ADMITTED');
  });

  it('learns of a member of a roster though made-up names fill it', async () => {
    const bench = await aBench();
    for (let i = 0; i < PEERS_MAX; i++) bench.book.learn(descriptorOf(`n${i}`), { isSeed: false });
    expect(code(bench.book.learn(a, { isSeed: false }))).to.equal('PEER_NOT_ADMITTED');
    bench.roster.add(peerId);
    expect(bench.book.learn(a, { isSeed: false })).to.equal('new');
  });

  describe('requests', () => {
    it('stop to a peer that fails, for a class of them, and seconds at most for consensus of a roster', async () => {
      const bench = await withMember();
      bench.roster.add(peerId);
      for (let i = 0; i < 12; i++) {
        for (const klass of ['dockets', 'consensus'] as const) {
          expect(bench.book.mayAsk(peerId, klass), `${klass} ${i}`).to.equal(true);
          bench.book.onRequested(peerId, klass, { ok: false, ms: 1000 });
        }
        bench.nowMs += i < 11 ? 10 * 60_000 : 0;
      }
      expect(bench.book.mayAsk(peerId, 'heads')).to.equal(true);
      bench.nowMs += 5000;
      expect([bench.book.mayAsk(peerId, 'consensus'), bench.book.mayAsk(peerId, 'dockets')]).to.deep.equal([
        true,
        false,
      ]);
      expect(bench.book.view(peerId, LINK)?.breaker).to.equal('open');
    });

    it('and offences go on as soon where the clock was set back meanwhile', async () => {
      const bench = await withMember();
      bench.setMs = 7 * DAY;
      const fail = () => bench.book.onRequested(peerId, 'heads', { ok: false, ms: 1000 });
      for (let i = 0; i < 5; i++) fail();
      bench.book.blame(peerId, 'slow', '');
      bench.setMs = 0;
      expect(bench.book.view(peerId, LINK)?.breaker).to.equal('open');
      bench.nowMs += HOUR;
      expect(bench.book.view(peerId, LINK)?.breaker).to.equal('half-open');
      expect(bench.book.mayAsk(peerId, 'heads')).to.equal(true);
      bench.book.blame(peerId, 'slow', '');
      expect(bench.offences).to.deep.equal(['slow', 'slow']);
    });

    it('show as counts and times, and are forgotten by a reset', async () => {
      const bench = await withMember();
      for (const ms of [2, 4, 9]) bench.book.onRequested(peerId, 'heads', { ok: ms !== 9, ms });
      bench.book.blame(peerId, 'slow', 'a range');
      expect(bench.book.view(peerId, LINK)?.requests).to.deep.equal({
        ...{ total: 3, succeeded: 2, averageMs: 5, minMs: 2, maxMs: 9 },
      });
      expect(await bench.book.reset(peerId)).to.equal(1);
      expect(bench.book.view(peerId, LINK)).to.deep.include({ failures: 0, score: 0 });
      expect((await bench.reopen()).book.view(peerId, LINK)).to.deep.include({ failures: 0, score: 0 });
      expect(code(await bench.book.reset('nobody'))).to.equal('PEER_NOT_FOUND');
    });

    it('are not held against a peer that is not known yet', async () => {
      const { book } = await aBench();
      expect([book.mayAsk('unknown', 'dial'), book.takes('unknown', 'votes', 1)]).to.deep.equal([true, false]);
      book.onRequested('unknown', 'dial', { ok: false, ms: 1 });
      book.blame('unknown', 'protocol', 'x');
      expect(book.knownPeers()).to.deep.equal([]);
    });
  });

  describe('budgets', () => {
    it('are larger for members, and counted per register for round changes', async () => {
      const bench = await withMember({ admission: 'open' });
      expect(bench.book.takes(peerId, 'votes', 10_000)).to.equal(true);
      expect(bench.book.takes(peerId, 'votes', 1)).to.equal(false);
      for (const register of ['r1', 'r2']) {
        const taken = Array.from({ length: 21 }, () => bench.book.takesRoundChange(peerId, register));
        expect([taken.indexOf(false), taken.at(-1)], register).to.deep.equal([20, false]);
      }
      const guest = descriptorOf('guest').peerId;
      expect(bench.book.admit(guest, 'unknown')).to.equal('guest');
      expect([bench.book.takes(guest, 'votes', 501), bench.book.takes(guest, 'votes', 500)]).to.deep.equal([
        false,
        true,
      ]);
    });

    it('of round changes cannot be got around by naming more registers', async () => {
      const bench = await withMember();
      let taken = 0;
      for (let i = 0; i < 20_000; i++) if (bench.book.takesRoundChange(peerId, `r${i}`)) taken += 1;
      expect(taken).to.equal(10_000);
      bench.nowMs += 1000;
      expect(bench.book.takesRoundChange(peerId, 'another')).to.equal(true);
    });

    it('let five ranges be read at a time', async () => {
      const { book } = await withMember();
      const begun = Array.from({ length: 6 }, () => book.beginsRange(peerId));
      expect(begun).to.deep.equal([true, true, true, true, true, false]);
      book.endsRange(peerId);
      expect([book.beginsRange(peerId), book.beginsRange(peerId)]).to.deep.equal([true, false]);
    });
  });
});
