// A replica without a seat runs the same reducer: it learns what others decided and never takes part, whatever it is
// told.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Effect } from '../../../../core/consensus/effect.js';
import type { ConsensusInput } from '../../../../core/consensus/input.js';
import { initial, tipOf } from '../../../../core/consensus/state.js';
import { step } from '../../../../core/consensus/step.js';
import type { Env, Message, State } from '../../../../core/consensus/types.js';
import type { ConsensusMode, SealedDocket } from '../../../../core/model/register.js';
import type { TimeRule } from '../../../../core/register/docket-time.js';
import { changeBy, docketOn, proposalBy, sealedBy, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, genesisOf, idOf, type World } from '../../../model/world.js';

const HEIGHTS = 3;

function worldOf(mode: ConsensusMode): World {
  return { ...TRIO, mode, rosters: [mode === 'bft' ? 'ABCD' : 'ABC'], heights: HEIGHTS };
}

/** Nothing to sign with: a signature is an exception. */
function watching(world: World, height: number): Env {
  return {
    ...envOf(world, 'A', height),
    self: null,
    sign: () => {
      throw new Error('an observer signs nothing');
    },
  };
}

function chainOf(world: World): SealedDocket[] {
  const chain = [genesisOf(world)];
  for (let height = 1; height <= HEIGHTS; height++) {
    const docket = docketOn(world, chain[height - 1] as SealedDocket, 'A', height);
    chain.push(sealedBy(world, docket, world.mode === 'bft' ? 'ABC' : 'AB'));
  }
  return chain;
}

/** The observer with a driver that answers nothing of itself, but says `next` after a seal. */
class Observer {
  state: State;
  readonly effects: Effect[] = [];

  constructor(readonly world: World) {
    this.state = initial(tipOf(genesisOf(world)));
    this.feed({ type: 'next' });
  }

  feed(input: ConsensusInput): void {
    const { state, effects } = step(this.state, input, watching(this.world, this.state.record.height));
    this.state = state;
    this.effects.push(...effects);
    if (state.folding && state.halted === null) this.feed({ type: 'next' });
  }
}

const MODES: readonly ConsensusMode[] = ['majority', 'bft'];

/** Any input about a chain of three dockets and their rivals; what a driver checks before it feeds holds. */
function inputs(world: World): fc.Arbitrary<(state: State) => ConsensusInput> {
  const chain = chainOf(world);
  const members = [...(world.rosters[0] as string)];
  const sealedAt = (height: number) => chain[height] as SealedDocket;
  const dockets = chain.slice(1).flatMap(({ docket }) => {
    const head = sealedAt(docket.header.height - 1);
    return [docket, docketOn(world, head, 'B', 9)];
  });
  const member = fc.constantFrom(...members);
  const height = fc.integer({ min: 1, max: HEIGHTS });
  const round = fc.integer({ min: 0, max: 4 });
  const docket = fc.constantFrom(...dockets);
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc
      .record({ member, docket, round, kind: fc.constantFrom('PREPARE', 'COMMIT'), code: fc.constantFrom('', 'BAD') })
      .map(({ member: name, docket: about, round: r, kind, code }) => {
        const on = { kind: kind as 'PREPARE', height: about.header.height, round: r, docketHash: about.hash };
        return { type: 'vote', vote: voteBy(world, name, on, code) } as const;
      }),
    fc
      .record({ member, height, round, busy: fc.boolean() })
      .map(
        ({ member: name, height: h, round: r, busy }) =>
          ({ type: 'round-change', change: changeBy(world, name, h, r), prepared: null, busy }) as const,
      ),
    fc.record({ member, docket, round }).map(({ member: name, docket: body, round: r }) => {
      const head = sealedAt(body.header.height - 1);
      return { type: 'proposal', proposal: proposalBy(world, name, head, body, { round: r }) } as const;
    }),
    fc.record({ height, bare: fc.boolean() }).map(
      ({ height: h, bare }) =>
        ({
          type: 'decided',
          certificate: sealedAt(h).certificate,
          docket: bare ? null : sealedAt(h).docket,
        }) as const,
    ),
  );
  return fc.oneof(
    fc.record({ message, member }).map(
      ({ message: heard, member: from }) =>
        (): ConsensusInput => ({ type: 'receive', message: heard, from: idOf(from) }),
    ),
    fc.record({ docket, time: fc.constantFrom<TimeRule>('fresh', 'again', 'never') }).map(
      ({ docket: body, time }) =>
        (): ConsensusInput => ({ type: 'checked', docketHash: body.hash, time, ok: true, code: '' }),
    ),
    docket.map(
      (body) =>
        (state: State): ConsensusInput =>
          body.header.height === state.record.height ? { type: 'body', docket: body } : { type: 'work', on: true },
    ),
    docket.map((body) => (): ConsensusInput => ({ type: 'built', height: body.header.height, round: 0, docket: body })),
    fc
      .constantFrom<ConsensusInput>(
        { type: 'work', on: true },
        { type: 'work', on: false },
        { type: 'resend' },
        { type: 'pause' },
        { type: 'resume' },
      )
      .map((input) => (): ConsensusInput => input),
    round.map(
      (r) =>
        (state: State): ConsensusInput => ({ type: 'timer', height: state.record.height, round: r }),
    ),
    fc.constant((state: State): ConsensusInput => {
      const sealed = chain[state.record.height];
      return sealed ? { type: 'adopt', ...sealed } : { type: 'resend' };
    }),
  );
}

describe('an observer', () => {
  for (const mode of MODES) {
    const world = worldOf(mode);

    it(`never signs, promises, builds, arms a timer or sends, but for what is sealed, whatever it hears (${mode})`, () => {
      fc.assert(
        fc.property(fc.array(inputs(world), { maxLength: 60 }), (list) => {
          const observer = new Observer(world);
          for (const input of list) observer.feed(input(observer.state));
          // A member that votes twice for a sealed docket gets its certificate, as from everybody.
          const isAnswer = (effect: Effect): boolean => effect.type === 'send' && effect.message.type === 'decided';
          const types = new Set(observer.effects.filter((effect) => !isAnswer(effect)).map(({ type }) => type));
          for (const forbidden of ['send', 'arm', 'build', 'offer'] as const)
            expect(types, forbidden).not.to.include(forbidden);
          const writes = observer.effects.flatMap((effect) => (effect.type === 'persist' ? effect.writes : []));
          for (const write of writes) {
            expect(write.kind).to.equal('seal');
            if (write.kind !== 'seal') continue;
            const { commitVote, prepareVote, roundChange, proposal, round } = write.record;
            expect([commitVote, prepareVote, roundChange, proposal, round]).to.deep.equal([null, null, null, null, 0]);
          }
          expect(observer.state.record.round).to.equal(0);
          expect(observer.state.halted).to.equal(null);
        }),
        { numRuns: 300 },
      );
    });

    it(`seals what a quorum decided: told, or found by replication (${mode})`, () => {
      const chain = chainOf(world);
      const [, first, second, third] = chain as [SealedDocket, SealedDocket, SealedDocket, SealedDocket];
      const observer = new Observer(world);
      observer.feed({ type: 'receive', message: { type: 'decided', ...first }, from: idOf('B') });
      expect(observer.state.record.height).to.equal(1);
      observer.feed({ type: 'checked', docketHash: first.docket.hash, time: 'never', ok: true, code: '' });
      expect(observer.state.record.height).to.equal(2);
      observer.feed({ type: 'adopt', ...second });
      expect(observer.state.record.height).to.equal(3);
      const bare = { type: 'decided', certificate: third.certificate, docket: null } as const;
      observer.feed({ type: 'receive', message: bare, from: idOf('C') });
      const fetch = observer.effects.find((effect) => effect.type === 'fetch');
      expect(fetch).to.include({ height: 3, docketHash: third.docket.hash, from: idOf('C') });
      observer.feed({ type: 'body', docket: third.docket });
      observer.feed({ type: 'checked', docketHash: third.docket.hash, time: 'never', ok: true, code: '' });
      const sealed = observer.effects.flatMap((effect) =>
        effect.type === 'event' && effect.event.name === 'Sealed' ? [effect.event.height] : [],
      );
      expect(sealed).to.deep.equal([1, 2, 3]);
    });

    it(`asks for what it misses when a member speaks of a later height (${mode})`, () => {
      const observer = new Observer(world);
      const { certificate, docket } = chainOf(world)[2] as SealedDocket;
      observer.feed({ type: 'receive', message: { type: 'decided', certificate, docket }, from: idOf('B') });
      expect(observer.effects).to.deep.include({ type: 'fetch', height: 1, docketHash: null, from: idOf('B') });
    });
  }
});
