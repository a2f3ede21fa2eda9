// The reducer step by step, on frozen states and inputs: each effect in order, for one, majority, bft and new rosters.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import { ROUNDS_AHEAD_MAX } from '../../../../core/base/limits/ledger/consensus.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { initial, restore, tipOf } from '../../../../core/consensus/state.js';
import { step } from '../../../../core/consensus/step.js';
import {
  changeBy,
  clockJudgesAgain,
  docketOn,
  ELSEWHERE,
  justifiedElsewhere,
  oldRosterDecides,
  proposalBy,
  Seat,
  sealedBy,
  TRIO,
  voteBy,
} from '../../../model/scenarios.js';
import { told } from '../../../model/told.js';
import { envOf, genesisOf, idOf, SHIPPED, sha, type World } from '../../../model/world.js';

const SOLO: World = { ...TRIO, rosters: ['A'] };
const QUAD: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };

const ARM = ['arm round 1000', 'arm resend 500'];
const DISARM = ['disarm round', 'disarm resend'];

describe('step: one validator', () => {
  it('seals what it built in one FIFO, sends nothing, arms nothing, and builds on while there is work', () => {
    const node = new Seat(SOLO, 'A');
    expect(told(node.feed({ type: 'work', on: true }))).to.deep.equal(['build 0']);
    const docket = docketOn(SOLO, genesisOf(SOLO), 'A');
    expect(told(node.feed({ type: 'built', height: 1, round: 0, docket }))).to.deep.equal([
      'persist body+record',
      'event Proposed',
      'event Accepted',
      'persist seal',
      'event Sealed',
    ]);
    expect(told(node.feed({ type: 'next' }))).to.deep.equal(['build 0']);
    expect(told(node.feed({ type: 'built', height: 2, round: 0, docket: null }))).to.deep.equal([]);
    expect(node.state.work).to.equal(false);
  });

  it('finishes after a restart what it had recorded before the seal', () => {
    const node = new Seat(SOLO, 'A');
    const docket = docketOn(SOLO, genesisOf(SOLO), 'A');
    node.feed({ type: 'work', on: true });
    const [first] = node.feed({ type: 'built', height: 1, round: 0, docket });
    const record =
      first?.type === 'persist' ? first.writes.flatMap((w) => (w.kind === 'record' ? [w.record] : []))[0] : undefined;
    const state = restore(record!, tipOf(genesisOf(SOLO)), [docket]);
    const { effects } = step(state, { type: 'next' }, envOf(SOLO, 'A', 1));
    expect(told(effects)).to.deep.equal(['event Accepted', 'persist seal', 'event Sealed']);
  });

  it('asks again when work came while it built nothing', () => {
    const node = new Seat(SOLO, 'A');
    node.feed({ type: 'work', on: true });
    node.feed({ type: 'work', on: true });
    expect(told(node.feed({ type: 'built', height: 1, round: 0, docket: null }))).to.deep.equal(['build 0']);
  });

  it('does not build while paused', () => {
    const node = new Seat(SOLO, 'A');
    node.feed({ type: 'pause' });
    expect(told(node.feed({ type: 'work', on: true }))).to.deep.equal([]);
    expect(told(node.feed({ type: 'resume' }))).to.deep.equal(['build 0']);
  });
});

describe('step: majority of three', () => {
  const genesis = genesisOf(TRIO);
  const docket = docketOn(TRIO, genesis, 'A');
  const about = { height: 1, round: 0, docketHash: docket.hash };
  const commit = (name: string) => ({ type: 'vote', vote: voteBy(TRIO, name, { kind: 'COMMIT', ...about }) }) as const;

  function proposer(): Seat {
    const node = new Seat(TRIO, 'A');
    expect(told(node.feed({ type: 'work', on: true }))).to.deep.equal(['build 10', ...ARM]);
    expect(told(node.feed({ type: 'built', height: 1, round: 0, docket }))).to.deep.equal([
      'persist body+record',
      'event Proposed',
      'send proposal to BC',
    ]);
    return node;
  }

  function follower(name = 'B'): Seat {
    const node = new Seat(TRIO, name);
    const proposal = proposalBy(TRIO, 'A', genesis, docket);
    expect(told(node.hear('A', { type: 'proposal', proposal }))).to.deep.equal(['check fresh', ...ARM]);
    return node;
  }

  it('the proposer decides with one vote of another, and tells the members', () => {
    const node = proposer();
    expect(told(node.hear('B', commit('B')))).to.deep.equal(['event Accepted', 'persist seal', 'event Sealed']);
    node.feed({ type: 'work', on: false });
    expect(told(node.feed({ type: 'next' }))).to.deep.equal(['send decided to BC', ...DISARM]);
  });

  it('ignores a vote that came late, and answers its second copy', () => {
    const node = proposer();
    node.hear('B', commit('B'));
    node.feed({ type: 'next' });
    expect(told(node.hear('C', commit('C')))).to.deep.equal([]);
    expect(told(node.hear('C', commit('C')))).to.deep.equal(['send decided to C']);
    expect(
      told(node.hear('C', { type: 'round-change', change: changeBy(TRIO, 'C', 1, 1), prepared: null, busy: true })),
    ).to.deep.equal(['serve 1 to C']);
  });

  it('a member votes once the docket is judged, behind the write, and never for another docket of the round', () => {
    const node = follower();
    const voted = node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    expect(told(voted)).to.deep.equal(['persist body+record', 'event Proposed', 'send COMMIT to A']);
    const proposal = proposalBy(TRIO, 'A', genesis, docketOn(TRIO, genesis, 'A', 2));
    expect(told(node.hear('A', { type: 'proposal', proposal }))).to.deep.equal(['event Evidence']);
    expect(told(node.hear('A', { type: 'proposal', proposal: proposalBy(TRIO, 'A', genesis, docket) }))).to.deep.equal([
      'send COMMIT to A',
    ]);
  });

  it('a rejection is told to all with its code and promises nothing', () => {
    const node = follower();
    const effects = node.feed({
      type: 'checked',
      docketHash: docket.hash,
      time: 'fresh',
      ok: false,
      code: 'DOCKET_EMPTY',
    });
    expect(told(effects)).to.deep.equal(['send reject COMMIT to AC', ...DISARM]);
    const vote = voteBy(TRIO, 'C', { kind: 'COMMIT', ...about }, 'DOCKET_EMPTY');
    expect(told(node.hear('C', { type: 'vote', vote }))).to.deep.equal([
      'event Rejected',
      'persist record',
      'send round-change to AC',
    ]);
    expect(node.state.record.commitVote).to.equal(null);
  });

  it('a proposal for the next height decides this one', () => {
    const node = follower();
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    const head = sealedBy(TRIO, docket, 'AC');
    const second = docketOn(TRIO, head, 'A');
    const message = { type: 'proposal', proposal: proposalBy(TRIO, 'A', head, second) } as const;
    expect(told(node.hear('A', message))).to.deep.equal(['event Accepted', 'persist seal', 'event Sealed']);
    expect(told(node.feed({ type: 'next' }))).to.deep.equal(['check fresh', ...ARM]);
  });

  it('fetches the body of a decided docket, judges it, and seals', () => {
    const node = new Seat(TRIO, 'C');
    const { certificate } = sealedBy(TRIO, docket, 'AB');
    expect(told(node.hear('A', { type: 'decided', certificate, docket: null }))).to.deep.equal([
      'fetch body from A',
      ...ARM,
    ]);
    expect(told(node.feed({ type: 'body', docket }))).to.deep.equal(['check']);
    const sealed = node.feed({ type: 'checked', docketHash: docket.hash, time: 'never', ok: true, code: '' });
    expect(told(sealed)).to.deep.equal(['event Accepted', 'persist seal', 'event Sealed']);
  });

  it('stops where a quorum holds valid what it holds invalid', () => {
    const node = new Seat(TRIO, 'C');
    node.hear('A', { type: 'decided', ...sealedBy(TRIO, docket, 'AB') });
    const effects = node.feed({
      type: 'checked',
      docketHash: docket.hash,
      time: 'never',
      ok: false,
      code: 'DOCKET_STATE_MISMATCH',
    });
    expect(told(effects)).to.deep.equal(['event Diverged', ...DISARM]);
    expect(told(node.feed({ type: 'work', on: true }))).to.deep.equal([]);
  });

  it('stops with the proof when a second certificate names another docket', () => {
    const node = new Seat(TRIO, 'C');
    node.feed({ type: 'adopt', ...sealedBy(TRIO, docket, 'AB') });
    node.feed({ type: 'next' });
    const other = sealedBy(TRIO, docketOn(TRIO, genesis, 'B'), 'BC', 1);
    expect(told(node.hear('B', { type: 'decided', ...other }))).to.deep.equal(['event Fork']);
    expect(node.state.halted).to.equal('FORK');
  });

  it('a member that times out promises, persists, tells, and carries no member along alone', () => {
    const node = new Seat(TRIO, 'C');
    node.feed({ type: 'work', on: true });
    expect(told(node.feed({ type: 'timer', height: 1, round: 0 }))).to.deep.equal([
      'persist record',
      'send round-change to AB',
      'offer to B',
      'arm round 1500',
      'arm resend 750',
    ]);
    expect(told(node.feed({ type: 'timer', height: 1, round: 1 }))).to.deep.equal(['arm round 1500', 'arm resend 750']);
    expect(node.state.record.round).to.equal(1);
    const other = new Seat(TRIO, 'B');
    const change = changeBy(TRIO, 'C', 1, 5);
    expect(told(other.hear('C', { type: 'round-change', change, prepared: null, busy: true }))).to.deep.equal(ARM);
    expect(other.state.record.round).to.equal(0);
  });

  it('answers a member in an earlier round with its own round change, work or not', () => {
    const node = new Seat(TRIO, 'C');
    node.feed({ type: 'work', on: true });
    node.feed({ type: 'timer', height: 1, round: 0 });
    node.hear('A', { type: 'round-change', change: changeBy(TRIO, 'A', 1, 2), prepared: null, busy: true });
    node.hear('B', { type: 'round-change', change: changeBy(TRIO, 'B', 1, 2), prepared: null, busy: true });
    const again = restore(node.state.record, tipOf(genesis), []);
    node.state = step(again, { type: 'next' }, envOf(TRIO, 'C', 1)).state;
    const effects = node.hear('B', {
      type: 'round-change',
      change: changeBy(TRIO, 'B', 1, 1),
      prepared: null,
      busy: true,
    });
    expect(told(effects)).to.deep.equal(['send round-change to B']);
  });

  it('a paused proposer with work gives its round away, and still votes', () => {
    const node = new Seat(TRIO, 'A');
    node.feed({ type: 'pause' });
    expect(told(node.feed({ type: 'work', on: true })).slice(0, 2)).to.deep.equal([
      'persist record',
      'send round-change to BC',
    ]);
    const own = docketOn(TRIO, genesis, 'B');
    const justification = [changeBy(TRIO, 'B', 1, 1), changeBy(TRIO, 'A', 1, 1)];
    node.hear('B', { type: 'proposal', proposal: proposalBy(TRIO, 'B', genesis, own, { round: 1, justification }) });
    const voted = node.feed({ type: 'checked', docketHash: own.hash, time: 'fresh', ok: true, code: '' });
    expect(told(voted)).to.include('send COMMIT to B');
  });

  it('proposes what another member prepared, with its proof, and does not build', () => {
    const node = follower();
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    expect(told(node.feed({ type: 'timer', height: 1, round: 0 }))[0]).to.equal('persist record');
    const change = changeBy(TRIO, 'C', 1, 1);
    const heard = node.hear('C', { type: 'round-change', change, prepared: null, busy: true });
    expect(told(heard)).to.deep.equal(['check again']);
    const effects = node.feed({ type: 'checked', docketHash: docket.hash, time: 'again', ok: true, code: '' });
    const sent = effects.find((effect) => effect.type === 'send');
    expect(sent?.message.type === 'proposal' && sent.message.proposal.docket.hash).to.equal(docket.hash);
    expect(sent?.message.type === 'proposal' && sent.message.proposal.prepared?.round).to.equal(0);
  });

  it('refuses a later round without a quorum of round changes, or with a value they do not name', () => {
    const node = new Seat(TRIO, 'C');
    const own = docketOn(TRIO, genesis, 'B');
    const prepare = voteBy(TRIO, 'A', { kind: 'PREPARE', ...about });
    const prepared = certificateOf([prepare], envOf(TRIO, 'C', 1).roster);
    const b = changeBy(TRIO, 'B', 1, 1);
    const a = changeBy(TRIO, 'A', 1, 1, prepare);
    const tries = [
      { round: 1, justification: [] },
      { round: 1, justification: [b] },
      { round: 1, justification: [b, b] },
      { round: 1, justification: [b, a] },
      { round: 1, justification: [b, a], prepared },
      { round: 1, justification: [b, { ...a, round: 2 }] },
    ];
    for (const members of tries)
      expect(
        told(node.hear('B', { type: 'proposal', proposal: proposalBy(TRIO, 'B', genesis, own, members) })),
      ).to.deep.equal([]);
    const right = proposalBy(TRIO, 'B', genesis, docket, { round: 1, justification: [b, a], prepared });
    expect(told(new Seat(TRIO, 'C').hear('B', { type: 'proposal', proposal: right }))).to.deep.equal([
      'check fresh',
      ...ARM,
    ]);
  });

  it('keeps its buffers within their bounds whatever it hears', () => {
    const node = new Seat(TRIO, 'A');
    for (let round = 0; round < 200; round++) {
      for (const height of [1, 2]) {
        node.hear('B', {
          type: 'vote',
          vote: voteBy(TRIO, 'B', { kind: 'COMMIT', height, round, docketHash: sha(`${round}`) }),
        });
        node.hear('C', {
          type: 'round-change',
          change: changeBy(TRIO, 'C', height, round + 1),
          prepared: null,
          busy: true,
        });
      }
      node.feed({ type: 'body', docket: docketOn(TRIO, genesis, 'B', round) });
    }
    expect(node.state.votes).to.have.length(ROUNDS_AHEAD_MAX + 1);
    expect(node.state.changes).to.have.length(1);
    expect(node.state.ahead).to.have.length(ROUNDS_AHEAD_MAX + 2);
    expect(node.state.bodies, 'bodies that nobody asked for').to.have.length(0);
  });

  it('an idle register is silent', () => {
    const node = new Seat(TRIO, 'A');
    for (const input of [
      { type: 'timer', height: 1, round: 0 },
      { type: 'resend' },
      { type: 'pause' },
      { type: 'resume' },
    ] as const)
      expect(node.feed(input)).to.deep.equal([]);
  });

  it('a resend repeats what was signed', () => {
    const node = follower();
    const voted = node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    const first = voted.find((effect) => effect.type === 'send');
    expect(node.feed({ type: 'resend' }).find((effect) => effect.type === 'send')).to.deep.equal(first);
  });

  it('handles nothing between a seal and `next`, and takes no foreign roster', () => {
    const state = initial(tipOf(genesis));
    expect(() => step(state, { type: 'resend' }, envOf(TRIO, 'A', 1))).to.throw(InvariantError);
    expect(() => step(state, { type: 'next' }, envOf(SOLO, 'A', 1))).to.throw(InvariantError);
    expect(() => restore({ ...state.record, tipHash: sha('x') }, tipOf(genesis), [])).to.throw(InvariantError);
  });

  it('is not judged by the old roster, and a re-proposal by the clock as far as those who name it have not', () => {
    expect(oldRosterDecides(SHIPPED)).to.equal(undefined);
    expect(clockJudgesAgain(SHIPPED)).to.equal(undefined);
  });
});

describe('step: bft of four', () => {
  const genesis = genesisOf(QUAD);
  const docket = docketOn(QUAD, genesis, 'A');
  const vote = (name: string, kind: 'PREPARE' | 'COMMIT') =>
    ({ type: 'vote', vote: voteBy(QUAD, name, { kind, height: 1, round: 0, docketHash: docket.hash }) }) as const;

  it('prepares with three, then commits with three', () => {
    const a = new Seat(QUAD, 'A');
    a.feed({ type: 'work', on: true });
    a.feed({ type: 'built', height: 1, round: 0, docket });
    expect(told(a.hear('B', vote('B', 'PREPARE')))).to.deep.equal([]);
    expect(told(a.hear('B', vote('B', 'PREPARE')))).to.deep.equal([]);
    expect(told(a.hear('C', vote('C', 'PREPARE')))).to.deep.equal(['persist record', 'send prepared to BCD']);
    a.hear('B', vote('B', 'COMMIT'));
    expect(told(a.hear('C', vote('C', 'COMMIT')))).to.deep.equal(['event Accepted', 'persist seal', 'event Sealed']);
  });

  it('a member commits only to what a quorum with the proposer prepared', () => {
    const b = new Seat(QUAD, 'B');
    b.hear('A', { type: 'proposal', proposal: proposalBy(QUAD, 'A', genesis, docket) });
    const prepared = b.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    expect(told(prepared)).to.deep.equal(['persist body+record', 'event Proposed', 'send PREPARE to A']);
    const { roster } = envOf(QUAD, 'B', 1);
    const of = (names: string) =>
      certificateOf(
        [...names].map((name) => vote(name, 'PREPARE').vote),
        roster,
      );
    expect(told(b.hear('A', { type: 'prepared', certificate: of('AB') }))).to.deep.equal([]);
    expect(told(b.hear('A', { type: 'prepared', certificate: of('BCD') }))).to.deep.equal([]);
    expect(told(b.hear('A', { type: 'prepared', certificate: of('ABD') }))).to.deep.equal([
      'persist record',
      'send COMMIT to A',
    ]);
    expect(b.state.record.prepared?.signatures).to.have.length(3);
  });
});

describe('step: a justification from elsewhere', () => {
  for (const [what, members] of Object.entries(ELSEWHERE))
    it(`with round changes of another ${what} carries no second docket to a quorum`, () => {
      expect(justifiedElsewhere(SHIPPED, members)).to.equal(undefined);
    });

  it('is refused for nothing but its place', () => {
    expect(justifiedElsewhere(SHIPPED, {})).to.equal('two dockets of one height have a quorum');
  });
});

describe('step: roster change', () => {
  const world: World = { ...TRIO, rosters: ['ABC', 'BCD'] };

  it('tells the old members and serves the new one; the removed member falls silent', () => {
    const genesis = genesisOf(world);
    const docket = docketOn(world, genesis, 'A');
    const a = new Seat(world, 'A');
    a.feed({ type: 'work', on: true });
    a.feed({ type: 'built', height: 1, round: 0, docket });
    a.hear('B', {
      type: 'vote',
      vote: voteBy(world, 'B', { kind: 'COMMIT', height: 1, round: 0, docketHash: docket.hash }),
    });
    expect(told(a.feed({ type: 'next' }))).to.deep.equal(['send decided to BC', 'serve 1 to D', ...DISARM]);
    expect(told(a.feed({ type: 'work', on: true }))).to.deep.equal([]);
    const vote = voteBy(world, 'B', { kind: 'COMMIT', height: 2, round: 0, docketHash: sha('x') });
    expect(a.feed({ type: 'receive', message: { type: 'vote', vote }, from: idOf('B') })).to.deep.equal([]);
  });
});
