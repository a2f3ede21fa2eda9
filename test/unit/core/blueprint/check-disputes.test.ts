// Findings in the disputes of a definition: terms, a resolver that no party can be, and what an objection shows to all.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { checkBlueprint } from '../../../../core/blueprint/check.js';
import { asks, definitionOf, shows, to } from '../../../support/language-2.js';
import { alice } from '../../../support/ledger.js';

const num = { type: 'integer' };

function found(disputes: JsonObject | undefined, seen: readonly string[] = ['*'], last: JsonObject = { id: 'z' }) {
  const definition = {
    ...definitionOf([
      { ...asks({ price: num, secret: num }), ...shows({ y: ['*'], z: seen }), ...to(2) },
      { sender: 'y', ...asks({ done: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
    ]),
    participants: [{ id: 'x' }, { id: 'y' }, last],
    ...(disputes && { disputes }),
  };
  return checkBlueprint(definition as never)
    .filter(({ location }) => location.startsWith('/disputes'))
    .map(({ severity, code, location }) => `${severity} ${code} ${location}`);
}

describe('findings about disputes', () => {
  it('are terms out of bounds, and a resolver that no wallet ever holds', () => {
    expect(found({ judgeWithin: 'PT1M', resolver: 'y' })).to.deep.equal(['error BP_DURATION /disputes/judgeWithin']);
    expect(found({ resolver: 'nobody' })).to.deep.equal(['error BP_RESOLVER /disputes/resolver']);
    expect(found({ resolver: 'z' })).to.deep.equal(['error BP_RESOLVER /disputes/resolver']);
    expect(found({ resolver: 'z' }, ['*'], { id: 'z', walletAddress: alice.address })).to.deep.equal([]);
    expect(found({ resolver: 'y' })).to.deep.equal([]);
  });

  it('are parts that an objection would show to all, where no resolver judges in private', () => {
    const hides = ['price'];
    expect(found({ window: 'P9D' }, hides)).to.deep.equal(['warning BP_DISPUTE_PUBLIC /disputes']);
    expect(found({ window: 'P9D', resolver: 'y' }, hides)).to.deep.equal([]);
    expect(found({ window: 'P9D' })).to.deep.equal([]);
    expect(found(undefined, hides)).to.deep.equal([]);
  });
});
