// What peers tell of their tips: by which frames, how old their word is, and what counts as a lag.
import { expect } from 'chai';
import { PeerTips } from '../../../../../actors/mesh/gossip/peer-tips.js';
import { TIPS_ASKED_MAX } from '../../../../../core/base/limits/node/replication.js';
import type { Message } from '../../../../../core/consensus/types.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

const WALL_MS = 1_000_000;

function heard() {
  let nowMs = 0;
  let equalMs: number | undefined;
  let asked = 0;
  const tips = new PeerTips({
    clock: { now: () => WALL_MS + nowMs, steady: () => nowMs },
    rosters: { isSeated: (_, peerId = '') => peerId !== 'stranger' },
    equalMs: () => equalMs,
    ask: () => {
      asked++;
    },
  });
  const head = (height: number) => ({ type: 'head', head: { registerId: 'r', header: { height } } }) as Frame;
  const said = (message: object) => ({ type: 'consensus', registerId: 'r', message: message as Message }) as Frame;
  const seen = (height: number, peerId = 'p') => tips.tipSeen('r', peerId, height);
  return {
    tips,
    head,
    said,
    seen,
    pass: (ms: number) => (nowMs += ms),
    equal: () => (equalMs = nowMs),
    asked: () => asked,
  };
}

describe('actors/mesh/gossip/peer-tips', () => {
  it('take the height of each message by which a peer tells one', () => {
    const told: readonly (readonly [object, number])[] = [
      [{ type: 'proposal', proposal: { docket: { header: { height: 5 } } } }, 4],
      [{ type: 'vote', vote: { kind: 'PREPARE', height: 6 } }, 5],
      [{ type: 'vote', vote: { kind: 'COMMIT', height: 6 } }, 6],
      [{ type: 'prepared', certificate: { height: 8 } }, 7],
      [{ type: 'round-change', change: { height: 8 } }, 7],
      [{ type: 'decided', certificate: { height: 8 } }, 8],
    ];
    const { tips, said, head, seen } = heard();
    for (const [message, height] of told) {
      tips.onHeard('p', said(message));
      expect(seen(9)?.height, JSON.stringify(message)).to.equal(height);
    }
    tips.onHeard('p', head(9));
    expect(seen(9)).to.eql({ height: 9, heardAtMs: WALL_MS, lag: 0 });
    tips.onHeard('p', { type: 'interest', registerId: 'r', on: true });
    expect(seen(9)?.height).to.equal(9);
  });

  it('take nothing of a peer without a seat', () => {
    const { tips, head, seen } = heard();
    tips.onHeard('stranger', head(4));
    expect(seen(4, 'stranger')).to.equal(undefined);
  });

  it('keep the highest word against a late message, and believe a lower head', () => {
    const { tips, head, said, seen, pass } = heard();
    tips.onHeard('p', head(9));
    pass(10);
    tips.onHeard('p', said({ type: 'vote', vote: { kind: 'PREPARE', height: 8 } }));
    expect(seen(9)).to.eql({ height: 9, heardAtMs: WALL_MS, lag: 0 });
    tips.onHeard('p', head(3));
    expect(seen(9)).to.eql({ height: 3, heardAtMs: WALL_MS + 10, lag: 0 });
  });

  it('call it a lag once a docket was sealed here for two seconds, and the peer says so', () => {
    const { tips, head, seen, pass, asked } = heard();
    tips.onHeard('p', head(1));
    for (const height of [2, 3, 4]) {
      tips.onSealed('r', height);
      pass(1000);
    }
    expect([seen(4)?.lag, asked()], 'its word is old: it is asked').to.eql([0, 1]);
    expect([seen(4)?.lag, asked()]).to.eql([0, 1]);
    pass(5);
    tips.onHeard('p', head(1));
    expect([seen(4)?.lag, asked()], '2 is three seconds old, 3 two').to.eql([2, 1]);
    pass(995);
    expect([seen(4)?.lag, asked()], 'of 4 it is asked first').to.eql([2, 2]);
    tips.onHeard('p', head(1));
    expect([seen(4)?.lag, asked()]).to.eql([3, 2]);
    tips.onHeard('p', head(4));
    expect(seen(4)?.lag).to.equal(0);
  });

  it('call it a lag where the peer does not answer for two seconds, and ask it again', () => {
    const { tips, head, seen, pass, asked } = heard();
    tips.onHeard('p', head(1));
    tips.onSealed('r', 2);
    pass(2000);
    expect([seen(2)?.lag, asked()]).to.eql([0, 1]);
    pass(1999);
    expect([seen(2)?.lag, asked()]).to.eql([0, 1]);
    pass(1);
    expect([seen(2)?.lag, asked()]).to.eql([1, 2]);
    tips.onHeard('p', head(2));
    expect(seen(2)?.lag).to.equal(0);
  });

  it('ask one peer so often only that replication has its budget, and the rest at a later look', () => {
    let nowMs = 0;
    const asked: string[] = [];
    const tips = new PeerTips({
      clock: { now: () => nowMs, steady: () => nowMs },
      rosters: { isSeated: () => true },
      equalMs: () => undefined,
      ask: (registerId, peerId) => void asked.push(`${registerId}/${peerId}`),
    });
    const registers = Array.from({ length: 2 * TIPS_ASKED_MAX }, (_, i) => `r${i}`);
    for (const registerId of registers)
      for (const peerId of ['p', 'q'])
        tips.onHeard(peerId, { type: 'head', head: { registerId, header: { height: 1 } } } as Frame);
    const look = () => {
      for (const registerId of registers) for (const peerId of ['p', 'q']) tips.tipSeen(registerId, peerId, 9);
    };
    nowMs += 2000;
    for (let i = 0; i < 100; i++) look();
    const ofPeer = (peerId: string) => asked.filter((each) => each.endsWith(`/${peerId}`));
    expect([ofPeer('p').length, ofPeer('q').length]).to.eql([TIPS_ASKED_MAX, TIPS_ASKED_MAX]);
    // Who answered is not asked again: the others are.
    for (const each of asked) {
      const [registerId = '', peerId = ''] = each.split('/');
      tips.onHeard(peerId, { type: 'head', head: { registerId, header: { height: 9 } } } as Frame);
    }
    nowMs += 2000;
    look();
    expect(new Set(asked).size).to.equal(2 * registers.length);
  });

  it('call it no lag that a peer is always one docket late', () => {
    const { tips, head, seen, pass } = heard();
    for (let height = 1; height < 200; height++) {
      tips.onSealed('r', height);
      pass(30);
      tips.onHeard('p', head(height - 1));
      expect(seen(height)?.lag).to.equal(0);
    }
  });

  it('say that a tip was equal when the digests were, and not what was true before', () => {
    const { tips, head, seen, pass, equal } = heard();
    equal();
    expect(seen(7)).to.eql({ height: 7, heardAtMs: WALL_MS, lag: 0 });
    pass(50);
    tips.onHeard('p', head(6));
    expect(seen(7)?.height).to.equal(6);
    pass(50);
    equal();
    expect(seen(7)).to.eql({ height: 7, heardAtMs: WALL_MS + 100, lag: 0 });
    pass(50);
    tips.onHeard('p', head(7));
    expect(seen(7)?.heardAtMs).to.equal(WALL_MS + 150);
  });

  it('hear of the tips of all members of a roster, and of a lag that lasts', async () => {
    const mesh = await MeshWorld.of('one', 'two', 'three', 'four');
    const pin = await mesh.found(['one', 'two', 'three', 'four'], { advertise: true });
    const { surface } = mesh.node('one');
    const seats = () =>
      Object.fromEntries((surface.replica(REGISTER_ID)?.tips ?? []).map(({ peerId, ...tip }) => [peerId, tip]));
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(3000);
    const height = mesh.height('one');
    seats();
    await mesh.clock.advance(100);
    for (const name of ['two', 'three', 'four']) expect(seats()[peerOf(name)]).to.include({ height, lag: 0 });
    mesh.isolate('four');
    await mesh.submit('one', mesh.action('one', pin, 2));
    await mesh.clock.advance(10_000);
    expect(mesh.height('one')).to.equal(height + 1);
    seats();
    await mesh.clock.advance(3000);
    expect(seats()[peerOf('two')]).to.include({ height: height + 1, lag: 0 });
    expect(seats()[peerOf('four')]).to.include({ height, lag: 1 });
    await mesh.stop();
  });
});
