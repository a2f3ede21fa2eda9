// Every known way to get consensus wrong, switched on: the checks of this folder must name it. A check that has killed
// no mutant is no evidence.
import { expect } from 'chai';
import type { Effect } from '../../core/consensus/effect.js';
import { freshRecord, initial } from '../../core/consensus/state.js';
import { rosterHashOf } from '../../core/register/roster.js';
import { CLOCK_MUTANTS } from './clock-mutants.js';
import { explore } from './explore.js';
import { type Mutant, mutate } from './mutate.js';
import { ELSEWHERE, justifiedElsewhere, oldRosterDecides, runsAhead } from './scenarios.js';
import { walk } from './walk.js';
import { type Reducer, rosterOf, SHIPPED, type World } from './world.js';

/** Budgets are counts: the same search on every machine. */
const now = () => 0;
const WALKS_MAX = 5000;
const BASE = { reducer: SHIPPED, mode: 'majority', heights: 1, rounds: 2, crashes: 1, work: 'ABCD' } as const;
const TWO: World = { ...BASE, rosters: ['AB'] };
const THREE: World = { ...BASE, rosters: ['ABC'] };
const LONG: World = { ...THREE, heights: 2, rounds: 3, crashes: 2 };
const CHANGE: World = { ...LONG, rosters: ['ABC', 'BCD'], heights: 3 };
const BFT: World = { ...BASE, mode: 'bft', rosters: ['ABCD'], rounds: 3, crashes: 0, liar: 'A' };

const AGREEMENT = /^I[15] /;

const MUTANTS: readonly Mutant[] = [
  {
    name: 'half of an even roster is a quorum',
    alter: { alterEnv: (env) => ({ ...env, quorum: { ...env.quorum, commit: env.roster.validators.length / 2 } }) },
    world: TWO,
    by: 'explore',
    caught: /^I[159] /,
  },
  {
    name: 'a new proposer ignores the highest prepared value',
    edits: [
      {
        file: 'handlers/propose',
        from: 'const docket = best.change.preparedHash === null ? null',
        to: 'const docket = true ? null',
      },
      { file: 'handlers/propose', from: 'prepared: best.prepared', to: 'prepared: null' },
      { file: 'handlers/on-proposal', from: 'if (best.preparedRound < 0)', to: 'if (true)' },
    ],
    world: THREE,
    by: 'walk',
    caught: AGREEMENT,
  },
  {
    name: 'the hash of a docket includes the round',
    edits: [
      {
        file: 'handlers/propose',
        from: 'const docket = choice.docket ?? built;',
        to: "const docket = choice.docket ? { ...choice.docket, hash: choice.docket.hash.slice(0, 62) + '0' + record.round } : built;",
      },
      {
        file: 'handlers/on-proposal',
        from: 'docket.hash === best.preparedHash &&',
        to: 'docket.hash.slice(0, 62) === best.preparedHash.slice(0, 62) &&',
      },
    ],
    world: THREE,
    by: 'walk',
    caught: AGREEMENT,
  },
  {
    name: 'a vote below the promised round',
    edits: [{ file: 'handlers/on-proposal', from: 'if (round < d.state.record.round)', to: 'if (false)' }],
    world: THREE,
    by: 'walk',
    caught: /^I[135] /,
  },
  {
    name: 'messages leave before the write',
    wrap: (reducer) => ({
      ...reducer,
      step: reordered(reducer, (e) => [...e.filter(isSend), ...e.filter((x) => !isSend(x))]),
    }),
    world: TWO,
    by: 'explore',
    caught: /^I7 /,
  },
  {
    name: 'the record is not restored',
    wrap: (reducer) => ({ ...reducer, restore: (_, tip) => initial(tip) }),
    world: TWO,
    by: 'explore',
    caught: /^I[1-5] /,
  },
  {
    name: 'the prepared value is not restored',
    wrap: (reducer) => ({
      ...reducer,
      restore: (record, tip, bodies) => reducer.restore({ ...freshRecord(tip), round: record.round }, tip, bodies),
    }),
    world: THREE,
    by: 'walk',
    caught: /^I[1-5] /,
  },
  {
    name: 'a resend signs its round change again',
    edits: [
      { file: 'handlers/resend', from: 'roundChange.preparedRound === (prepared?.round ?? -1)', to: 'true' },
      {
        file: 'handlers/resend',
        from: 'change: roundChange, prepared',
        to: 'change: { ...roundChange, preparedRound: prepared?.round ?? -1, preparedHash: prepared?.docketHash ?? null }, prepared',
      },
    ],
    world: LONG,
    by: 'walk',
    caught: /^I[47] |accused/,
  },
  {
    name: 'a second proposal in one round',
    edits: [
      {
        file: 'handlers/propose',
        from: 'if (record.proposal?.round === record.round || votesIn(record, record.round).length > 0)',
        to: 'if (false)',
      },
      { file: 'handlers/on-proposal', from: 'const mine = ownVoteAt(d, round);', to: 'const mine = undefined;' },
    ],
    world: LONG,
    by: 'walk',
    caught: /^I[1-5] |accused/,
  },
  {
    name: 'a certificate counts a voter twice',
    edits: [{ file: 'certificate', from: 'voterIndex <= last', to: 'voterIndex < last' }],
    world: BFT,
    by: 'walk',
    caught: /^I[19] /,
  },
  {
    name: 'fewer PREPARE votes than a quorum suffice',
    alter: { alterEnv: (env) => ({ ...env, quorum: { ...env.quorum, prepare: 1 } }) },
    world: BFT,
    by: 'walk',
    caught: AGREEMENT,
  },
  {
    name: 'an unproven claim is accepted',
    edits: [{ file: 'environment', from: 'if (shapeProblem(certificate, shapeOf(env)))', to: 'if (false)' }],
    world: { ...BFT, liar: 'B' },
    by: 'walk',
    caught: AGREEMENT,
  },
  {
    name: 'a fresh docket although a round change carries a prepared value',
    edits: [{ file: 'handlers/on-proposal', from: 'if (best.preparedRound < 0)', to: 'if (own)' }],
    world: { ...BFT, liar: 'B' },
    by: 'walk',
    seed: 12_100,
    caught: AGREEMENT,
  },
  {
    name: 'round changes of fewer than a quorum justify a proposal',
    edits: [{ file: 'handlers/on-proposal', from: 'voters.size >= d.env.quorum.commit', to: 'voters.size >= 1' }],
    world: { ...BFT, liar: 'B' },
    by: 'walk',
    caught: AGREEMENT,
  },
  ...[
    ['height', 'change.height === state.record.height'],
    ['register', 'change.registerId === env.registerId'],
    ['genesis', 'change.genesisHash === env.genesisHash'],
    ['roster', 'change.rosterHash === env.rosterHash'],
  ].map(([what = '', from = '']) => ({
    name: `round changes of another ${what} justify a proposal`,
    edits: [{ file: 'handlers/on-proposal', from, to: 'true' }],
    world: BFT,
    by: (reducer: Reducer) => justifiedElsewhere(reducer, ELSEWHERE[what] ?? {}),
    caught: /^two dockets of one height/,
  })),
  {
    name: 'an honest member forgets while another lies',
    wrap: (reducer) => ({ ...reducer, restore: (_, tip) => initial(tip) }),
    world: { ...BFT, crashes: 2 },
    by: 'walk',
    caught: /^I[1-5] |accused/,
  },
  {
    name: 'the old roster decides after a change',
    alter: {
      alterEnv: (env, height) =>
        height > 1 ? { ...env, roster: rosterOf('ABC'), rosterHash: rosterHashOf(rosterOf('ABC')) } : env,
    },
    world: CHANGE,
    by: 'walk',
    caught: /^threw: the environment has the roster that the head names$|^I[19]/,
  },
  {
    name: 'a roster change takes effect at its own height',
    alter: {
      alterEnv: (env, height) =>
        height === 1 ? { ...env, roster: rosterOf('BCD'), rosterHash: rosterHashOf(rosterOf('BCD')) } : env,
    },
    world: CHANGE,
    by: 'walk',
    caught: /^threw: the environment has the roster that the head names$|^I(9|11) /,
  },
  {
    name: 'a vote counts for its docket in any round',
    edits: [{ file: 'handlers/votes', from: 'vote.round === like.round &&', to: 'true &&' }],
    world: LONG,
    by: 'walk',
    caught: /^I[159] /,
  },
  {
    name: 'a certificate of another roster counts',
    edits: [{ file: 'certificate', from: 'if (certificate.rosterHash !== shape.rosterHash)', to: 'if (false)' }],
    world: CHANGE,
    by: oldRosterDecides,
    caught: /^the old roster decided/,
  },
  ...CLOCK_MUTANTS,
  {
    name: 'the seal is two batches',
    wrap: (reducer) => ({ ...reducer, step: reordered(reducer, (effects) => effects.flatMap(splitSeal)) }),
    world: { ...LONG, crashes: 4 },
    by: 'walk',
    caught: /^threw: the consensus record builds on the sealed head$|^I6/,
  },
  {
    name: 'timers run on an idle register',
    edits: [
      {
        file: 'step',
        from: 'env.roster.validators.length > 1 && isBusy(state)',
        to: 'env.roster.validators.length > 1',
      },
    ],
    world: TWO,
    by: 'explore',
    caught: /^I12 /,
  },
  {
    name: 'the rounds of others count as work',
    edits: [
      { file: 'state', from: 'busy && change.round >= state.record.round', to: 'change !== state.record.roundChange' },
    ],
    world: LONG,
    by: 'walk',
    caught: /^I12 /,
  },
  {
    name: 'who keeps company says that it is busy',
    edits: [
      {
        file: 'handlers/on-round-change',
        from: 'keepChange(d, { change, prepared, busy: from === change.voter ? claimed.busy : isKnown && kept.busy });',
        to: 'keepChange(d, { ...claimed, busy: true });',
      },
    ],
    world: LONG,
    by: 'walk',
    caught: /^I12 .* falls silent$/,
  },
  {
    name: 'what a member said long ago keeps it busy',
    edits: [{ file: 'handlers/on-round-change', from: 'entry.busy ? { ...entry, busy: false } : entry', to: 'entry' }],
    world: { ...LONG, rosters: ['ABCDE'], work: 'ABCDE' },
    by: 'walk',
    caught: /^I12 .* falls silent$/,
  },
  {
    name: 'a PREPARE vote of an earlier round keeps a member busy',
    edits: [{ file: 'state', from: 'record.prepareVote?.round === record.round', to: 'record.prepareVote !== null' }],
    world: { ...BFT, crashes: 1 },
    by: 'walk',
    caught: /^I12 /,
  },
  {
    name: 'nobody hears that another member is busy',
    edits: [
      {
        file: 'handlers/on-round-change',
        from: 'keepChange(d, { change, prepared, busy: from === change.voter ? claimed.busy : isKnown && kept.busy });',
        to: 'keepChange(d, { ...claimed, busy: false });',
      },
    ],
    world: LONG,
    by: 'walk',
    caught: /^no progress/,
  },
  {
    name: 'a timeout changes nothing',
    edits: [{ file: 'handlers/on-round-change', from: 'if (isFollowed(d))', to: 'if (false)' }],
    world: THREE,
    by: 'walk',
    caught: /^no progress/,
  },
  {
    name: 'a member in a later round ignores one in an earlier round',
    edits: [{ file: 'handlers/on-round-change', from: 'showRound(d, change.voter)', to: 'void 0' }],
    world: { ...LONG, rosters: ['AB'] },
    by: 'walk',
    caught: /^no progress/,
  },
  {
    name: 'a member runs ahead alone',
    edits: [{ file: 'handlers/on-round-change', from: 'if (isFollowed(d))', to: 'if (true)' }],
    world: THREE,
    by: runsAhead,
    caught: /ran ahead alone$/,
  },
  {
    name: 'nothing is repeated',
    edits: [{ file: 'handlers/resend', from: '!isActive(d) || !isBusy(d.state)', to: 'isActive(d)' }],
    world: LONG,
    by: 'walk',
    caught: /^no progress/,
  },
];

function isSend(effect: Effect): boolean {
  return effect.type === 'send';
}

function reordered(reducer: Reducer, order: (effects: readonly Effect[]) => readonly Effect[]): Reducer['step'] {
  return (state, input, env) => {
    const next = reducer.step(state, input, env);
    return { state: next.state, effects: order(next.effects) };
  };
}

/** First the docket with the old record, then the new record. */
function splitSeal(effect: Effect): Effect[] {
  if (effect.type !== 'persist') return [effect];
  const seal = effect.writes.find((write) => write.kind === 'seal');
  if (!seal) return [effect];
  const { record, ...docket } = seal;
  return [
    { type: 'persist', writes: [docket as typeof seal] },
    { type: 'persist', writes: [{ kind: 'record', record }] },
  ];
}

/** The first problem that is the one to find; a mutant may also break what another check sees first. */
function search({ by, caught, seed: from = 1 }: Mutant, world: World): string {
  if (by === 'explore') return explore(world, { states: 200_000, ms: 1, now }).problem ?? 'nothing';
  if (by !== 'walk') return by(world.reducer) ?? 'nothing';
  let found = 'nothing';
  for (let seed = from; seed < from + WALKS_MAX; ) {
    const verdict = walk(world, { walks: from + WALKS_MAX - seed, steps: 80, seed, ms: 1, now });
    found = verdict.problem ?? found;
    if (!verdict.problem || caught.test(found)) return found;
    seed = verdict.seed + 1;
  }
  return found;
}

describe('mutants of the consensus reducer', function () {
  this.timeout(120_000);
  for (const mutant of MUTANTS) {
    it(`are caught: ${mutant.name}`, async () => {
      const { reducer, remove } = await mutate(mutant.edits ?? []);
      try {
        const world: World = { ...mutant.world, ...mutant.alter, reducer: mutant.wrap?.(reducer) ?? reducer };
        expect(search(mutant, world), mutant.name).to.match(mutant.caught);
      } finally {
        remove();
      }
    });
  }
});
