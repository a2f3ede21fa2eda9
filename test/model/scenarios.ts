// Stories told to one reducer step by step, for rules that a search cannot reach: each returns what went wrong, or
// undefined.
import { certificateOf } from '../../core/consensus/certificate.js';
import { roundChangeDigest, voteDigest } from '../../core/consensus/digest.js';
import type { Effect } from '../../core/consensus/effect.js';
import type { ConsensusInput } from '../../core/consensus/input.js';
import { initial, tipOf } from '../../core/consensus/state.js';
import type { Proposal, RoundChange, State, Vote } from '../../core/consensus/types.js';
import type { Docket, SealedDocket } from '../../core/model/register.js';
import {
  docketOf,
  envOf,
  fakeSign,
  genesisOf,
  idOf,
  membersAt,
  type Reducer,
  SHIPPED,
  seat,
  sha,
  type World,
} from './world.js';

export const TRIO: World = {
  reducer: SHIPPED,
  mode: 'majority',
  rosters: ['ABC'],
  heights: 3,
  rounds: 3,
  crashes: 0,
  work: 'ABC',
};

/** A signed vote; approving unless a code is given. */
export function voteBy(
  world: World,
  name: string,
  about: Pick<Vote, 'kind' | 'height' | 'round' | 'docketHash'>,
  code = '',
): Vote {
  const { registerId, genesisHash, rosterHash } = envOf(world, name, about.height);
  const vote = { ...about, registerId, genesisHash, rosterHash, voter: idOf(name), approve: code === '', code };
  return { ...vote, signature: fakeSign(seat(name).consensusKey, voteDigest(vote)) };
}

export function changeBy(
  world: World,
  name: string,
  height: number,
  round: number,
  prepared: Vote | null = null,
): RoundChange {
  const { registerId, genesisHash, rosterHash } = envOf(world, name, height);
  const preparedRound = prepared?.round ?? -1;
  const preparedHash = prepared?.docketHash ?? null;
  const change = { registerId, genesisHash, height, round, preparedRound, preparedHash, rosterHash, voter: idOf(name) };
  return { ...change, signature: fakeSign(seat(name).consensusKey, roundChangeDigest(change)) };
}

/** A docket on a head. */
export function docketOn(world: World, head: SealedDocket, builder: string, variant = 1): Docket {
  const { hash, header } = head.docket;
  return docketOf(world, {
    builder,
    height: header.height + 1,
    prevHash: hash,
    variant,
    timestampMs: header.timestampMs,
  });
}

/** The docket with COMMIT votes of the named members. */
export function sealedBy(world: World, docket: Docket, voters: string, round = 0): SealedDocket {
  const about = { kind: 'COMMIT', height: docket.header.height, round, docketHash: docket.hash } as const;
  const votes = [...voters].map((name) => voteBy(world, name, about));
  return { docket, certificate: certificateOf(votes, envOf(world, voters[0] as string, docket.header.height).roster) };
}

export function proposalBy(
  world: World,
  name: string,
  head: SealedDocket,
  docket: Docket,
  members: Partial<Proposal> = {},
): Proposal {
  const round = members.round ?? 0;
  const prepare = voteBy(world, name, {
    kind: 'PREPARE',
    height: docket.header.height,
    round,
    docketHash: docket.hash,
  });
  return { docket, round, prepare, justification: [], prepared: null, parent: head.certificate, ...members };
}

/** One reducer with its state, for tests that look at every effect. */
export class Seat {
  state: State;

  constructor(
    readonly world: World,
    readonly name: string,
    readonly reducer: Reducer = SHIPPED,
    head: SealedDocket = genesisOf(world),
  ) {
    this.state = initial(tipOf(head));
    this.feed({ type: 'next' });
  }

  feed(input: ConsensusInput): readonly Effect[] {
    const env = envOf(this.world, this.name, this.state.record.height);
    const { state, effects } = this.reducer.step(deepFreeze(this.state), deepFreeze(input), env);
    this.state = state;
    return effects;
  }

  hear(from: string, message: Extract<ConsensusInput, { type: 'receive' }>['message']): readonly Effect[] {
    return this.feed({ type: 'receive', message, from: idOf(from) });
  }
}

/** A certificate that the old roster signed for a height of the new one decides nothing. */
export function oldRosterDecides(reducer: Reducer): string | undefined {
  const world: World = { ...TRIO, rosters: ['ABC', 'BCD'] };
  const first = sealedBy(world, docketOn(world, genesisOf(world), 'A'), 'AB');
  const node = new Seat(world, 'C', reducer, first);
  const docket = docketOn(world, first, 'B');
  const about = { kind: 'COMMIT', height: 2, round: 0, docketHash: docket.hash } as const;
  const { roster, rosterHash } = envOf(world, 'A', 1);
  const votes = [...membersAt(world, 1)].slice(0, 2).map((name) => ({ ...voteBy(world, name, about), rosterHash }));
  const certificate = certificateOf(votes, roster);
  node.hear('B', { type: 'decided', certificate, docket });
  node.feed({ type: 'checked', docketHash: docket.hash, time: 'never', ok: true, code: '' });
  return node.state.record.height === 2 ? undefined : 'the old roster decided a height of the new one';
}

/**
 * How far a re-proposal is judged by the clock: as a fresh one, not to be of the future, or not at all. Gives what is
 * wrong.
 */
export function clockJudgesAgain(reducer: Reducer): string | undefined {
  const told = (names: string) => `a value that ${names} name`;
  for (const [names, rule] of [
    ['A', 'fresh'],
    ['C', 'again'],
    ['AC', 'never'],
  ] as const) {
    const found = ruleFor(reducer, names);
    if (found !== rule) return `${told(names)} is judged '${found}' by the clock`;
  }
  return undefined;
}

/**
 * The rule by which D judges a docket of A that it refused as a fresh one. B proposes it again and justifies it with
 * round changes.
 */
function ruleFor(reducer: Reducer, names: 'A' | 'C' | 'AC'): string {
  const genesis = genesisOf(TRIO);
  const node = new Seat(TRIO, 'C', reducer);
  const docket = docketOn(TRIO, genesis, 'A');
  const first = proposalBy(TRIO, 'A', genesis, docket);
  node.hear('A', { type: 'proposal', proposal: first });
  node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: false, code: 'DOCKET_TIME_INVALID' });
  node.feed({ type: 'work', on: true });
  node.feed({ type: 'timer', height: 1, round: 0 });
  const change = (name: string) => changeBy(TRIO, name, 1, 1, names.includes(name) ? first.prepare : null);
  const justification = [...`${names}B`].slice(0, 2).map(change);
  const prepared = certificateOf([first.prepare], envOf(TRIO, 'C', 1).roster);
  const again = proposalBy(TRIO, 'B', genesis, docket, { round: 1, justification, prepared });
  const asked = node.hear('B', { type: 'proposal', proposal: again });
  const check = asked.find((effect) => effect.type === 'check');
  return check?.time ?? 'nothing';
}

/**
 * Delays are bounded, so a member that no other member followed into its round must wait there: ahead of the others it
 * would stay ahead without end.
 */
export function runsAhead(reducer: Reducer): string | undefined {
  const node = new Seat(TRIO, 'C', reducer);
  node.feed({ type: 'work', on: true });
  node.feed({ type: 'timer', height: 1, round: 0 });
  const effects = node.feed({ type: 'timer', height: 1, round: 1 });
  if (node.state.record.round !== 1) return 'a member ran ahead alone';
  return effects.some((effect) => effect.type === 'arm') ? undefined : 'a member that waits forgot its timer';
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}

/**
 * The members in which a round change of another place differs from the ones that may justify a proposal at height 2,
 * round 1.
 */
export const ELSEWHERE: Readonly<Record<string, Partial<RoundChange>>> = {
  height: { height: 1 },
  register: { registerId: '00000000-0000-4000-8000-000000000002' },
  genesis: { genesisHash: sha('another genesis') },
  roster: { rosterHash: sha('another roster') },
};

/**
 * One liar of four, in bft: y is committed by a quorum at height 2, round 0. The next proposer justifies a docket of
 * its own with round changes that the same members did sign, but at another place. Where one of them is believed, the
 * honest members commit to both.
 */
export function justifiedElsewhere(reducer: Reducer, elsewhere: Partial<RoundChange>): string | undefined {
  const world: World = { ...TRIO, reducer, mode: 'bft', rosters: ['ABCD'] };
  const head = sealedBy(world, docketOn(world, genesisOf(world), 'A'), 'ACD', 1);
  const honest = ['C', 'D'].map((name) => new Seat(world, name, reducer, head));
  const decide = (proposal: Proposal, builder: string) => {
    const prepares = honest.flatMap((seat) => votesOf(seat, builder, { type: 'proposal', proposal }));
    const certificate = certificateOf([proposal.prepare, ...prepares], envOf(world, builder, 2).roster);
    const commits = honest.flatMap((seat) => votesOf(seat, builder, { type: 'prepared', certificate }));
    return (
      1 + commits.filter(({ kind, docketHash }) => kind === 'COMMIT' && docketHash === proposal.docket.hash).length
    );
  };
  const { commit } = envOf(world, 'A', 2).quorum;
  const first = decide(proposalBy(world, 'A', head, docketOn(world, head, 'A', 1)), 'A');
  if (first < commit) return `only ${first} commit to what nobody disputes`;
  const justification = ['A', 'C', 'D'].map((name) => resigned(name, { ...changeBy(world, name, 2, 1), ...elsewhere }));
  const second = decide(proposalBy(world, 'B', head, docketOn(world, head, 'B', 2), { round: 1, justification }), 'B');
  return second < commit ? undefined : 'two dockets of one height have a quorum';
}

function resigned(name: string, change: RoundChange): RoundChange {
  return { ...change, signature: fakeSign(seat(name).consensusKey, roundChangeDigest(change)) };
}

/** The approvals with which a member answers, which holds every docket valid. */
function votesOf(seat: Seat, from: string, message: Parameters<Seat['hear']>[1]): Vote[] {
  const effects = [...seat.hear(from, message)];
  const votes: Vote[] = [];
  for (let effect = effects.shift(); effect; effect = effects.shift()) {
    if (effect.type === 'check') {
      const answer = { docketHash: effect.docket.hash, time: effect.time, ok: true, code: '' };
      effects.push(...seat.feed({ type: 'checked', ...answer }));
    }
    if (effect.type === 'send' && effect.message.type === 'vote' && effect.message.vote.approve)
      votes.push(effect.message.vote);
  }
  return votes;
}
