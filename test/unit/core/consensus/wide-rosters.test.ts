// A wide roster may have more values in play at one height than a seat keeps bodies of by default: as many as it has
// members that a quorum can do without, and one.
import { expect } from 'chai';
import { BODIES_MAX } from '../../../../core/base/limits/node/consensus.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import type { Effect } from '../../../../core/consensus/effect.js';
import { proposerAt } from '../../../../core/consensus/environment.js';
import type { Docket } from '../../../../core/model/register.js';
import { changeBy, docketOn, proposalBy, Seat, TRIO } from '../../../model/scenarios.js';
import { envOf, genesisOf, nameOf, type World } from '../../../model/world.js';

/** Twenty-five seats, of which thirteen decide. */
const WIDE: World = { ...TRIO, rosters: ['ABCDEFGHIJKLMNOPQRSTUVWXY'] };
const ANSWERS_MAX = 200;

describe('a wide roster', () => {
  it('is proposed to by a seat that needs the bodies of a dozen values', () => {
    const genesis = genesisOf(WIDE);
    const env = envOf(WIDE, 'A', 1);
    const proposer = (round: number) => nameOf(proposerAt(new Seat(WIDE, 'A').state.tip, round, env));
    const values = env.quorum.commit - 1;
    expect(values).to.be.greaterThan(BODIES_MAX);
    const node = new Seat(WIDE, proposer(values));
    const others = [...WIDE.rosters[0]!].filter((name) => name !== node.name).slice(0, values);
    const dockets = new Map<string, Docket>();
    const effects: Effect[] = [];
    // Each round before reached one member beside its proposer, and the rest of that quorum is down.
    for (const [round, name] of others.entries()) {
      const docket = docketOn(WIDE, genesis, proposer(round), round);
      dockets.set(docket.hash, docket);
      const { prepare } = proposalBy(WIDE, proposer(round), genesis, docket, { round });
      const change = changeBy(WIDE, name, 1, values, prepare);
      effects.push(
        ...node.hear(name, {
          type: 'round-change',
          change,
          prepared: certificateOf([prepare], env.roster),
          busy: true,
        }),
      );
    }
    for (let round = 0; round < values; round++) effects.push(...node.feed({ type: 'timer', height: 1, round }));
    expect(node.state.record.round).to.equal(values);
    let answers = 0;
    const proposed = () => effects.some((effect) => effect.type === 'send' && effect.message.type === 'proposal');
    for (let effect = effects.shift(); effect && answers < ANSWERS_MAX && !proposed(); effect = effects.shift()) {
      if (effect.type === 'fetch' && effect.docketHash !== null)
        effects.push(...node.feed({ type: 'body', docket: dockets.get(effect.docketHash)! }));
      else if (effect.type === 'check')
        effects.push(
          ...node.feed({ type: 'checked', docketHash: effect.docket.hash, time: effect.time, ok: true, code: '' }),
        );
      else continue;
      answers += 1;
    }
    expect(proposed(), `a proposal after ${answers} answers`).to.equal(true);
    // A body without a claim is not kept.
    for (let variant = 100; variant < 200; variant++)
      node.feed({ type: 'body', docket: docketOn(WIDE, genesis, 'A', variant) });
    expect(node.state.bodies.length).to.be.at.most(values + 2);
  });
});
