// When a head is told by gossip and when not, and what one that is heard leads to.
import { expect } from 'chai';
import { TipGossip } from '../../../../../actors/mesh/gossip/tip-gossip.js';
import type { HeadClaim } from '../../../../../core/mesh/frames.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import { docketHash } from '../../../../../core/register/docket.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { GossipLedger, headAt, QUIET, recordOf, registerId } from '../../../../support/mesh/gossips.js';
import { promptClaims } from '../../../../support/node/ledger-world.js';
import { liar } from '../../../../support/register/evidence.js';

const ID = registerId(1);
const WEEK_MS = 7 * 24 * 3_600_000;
const PEER: Peer = { peerId: 'linked', orgId: 'o', consensusKey: '', standing: 'member', bootId: '' };

function scene({ isOwn = true, advertise = true } = {}) {
  const clock = new VirtualClock();
  const ledger = new GossipLedger();
  ledger.hold(recordOf(1, { advertise }), 3);
  const told: HeadClaim[] = [];
  const asked: string[] = [];
  const judged: { readonly peerId: string; readonly height: number }[] = [];
  const net = {
    peer: (peerId: string) => (peerId === PEER.peerId ? PEER : undefined),
    heads: async (peerId: string) => {
      asked.push(peerId);
      return [headAt(ID, 9)];
    },
  };
  const heads = new TipGossip({
    ...{ clock, log: QUIET, random: { number: () => 0.5, bytes: () => new Uint8Array(0) }, ledger },
    chain: ledger as never,
    verify: promptClaims,
    rosters: { peers: () => ['linked', 'absent'] },
    tipAnnouncer: {
      claim: ledger.claim,
      onHeard: ({ peerId }, { header }) => judged.push({ peerId, height: header.height }) > 0,
    },
    net: () => net as never,
    cast: () => ({
      join: () => undefined,
      listeners: () => [],
      catalogue: () => true,
      head: (head) => told.push(head) > 0,
    }),
    isOwn: () => isOwn,
    providers: () => [],
    isInteresting: () => true,
  });
  const seal = (height: number) => {
    ledger.heights.set(ID, height);
    heads.onSealed(ID, height);
  };
  return { clock, ledger, heads, seal, told, asked, judged, heights: () => told.map(({ header }) => header.height) };
}

describe('heads by gossip', () => {
  it('are told at once by who built them, without the docket', async () => {
    const { clock, seal, told } = scene();
    seal(4);
    await clock.advance(1);
    expect(told).to.deep.equal([headAt(ID, 4)]);
  });

  it('of one register that follow each other fast are told as one', async () => {
    const { clock, seal, heights } = scene();
    seal(4);
    await clock.advance(1);
    for (let height = 5; height <= 9; height++) seal(height);
    await clock.advance(300);
    expect(heights()).to.deep.equal([4, 9]);
  });

  it('are told as soon where the clock was set back since the last one', async () => {
    const { clock, seal, heights } = scene();
    clock.setMs = WEEK_MS;
    seal(4);
    await clock.advance(1);
    clock.setMs = 0;
    seal(5);
    await clock.advance(300);
    expect(heights()).to.deep.equal([4, 5]);
  });

  it('are told by other holders after a while, unless somebody told them before', async () => {
    const silent = scene({ isOwn: false });
    silent.seal(4);
    await silent.clock.advance(900);
    expect(silent.heights()).to.deep.equal([]);
    await silent.clock.advance(2200);
    expect(silent.heights()).to.deep.equal([4]);
    const told = scene({ isOwn: false });
    told.seal(4);
    expect(await told.heads.onHeard('far', headAt(ID, 4))).to.equal('accept');
    await told.clock.advance(5000);
    expect(told.heights()).to.deep.equal([]);
  });

  it('are told and judged again once the roster that signed a far one is not the one here', async () => {
    const { clock, ledger, heads, seal, heights } = scene();
    expect(await heads.onHeard('removed member', headAt(ID, 1_000_000))).to.equal('accept');
    seal(4);
    await clock.advance(1000);
    expect(heights(), 'somebody told a later one').to.deep.equal([]);
    const told = ledger.state;
    ledger.state = (id) => ({ ...told(id), roster: { validators: [liar('another validator').seat] } });
    seal(5);
    await clock.advance(1000);
    expect(heights()).to.deep.equal([5]);
  });

  it('of a register that is not advertised, or was withdrawn meanwhile, are not told', async () => {
    const hidden = scene({ advertise: false });
    hidden.seal(4);
    await hidden.clock.advance(5000);
    const withdrawn = scene({ isOwn: false });
    withdrawn.seal(4);
    withdrawn.ledger.hold(recordOf(1), 4);
    await withdrawn.clock.advance(5000);
    expect([...hidden.told, ...withdrawn.told]).to.deep.equal([]);
  });

  it('that are valid and higher make this node ask a linked peer for its own', async () => {
    const { clock, heads, asked, judged } = scene();
    expect(await heads.onHeard('far', headAt(ID, 9))).to.equal('accept');
    expect(await heads.onHeard('other', headAt(ID, 9))).to.equal('ignore');
    await clock.advance(300);
    expect(asked).to.deep.equal(['linked']);
    expect(judged).to.deep.equal([{ peerId: 'linked', height: 9 }]);
  });

  it('ask no peer when the docket came by itself', async () => {
    const { clock, heads, ledger, asked } = scene();
    await heads.onHeard('far', headAt(ID, 4));
    ledger.heights.set(ID, 4);
    await clock.advance(1000);
    expect(asked).to.deep.equal([]);
  });

  it('that are false cost nothing: no question, no target, and the sender is blamed', async () => {
    const { clock, heads, asked, judged, seal, heights } = scene({ isOwn: false });
    const forged = headAt(ID, 9, { by: liar('nobody') });
    expect(await heads.onHeard('far', forged), 'another genesis of the id may have such a head').to.equal('ignore');
    const near = headAt(ID, 4, { by: liar('nobody') });
    const header = { ...near.header, prevHash: headAt(ID, 3).certificate.docketHash };
    const next = { ...near, header, certificate: { ...near.certificate, docketHash: docketHash(header) } };
    expect(await heads.onHeard('far', next)).to.deep.include({ offence: 'invalid-signature' });
    const torn = { ...forged, certificate: { ...forged.certificate, height: 8 } };
    expect(await heads.onHeard('far', torn)).to.deep.include({ offence: 'protocol' });
    const other = { ...headAt(ID, 9).certificate, rosterHash: 'ab'.repeat(32) };
    const unjudged = { ...headAt(ID, 9), certificate: other };
    expect(await heads.onHeard('far', unjudged)).to.deep.include({ offence: 'protocol' });
    await clock.advance(5000);
    expect([asked, judged]).to.deep.equal([[], []]);
    // A forged head of a height does not keep the true one away.
    seal(4);
    await clock.advance(5000);
    expect(heights()).to.deep.equal([4]);
  });

  it('for another docket than the sealed one are judged as the fork that they prove', async () => {
    const { heads, judged } = scene();
    expect(await heads.onHeard('far', headAt(ID, 3, { salt: 1 }))).to.equal('accept');
    expect(judged).to.deep.equal([{ peerId: 'far', height: 3 }]);
  });

  it('stop with their driver', async () => {
    const { clock, heads, seal, told } = scene({ isOwn: false });
    seal(4);
    heads.stop();
    await clock.advance(5000);
    expect(told).to.deep.equal([]);
    expect(clock.armed).to.equal(0);
  });
});
