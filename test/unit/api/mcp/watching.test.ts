// Calls of a tool as its client watches them: what it is told while an operation runs, and that nothing further begins
// once it has cancelled.
import { expect } from 'chai';
import type { RowOperations } from '../../../../api/mcp/operations.js';
import { watchCalls } from '../../../../api/mcp/watching.js';
import { PROGRESS_MS } from '../../../../core/base/limits/node/requests.js';
import { isFailure } from '../../../../core/base/result.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

type Calls = RowOperations<'getMe'>;

describe('calls of tools that a client watches', () => {
  const ends: ((answer: unknown) => void)[] = [];
  const operations = { call: () => new Promise((resolve) => ends.push(resolve)) } as unknown as RowOperations<never>;
  const summaryOf = (id: string) => `Do ${id}`;

  function watched(tell?: (message: string) => void) {
    const clock = new VirtualClock();
    const cancelling = new AbortController();
    const watch = { signal: cancelling.signal, ...(tell && { tell }) };
    const calls = watchCalls(operations as never, watch, { clock, summaryOf }) as unknown as Calls;
    return { clock, cancelling, calls };
  }

  it('are told when they begin and while they run, and no longer', async () => {
    const told: string[] = [];
    const { clock, calls } = watched((message) => told.push(message));
    const answer = calls.call('getMe');
    expect(told).to.deep.equal(['Do getMe.']);
    await clock.advance(2 * PROGRESS_MS);
    expect(told.slice(1)).to.deep.equal(['Do getMe: 2 s.', 'Do getMe: 4 s.']);
    ends.pop()?.('done');
    expect(await answer).to.equal('done');
    await clock.advance(5 * PROGRESS_MS);
    expect(told).to.have.length(3);
  });

  it('are told to no client that did not ask for it', async () => {
    const { calls } = watched();
    const answer = calls.call('getMe');
    ends.pop()?.('done');
    expect(await answer).to.equal('done');
  });

  it('begin nothing once they are cancelled, and what runs ends', async () => {
    const { cancelling, calls } = watched();
    const running = calls.call('getMe');
    cancelling.abort();
    ends.pop()?.('done');
    expect(await running).to.equal('done');
    const next = await calls.call('getMe');
    expect(isFailure(next) && next.issue.code).to.equal('CALL_CANCELLED');
    expect(ends).to.have.length(0);
  });
});
