// Probes of a stream: answered at once, heard once, and no way to make a node work for nothing.
import { expect } from 'chai';
import { PROBE_MS, Probes } from '../../../../../node/network/links/probe.js';
import type { FrameStream } from '../../../../../node/network/transport/stream.js';
import { encodeFrame } from '../../../../../proto/codec/frame.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';

const QUESTION = Buffer.from(encodeFrame({ type: 'probe', isAnswer: false }));
const ANSWER = Buffer.from(encodeFrame({ type: 'probe', isAnswer: true }));

function scene() {
  const clock = new VirtualClock();
  const probes = new Probes(clock);
  const sent: Buffer[] = [];
  const stream = { send: (bytes: Buffer) => sent.push(bytes) > 0 } as unknown as FrameStream;
  return { clock, probes, sent, stream };
}

describe('node/network/links/probe', () => {
  it('answers a question, and no flood of them', async () => {
    const { clock, probes, sent, stream } = scene();
    expect(probes.took(QUESTION, stream)).to.equal(true);
    for (let i = 0; i < 100; i++) expect(probes.took(QUESTION, stream), 'left to the budget').to.equal(false);
    expect(sent).to.deep.equal([ANSWER]);
    await clock.advance(1000);
    expect(probes.took(QUESTION, stream)).to.equal(true);
    expect(sent).to.deep.equal([ANSWER, ANSWER]);
  });

  it('hears an answer on any stream, and none without a question', async () => {
    const { clock, probes, sent, stream } = scene();
    const other = { send: () => true } as unknown as FrameStream;
    expect(probes.took(ANSWER, stream)).to.equal(false);
    const asked = probes.ask([stream, other]);
    expect(sent).to.deep.equal([QUESTION]);
    expect(probes.took(ANSWER, other)).to.equal(true);
    expect(await asked).to.equal(true);
    expect(probes.took(ANSWER, stream), 'the second answer').to.equal(true);
    expect(probes.took(ANSWER, stream), 'and a third').to.equal(false);
    expect(clock.armed).to.equal(0);
  });

  it('takes silence for absence after a while, and a late answer for nothing bad', async () => {
    const { clock, probes, stream } = scene();
    let found: boolean | undefined;
    void probes.ask([stream]).then((isThere) => {
      found = isThere;
    });
    await clock.advance(PROBE_MS - 1);
    expect(found).to.equal(undefined);
    await clock.advance(1);
    expect(found).to.equal(false);
    expect(probes.took(ANSWER, stream)).to.equal(true);
  });

  it('leaves every other message alone', () => {
    const { probes, stream } = scene();
    for (const bytes of [Buffer.alloc(0), Buffer.from([0x62]), Buffer.from([0x62, 2, 8, 2]), Buffer.alloc(5000)])
      expect(probes.took(bytes, stream)).to.equal(false);
  });
});
