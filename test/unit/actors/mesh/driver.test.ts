// The mesh driver against fakes of its parts: what begins and ends in which order, whom it blames, and what it passes
// on.
import { expect } from 'chai';
import { MeshDriver } from '../../../../actors/mesh/driver.js';
import type { MeshOptions, MeshParts, MeshPorts } from '../../../../actors/mesh/parts.js';
import type { PeerNet } from '../../../../actors/mesh/ports.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import type { Peer } from '../../../../core/mesh/types.js';
import type { Transaction } from '../../../../core/model/transaction.js';

const PEER: Peer = { peerId: 'two', orgId: 'org', consensusKey: '', standing: 'member', bootId: '' };
const TX = { txId: 'tx', header: { registerId: 'r' } } as Transaction;
const HEAD = { type: 'head', head: {} } as Frame;

function bench({ honest = true } = {}) {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const later = (name: string) => async () => void calls.push(name);
  let net: PeerNet | undefined;
  const ports = {
    log: { error: note('error'), warn: note('warn') },
    ledger: {
      registers: () => [{ id: 'r' }],
      damage: { from: (one?: object) => void calls.push(one ? 'repairs' : 'no repairs'), hurry: note('hurry repairs') },
    },
    files: { onLinked: note('files linked') },
    announcements: {
      listen: () => {
        calls.push('listen');
        return note('deafen');
      },
    },
  };
  const parts = {
    net: () => net,
    connect: (network: PeerNet | undefined) => {
      net = network;
      calls.push(network ? 'connect' : 'disconnect');
    },
    rosters: { load: note('load rosters'), isSeated: (id: string, peerId: string) => `${id} ${peerId}` === 'r two' },
    forwarder: {
      watch: note('watch'),
      stop: note('stop forwarder'),
      onAccepted: note('forward'),
      hurry: (isFor: (registerId: string) => boolean) => void calls.push(`hurry ${['r', 's'].filter(isFor)}`),
    },
    subscriptions: { onResumed: later('resume'), onLinked: later('adverts'), onUnlinked: note('subscriptions') },
    antiEntropy: {
      start: note('digests'),
      stop: note('stop digests'),
      onLinked: note('digest'),
      onUnlinked: note('anti-entropy'),
    },
    tipAnnouncer: { stop: note('stop tips'), onHeard: () => honest, onUnlinked: note('tips') },
    tips: { onHeard: () => {} },
    renewals: { stop: note('stop renewals'), onLinked: note('renew'), onUnlinked: note('renewals') },
    replication: { stop: later('stop replication'), onUnlinked: note('replication') },
    evidence: { onLinked: note('evidence') },
  };
  const driver = new MeshDriver(ports as unknown as MeshPorts, {} as MeshOptions, parts as unknown as MeshParts);
  const network = { blame: (id: string, offence: string) => void calls.push(`blame ${id} ${offence}`) };
  return { calls, driver, start: () => driver.start(network as unknown as PeerNet) };
}

describe('actors/mesh/driver', () => {
  it('knows its rosters before it listens, and has links before it follows anything', () => {
    const { calls, start } = bench();
    start();
    expect(calls).to.deep.equal(['connect', 'load rosters', 'watch', 'resume', 'listen', 'digests', 'repairs']);
  });

  it('takes nothing before it starts nor after it stops, and blames no peer for it', async () => {
    const { calls, driver, start } = bench({ honest: false });
    driver.frame(PEER, HEAD);
    start();
    calls.length = 0;
    await driver.stop();
    driver.frame(PEER, HEAD);
    expect(calls).to.deep.equal([
      ...['no repairs', 'deafen', 'stop digests', 'stop tips', 'stop forwarder', 'stop renewals'],
      ...['disconnect', 'stop replication'],
    ]);
  });

  it('blames a peer once for each frame that no honest one sends, and for no other', () => {
    const [liar, honest] = [bench({ honest: false }), bench()];
    for (const { calls, driver, start } of [liar, honest]) {
      start();
      calls.length = 0;
      for (let i = 0; i < 3; i++) driver.frame(PEER, HEAD);
    }
    expect(liar.calls).to.deep.equal(Array(3).fill('blame two protocol'));
    expect(honest.calls).to.be.empty;
  });

  it('tells each part of a link, and hurries what waits for a validator that is back', () => {
    const { calls, driver } = bench();
    driver.onLinked(PEER);
    const first = ['adverts', 'digest', 'evidence', 'files linked', 'hurry repairs', 'renew', 'hurry r'];
    expect(calls).to.deep.equal(first);
    driver.onUnlinked(PEER.peerId);
    expect(calls.slice(first.length)).to.deep.equal([
      'tips',
      'subscriptions',
      'replication',
      'renewals',
      'anti-entropy',
    ]);
  });

  it('offers to others what was submitted here, and nothing that a peer brought', () => {
    const { calls, driver } = bench();
    driver.onAccepted('r', TX, true);
    expect(calls).to.be.empty;
    driver.onAccepted('r', TX, false);
    expect(calls).to.deep.equal(['forward']);
  });
});
