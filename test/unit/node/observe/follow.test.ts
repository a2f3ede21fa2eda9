// The lines by which a transaction is followed, and that nothing is made for them at another level than debug.
import { expect } from 'chai';
import type { Voted } from '../../../../actors/docket/ports.js';
import { Traces } from '../../../../actors/traces.js';
import type { Log } from '../../../../core/base/ports.js';
import { traceFrom } from '../../../../core/base/trace.js';
import { Follow } from '../../../../node/observe/follow.js';

const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)] as const;

function following(isDebug = true) {
  const lines: [string, object][] = [];
  const unheard = () => undefined;
  const log: Log = {
    ...{ info: unheard, warn: unheard, error: unheard, child: () => log },
    ...{ debug: (fields, text) => void lines.push([text, fields]), isDebug: () => isDebug },
  };
  const traces = new Traces();
  traces.note(ONE, 'a-trace');
  const keys = { all: () => [{ validatorId: 'mine' }] } as never;
  return { lines, follow: new Follow({ traces, keys, log }) };
}

const vote = (proposer: string, transactions: object = [{ txId: ONE }, { txId: TWO }]): Voted =>
  ({ round: 1, docket: { hash: 'd', header: { height: 7, proposer }, transactions } }) as unknown as Voted;
const SEALED = { type: 'docket-sealed', registerId: 'r', height: 7, hash: 'd', timestampMs: 1 } as const;

describe('node/observe/follow', () => {
  it('names each transaction of a docket that the node proposes or votes for, with its trace', () => {
    const { lines, follow } = following();
    const about = { registerId: 'r', height: 7, round: 1, docketHash: 'd' };
    follow.onVoted('r', vote('mine'));
    expect(lines.splice(0)).to.deep.equal([
      ['A transaction was proposed.', { traceId: 'a-trace', txId: ONE, ...about }],
      ['A transaction was proposed.', { traceId: traceFrom(TWO), txId: TWO, ...about }],
    ]);
    follow.onVoted('r', vote('other'));
    expect(lines.map(([text]) => text)).to.deep.equal(Array(2).fill('A transaction was voted for.'));
  });

  it('names what was sealed and what was refused', () => {
    const { lines, follow } = following();
    follow.onTold({ ...SEALED, transactions: [{ txId: ONE }] as never });
    follow.onTold({ type: 'transaction-refused', registerId: 'r', txId: ONE, code: 'VAL_TIME_003' });
    expect(lines).to.deep.equal([
      ['A transaction was sealed.', { traceId: 'a-trace', txId: ONE, registerId: 'r', height: 7 }],
      ['A transaction was refused.', { traceId: 'a-trace', txId: ONE, registerId: 'r', code: 'VAL_TIME_003' }],
    ]);
  });

  it('looks at no transaction at another level', () => {
    const { lines, follow } = following(false);
    const untouched = new Proxy([], { get: () => expect.fail('a docket was read') });
    follow.onVoted('r', vote('mine', untouched));
    follow.onTold({ ...SEALED, transactions: untouched as never });
    expect(lines).to.deep.equal([]);
  });
});
