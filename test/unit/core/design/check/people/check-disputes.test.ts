// Findings in the disputes of a definition: terms, a resolver that no party can be, what an objection shows to all, and
// a stop without an end.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { fixBlueprint } from '../../../../../../core/design/authoring/fixes.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';
import { asks, definitionOf, shows, to } from '../../../../../support/definitions/short-definitions.js';
import { alice } from '../../../../../support/register/ledger.js';

const num = { type: 'integer' };

function defined(
  disputes: JsonObject | undefined,
  seen: readonly string[] = ['*'],
  last: JsonObject = { id: 'z' },
  cancellation?: JsonObject,
) {
  return {
    ...definitionOf([
      { ...asks({ price: num, secret: num }), ...shows({ y: ['*'], z: seen }), ...to(2) },
      { sender: 'y', ...asks({ done: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
    ]),
    participants: [{ id: 'x' }, { id: 'y' }, last],
    ...(disputes && { disputes }),
    ...(cancellation && { cancellation }),
  };
}

function found(...of: Parameters<typeof defined>) {
  return checkBlueprint(defined(...of) as never)
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

  it('are a stop that one silent party keeps up, and the fix is a pause with an end', () => {
    const stops = (disputes: JsonObject, cancellation?: JsonObject) => {
      const definition = defined({ onFault: 'stop', ...disputes }, ['*'], { id: 'z' }, cancellation);
      return checkBlueprint(definition as never).filter(({ code }) => code === 'BP_DISPUTE_STOP');
    };
    for (const cancellation of [undefined, {}, { by: ['opener'] }, { by: ['y'] }])
      expect(stops({}, cancellation), JSON.stringify(cancellation)).to.have.length(1);
    expect(stops({ resolver: 'y' })).to.deep.equal([]);
    expect(stops({ onFault: 'redo' })).to.deep.equal([]);
    expect(stops({}, { by: ['opener', 'y'] })).to.deep.equal([]);
    const stopped = defined({ onFault: 'stop', window: 'P9D' });
    const { blueprint, fixed } = fixBlueprint(stopped as never);
    expect(fixed.map(({ code }) => code)).to.include('BP_DISPUTE_STOP');
    expect((blueprint as JsonObject).disputes).to.deep.equal({ window: 'P9D' });
  });
});
