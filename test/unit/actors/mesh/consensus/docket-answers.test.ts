// Dockets that frames ask for: one at a time for a peer, as fast as its budget lets them go, and no more waiting than a
// bound.
import { expect } from 'chai';
import { ANSWERS_WAITING_MAX, DocketAnswers } from '../../../../../actors/mesh/consensus/docket-answers.js';
import { DOCKET_BYTES_MAX } from '../../../../../core/base/limits/ledger/transactions.js';
import { budgetOf, fullBucket, take } from '../../../../../core/mesh/budget.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import type { RegisterRecord } from '../../../../../storage/chain/registers.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const RECORD = { id: 'r', reg: 1 } as unknown as RegisterRecord;
const MIB = 1024 * 1024;

/** Sealed dockets of one size at every height below 1000, and the production budget of each peer. */
function world(bytes: number) {
  const clock = new VirtualClock();
  const row = budgetOf('answer-bytes', 'member');
  const buckets = new Map<string, ReturnType<typeof fullBucket>>();
  const sent: { readonly to: string; readonly frame: Frame; readonly atMs: number }[] = [];
  const linked = new Set(['a', 'b']);
  let reading = 0;
  let readingMost = 0;
  let reads = 0;
  const net = {
    peer: (peerId: string) => (linked.has(peerId) ? ({ peerId } as never) : undefined),
    send: (to: string, frame: Frame) => sent.push({ to, frame, atMs: clock.now() }) > 0,
    affords: (peerId: string, amount: number) => {
      const bucket = buckets.get(peerId) ?? fullBucket(row, clock.now());
      buckets.set(peerId, bucket);
      return take(bucket, row, { amount, nowMs: clock.now() });
    },
  };
  const docket = { header: { bytes } };
  const chain = {
    loadBody: (_: number, height: number) => (height < 1000 ? docket : undefined),
    loadCertificate: (_: number, height: number) => (height < 1000 ? { docketHash: `hash ${height}` } : undefined),
    sealedDocket: async (_: number, height: number) => {
      reads++;
      reading++;
      readingMost = Math.max(readingMost, reading);
      await Promise.resolve();
      reading--;
      if (height === 666) throw new Error('the disk is worn');
      return height < 1000 ? ({ docket, certificate: {} } as unknown as SealedDocket) : undefined;
    },
  };
  const answers = new DocketAnswers({ clock, log: QUIET, chain: chain as never, net: () => net });
  return { clock, answers, sent, linked, figures: () => ({ reads, readingMost }) };
}

describe('answers with dockets', () => {
  it('give a peer no more bytes than its budget, and each answer in the end', async () => {
    const { clock, answers, sent, figures } = world(4 * MIB);
    const startMs = clock.now();
    for (let height = 1; height <= 40; height++) answers.sendSealed(RECORD, { height: height, held: null }, 'a');
    await clock.advance(50);
    expect(sent.length, 'the burst').to.be.within(1, 8);
    await clock.advance(1000);
    expect(sent.length, 'and a second of refill').to.be.within(8, 12);
    await clock.advance(20_000);
    expect(sent.length).to.equal(40);
    for (const { atMs } of sent) {
      const bytes = 4 * MIB * sent.filter((one) => one.atMs <= atMs).length;
      expect(bytes).to.be.at.most(32 * MIB + ((atMs - startMs) / 1000) * 16 * MIB);
    }
    expect(figures().readingMost, 'one docket in memory').to.equal(1);
  });

  it('are not held up by what another peer asks', async () => {
    const { clock, answers, sent } = world(8 * MIB);
    for (let height = 1; height <= 40; height++) answers.sendSealed(RECORD, { height: height, held: null }, 'a');
    await clock.advance(500);
    answers.sendSealed(RECORD, { height: 7, held: null }, 'b');
    await clock.advance(1);
    expect(sent.at(-1)).to.have.property('to', 'b');
  });

  it('have room for the largest docket', async () => {
    const { clock, answers, sent } = world(DOCKET_BYTES_MAX);
    answers.sendSealed(RECORD, { height: 1, held: null }, 'a');
    answers.body(RECORD, { height: 2, docketHash: 'h' }, 'a');
    await clock.advance(1);
    expect(sent.map(({ frame }) => frame.type)).to.deep.equal(['consensus', 'body']);
  });

  it('are the certificate alone for who holds the sealed docket, and the docket for who holds another', async () => {
    const { clock, answers, sent, figures } = world(8 * MIB);
    for (let height = 1; height <= 40; height++) answers.sendSealed(RECORD, { height, held: `hash ${height}` }, 'a');
    await clock.advance(1);
    expect(sent.length, 'at once: no docket is read or sent').to.equal(40);
    expect(figures().reads).to.equal(0);
    for (const { frame } of sent) expect(frame).to.have.nested.property('message.docket', null);
    answers.sendSealed(RECORD, { height: 7, held: 'hash of another' }, 'b');
    await clock.advance(1);
    expect(sent.at(-1)?.frame).to.have.nested.property('message.docket.header.bytes', 8 * MIB);
  });

  it('are given once for what is asked again while it waits, and drop what comes beyond the bound', async () => {
    const { clock, answers, sent, figures } = world(8 * MIB);
    for (let again = 0; again < 50; again++)
      for (let height = 1; height <= 900; height++) answers.sendSealed(RECORD, { height: height, held: null }, 'a');
    await clock.advance(10 * 60_000);
    expect(sent.length).to.equal(ANSWERS_WAITING_MAX);
    expect(figures().reads).to.equal(ANSWERS_WAITING_MAX);
    answers.sendSealed(RECORD, { height: 900, held: null }, 'a');
    await clock.advance(1000);
    expect(sent.length, 'who asks again later is heard').to.equal(ANSWERS_WAITING_MAX + 1);
  });

  it('end when the peer is gone, and go on after a docket that cannot be read', async () => {
    const { clock, answers, sent, linked, figures } = world(8 * MIB);
    for (const height of [666, 1000, 0, 1]) answers.sendSealed(RECORD, { height: height, held: null }, 'a');
    answers.body(RECORD, { height: 1000, docketHash: 'h' }, 'a');
    await clock.advance(1);
    expect(sent.length).to.equal(1);
    for (let height = 2; height <= 40; height++) answers.sendSealed(RECORD, { height: height, held: null }, 'a');
    await clock.advance(1);
    linked.delete('a');
    const { reads } = figures();
    const before = sent.length;
    await clock.advance(60_000);
    expect(figures().reads).to.equal(reads);
    expect(sent.length).to.equal(before);
    expect(clock.armed, 'no timer is left').to.equal(0);
  });
});
