// The stream of dockets on a chain in memory: it rests as long as its client likes before it tells what is new, and
// ends at once in the middle of a rest.
import { expect } from 'chai';
import { followDockets } from '../../../../api/hubs/docket-stream.js';

describe('api/hubs/docket-stream', () => {
  const timers: { readonly ms: number; readonly run: () => void; isCancelled: boolean }[] = [];
  let height = 0;
  const record = { reg: 1, id: 'r', tenantId: 't' };
  const deps = {
    ledger: { register: () => record, forks: { forkHeight: () => undefined } },
    chain: {
      head: () => ({ height }),
      docket: (_reg: number, at: number) =>
        at > height
          ? undefined
          : {
              hash: `h${at}`,
              header: { height: at, prevHash: `h${at - 1}`, txCount: 1, timestampMs: 0, proposer: 'p' },
              certificate: { signatures: [{ voterIndex: 0 }, { voterIndex: 30 }] },
            },
    },
    clock: {
      setTimer: (run: () => void, ms: number) => {
        const timer = { ms, run, isCancelled: false };
        timers.push(timer);
        return {
          cancel: () => {
            timer.isCancelled = true;
          },
        };
      },
    },
  };
  const caller = { organisationId: 't', roles: [], tier: 'platform' };
  const abort = new AbortController();
  let wake = (): void => undefined;
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const source = (args: readonly (string | number | null)[]) =>
    followDockets.source(args, { deps, caller } as never) as Exclude<
      ReturnType<typeof followDockets.source>,
      { readonly issues: unknown }
    >;
  const items = (...args: readonly (string | number | null)[]) =>
    (source(args) as { items: (run: object) => AsyncIterator<{ number: number; signers: number }> }).items({
      signal: abort.signal,
      woken,
    });

  it('tells a docket with its proposer and its signers as bits', async () => {
    const first = await items('r', 0).next();
    expect(first.value).to.deep.include({ number: 0, hash: 'h0', proposer: 'p', signers: 2 ** 30 + 1 });
  });

  it('rests before it tells what is new, once for all that came, and not at the end of the stream', async () => {
    const stream = items('r', 0, 500);
    await stream.next();
    const next = stream.next();
    height = 2;
    wake();
    await new Promise(setImmediate);
    expect(timers.map(({ ms }) => ms)).to.deep.equal([500]);
    timers[0]?.run();
    expect((await next).value.number).to.equal(1);
    expect((await stream.next()).value.number).to.equal(2);
    const last = stream.next();
    wake();
    await new Promise(setImmediate);
    abort.abort();
    expect((await last).done).to.equal(true);
    expect(timers.map(({ isCancelled }) => isCancelled)).to.deep.equal([true, true]);
  });
});
