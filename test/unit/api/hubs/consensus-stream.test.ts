// The stream of the docket that is being decided, on a node in memory: it tells what changed, looks less often while
// nothing is decided, and ends with its client.
import { expect } from 'chai';
import { followConsensus } from '../../../../api/hubs/consensus-stream.js';
import { HUB_CONSENSUS_BUSY_MS, HUB_CONSENSUS_IDLE_MS } from '../../../../core/base/limits/node/hubs.js';
import { isFailure } from '../../../../core/base/result.js';

const HASH = 'ab'.repeat(32);

describe('api/hubs/consensus-stream', () => {
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const vote = (validatorId: string, kind: string, change: object = {}) => ({
    ...{ validatorId, kind, decision: 'Approve', code: '', round: 1, docketHash: HASH },
    ...change,
  });
  let report: object = {};
  let nowMs = 0;
  let looks = 0;
  const reportOf = (change: object = {}) => ({
    ...{ height: 7, round: 1, leader: 'b', state: 'Proposed', docketHash: HASH, busy: true, self: null },
    ...{ votes: [], waitingFor: [], ...change },
  });
  const record = { reg: 1, id: 'r', tenantId: 't' };
  const deps = {
    ledger: {
      register: (id: string) => (id === 'r' ? record : undefined),
      consensus: () => {
        looks++;
        return report;
      },
      state: () => ({ roster: { validators: ['a', 'b', 'c'].map((validatorId) => ({ validatorId })) }, members: [] }),
    },
    wallets: { find: () => undefined },
    clock: {
      steady: () => nowMs,
      setTimer: (run: () => void, ms: number) => {
        timers.push({
          ms,
          run: () => {
            nowMs += ms;
            run();
          },
        });
        return { cancel: () => undefined };
      },
    },
  };
  const caller = { organisationId: 't', roles: ['Administrator'], tier: 'platform', kind: 'user' };
  const sourceFor = (id: string, who: object = caller) => followConsensus.source([id], { deps, caller: who } as never);

  beforeEach(() => {
    timers.length = 0;
    nowMs += HUB_CONSENSUS_IDLE_MS;
    looks = 0;
    report = reportOf();
  });

  it('tells the votes of this round for this docket as bits, and each change once', async () => {
    const source = sourceFor('r');
    if (isFailure(source)) throw new Error(source.issue.message);
    const abort = new AbortController();
    const items = source.items({ signal: abort.signal, woken: async () => undefined });
    const first = await items.next();
    expect(first.value).to.deep.include({ height: 7, round: 1, proposer: 'b', prepared: 0, committed: 0, busy: true });
    const next = items.next();
    await new Promise(setImmediate);
    expect(timers.map(({ ms }) => ms)).to.deep.equal([HUB_CONSENSUS_BUSY_MS]);
    timers[0]?.run();
    await new Promise(setImmediate);
    expect(timers, 'nothing changed').to.have.length(2);
    const votes = [
      ...[vote('a', 'PREPARE'), vote('c', 'PREPARE'), vote('c', 'PREPARE'), vote('b', 'COMMIT'), vote('z', 'COMMIT')],
      ...[vote('b', 'PREPARE', { round: 0 }), vote('b', 'PREPARE', { decision: 'Reject' })],
      vote('b', 'PREPARE', { docketHash: 'cd'.repeat(32) }),
    ];
    report = reportOf({ votes, busy: false });
    timers[1]?.run();
    expect((await next).value).to.deep.include({ prepared: 0b101, committed: 0b010, busy: false });
    const last = items.next();
    await new Promise(setImmediate);
    expect(timers.at(-1)?.ms).to.equal(HUB_CONSENSUS_IDLE_MS);
    abort.abort();
    expect((await last).done).to.equal(true);
  });

  it('looks once for all streams of a register that look at one time', async () => {
    const aborts: AbortController[] = [];
    const open = () => {
      const source = sourceFor('r');
      if (isFailure(source)) throw new Error(source.issue.message);
      const abort = new AbortController();
      aborts.push(abort);
      return source.items({ signal: abort.signal, woken: async () => undefined });
    };
    const streams = Array.from({ length: 100 }, open);
    for (const { value } of await Promise.all(streams.map((items) => items.next())))
      expect(value).to.include({ height: 7 });
    expect(looks).to.equal(1);
    const next = streams.map((items) => items.next());
    await new Promise(setImmediate);
    report = reportOf({ height: 8 });
    nowMs += HUB_CONSENSUS_BUSY_MS;
    for (const { run } of timers.splice(0)) {
      nowMs -= HUB_CONSENSUS_BUSY_MS;
      run();
    }
    for (const { value } of await Promise.all(next)) expect(value).to.include({ height: 8 });
    expect(looks).to.equal(2);
    for (const abort of aborts) abort.abort();
  });

  it('is refused to who does not see the register, and to who may not read what validators decide', () => {
    const refusal = (id: string, who?: object) => {
      const source = sourceFor(id, who);
      return isFailure(source) ? source.issue.code : 'given';
    };
    expect(refusal('r')).to.equal('given');
    expect(refusal('other')).to.equal('REGISTER_NOT_FOUND');
    expect(refusal('r', { ...caller, organisationId: 'u', subject: 's' })).to.equal('REGISTER_NOT_FOUND');
    expect(refusal('r', { ...caller, tier: 'enrol-session' })).to.equal('FORBIDDEN');
  });
});
