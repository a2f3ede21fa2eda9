// A rehearsal of what several people do to one action: candidates read before one of them acts, and others confirm a
// run before it counts. The rehearsal stands in for the candidates, and confirms by itself.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { asks, definitionOf, read, shows, to } from '../../support/definitions/short-definitions.js';
import { worldOfAll } from '../world/world-of.js';
import { lines, rehearsing, statuses } from './rehearsing.js';

const num = { type: 'integer' };

function definition(clerk: JsonObject): JsonObject {
  return definitionOf(
    [
      { ...asks({ size: num }), ...shows({ clerk: ['size'], lead: ['size'] }), ...to(2) },
      {
        sender: 'clerk',
        ...asks({ ok: num }),
        calculations: { double: { '*': [read('act.1.size'), 2] } },
        ...shows({ x: ['*'], lead: ['*'] }),
        confirm: { by: ['lead', 'x'], within: 'P2D', otherwise: 'redo' },
        ...to(3),
      },
      { sender: 'lead', ...asks({ key: num }), ...shows({ x: ['*'] }), ...to() },
    ],
    {
      participants: [
        { id: 'x' },
        { id: 'clerk', candidates: ['b', 'c'], ...clerk },
        { id: 'lead', walletAddress: LEAD },
      ],
    },
  );
}
const LEAD = 'qr1qq3fdhdfm94d9tertnrq52wrqlxkd05vkvp8nprr4wzxpukn3a9muum370d';

describe('a rehearsal of several people', () => {
  const world = worldOfAll();

  it('lets a candidate calculate with what was told before, and confirms what others have to', async () => {
    const { aDraft, begun } = rehearsing(() => world);
    const { play } = await begun(await aDraft(definition({})));
    const first = await play(1, { size: 4 });
    expect(lines(first, 'Delivered'), first.text).to.include('clerk reads size.');
    const second = await play(2, { ok: 1 });
    expect(second.status, second.text).to.equal(200);
    expect(statuses(second)).to.equal('Done Done Current');
    expect(lines(second, 'Sealed').slice(-2).join(' ')).to.match(
      /lead confirms action 2 .* in docket \d+\. x confirms action 2 .*|x confirms action 2 .* lead confirms action 2 /,
    );
    const ended = await play(3, { key: 7 });
    expect(ended.json.outcome, ended.text).to.equal('Passed');
  });

  it('has a holder from the start in a role for which no wallet reads before a claim: on a register it is given what came before', async () => {
    const { aDraft, begun } = rehearsing(() => world);
    const { play } = await begun(await aDraft(definition({ disclose: 'holder' })));
    expect(lines(await play(1, { size: 4 }), 'Delivered')).to.include('clerk reads size.');
    const second = await play(2, { ok: 1 });
    expect(second.status, second.text).to.equal(200);
  });
});
