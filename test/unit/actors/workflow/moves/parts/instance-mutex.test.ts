// Moves of an instance in its turn: what was refused before it was sent is asked again at a newer head, and what the
// register refused is told as it is.
import { expect } from 'chai';
import type { Ledger } from '../../../../../../actors/ledger-port.js';
import { InstanceMutex } from '../../../../../../actors/workflow/moves/parts/instance-mutex.js';
import { type Issue, type IssueCode, issue } from '../../../../../../core/base/issue.js';
import {
  MADE_ANEW_LEAVE_MS,
  MADE_ANEW_MAX,
  MADE_ANEW_REST_MAX_MS,
  MADE_ANEW_REST_MS,
  MADE_ANEW_WAIT_MAX_MS,
} from '../../../../../../core/base/limits/node/sealing.js';
import { fail, failFinally, type Result } from '../../../../../../core/base/result.js';
import { turnKey } from '../../../../../../core/tenant/turn-key.js';
import { issuesOf } from '../../../../../support/base/results.js';

const STALE = issue('VAL_BP_003', '/actionId', 'It is not current.');
const OF_BEFORE = issue('VAL_CELL_003', '', 'Its groups are those of a moment before.');
const OLD = issue('VAL_READ_001', '/header/metadata/sees', 'It was calculated by what has changed.');
const AT = { registerId: 'r', instanceId: 'i', by: {} };

/** A ledger that is behind once: what may be asked again is, one time. */
const behind: Pick<Ledger, 'atTip' | 'register'> = {
  register: () => undefined,
  atTip: async (_, attempt, refusal) => {
    const first = await attempt();
    return refusal(first).length > 0 ? attempt() : first;
  },
};

/** Rests are told to `rested` and over at once. */
function aMutex(rested: (ms: number) => unknown = () => undefined): InstanceMutex {
  const clock = {
    setTimer: (run: () => void, ms: number) => {
      rested(ms);
      run();
      return { cancel: () => undefined };
    },
  };
  const random = { bytes: (length: number) => new Uint8Array(length).fill(255) };
  return new InstanceMutex({ ledger: behind, chain: {} as never, clock, random });
}

/** Gives these outcomes, one at each time that it is asked. */
function moves(...outcomes: readonly Result<string>[]) {
  const asked: number[] = [];
  const move = async (tries: number): Promise<Result<string>> => {
    asked.push(tries);
    return outcomes[asked.length - 1] as Result<string>;
  };
  return { asked, move };
}

const sent = (...issues: readonly Issue[]) => failFinally(issues);

describe('the mutex of an instance', () => {
  it('gives organisations turns, however many moves one of them asks for', async () => {
    const mutex = aMutex();
    const done: string[] = [];
    const ask = (organisation: string, user: string) =>
      mutex.take({ ...AT, by: { from: turnKey({ organisationId: organisation, subject: user }) } }, async () => {
        done.push(organisation);
        return user;
      });
    const many = Array.from({ length: 100 }, (_, i) => ask('acme', `user ${i}`));
    const all = [...many, ask('globex', 'one'), ask('globex', 'two')];
    expect(await Promise.all(all)).to.have.length(102);
    expect(done.slice(0, 4)).to.deep.equal(['acme', 'acme', 'globex', 'acme']);
    expect(done.indexOf('globex')).to.be.below(3);
    expect(done.lastIndexOf('globex')).to.be.below(6);
  });

  it('ask again what was refused before it was sent, and nothing that was sent', async () => {
    const unsent = moves(fail(STALE), 'done');
    expect(await aMutex().take(AT, unsent.move)).to.equal('done');
    const refused = moves(sent(STALE), 'done twice');
    expect(issuesOf(await aMutex().take(AT, refused.move))).to.deep.equal([STALE]);
    expect(refused.asked).to.deep.equal([0]);
  });

  it('seal anew what was of a moment before, a bounded number of times', async () => {
    const once = moves(sent(OF_BEFORE), 'done');
    expect(await aMutex().take(AT, once.move)).to.equal('done');
    expect(once.asked).to.deep.equal([0, 1]);
    const signed = moves(sent(issue('VAL_TIME_005', '/createdAt', 'Signed long ago.')), 'done');
    expect(await aMutex().take(AT, signed.move)).to.equal('done');
    const ever = moves(...Array.from({ length: MADE_ANEW_MAX + 1 }, () => sent(OF_BEFORE)), 'too late');
    expect(issuesOf(await aMutex().take(AT, ever.move))).to.deep.equal([OF_BEFORE]);
  });

  it('calculate anew what others made old, more often, after rests that grow up to a bound', async () => {
    const rests: number[] = [];
    const ever = moves(...Array.from({ length: MADE_ANEW_MAX + 1 }, () => sent(OLD)), 'too late');
    expect(issuesOf(await aMutex((ms) => rests.push(ms)).take(AT, ever.move))).to.deep.equal([OLD]);
    expect(ever.asked).to.deep.equal(Array.from({ length: MADE_ANEW_MAX + 1 }, (_, tries) => tries));
    expect(rests.slice(0, 2)).to.deep.equal([MADE_ANEW_REST_MS, 2 * MADE_ANEW_REST_MS]);
    expect(Math.max(...rests)).to.equal(MADE_ANEW_REST_MAX_MS);
    expect(rests).to.have.length(MADE_ANEW_MAX);
    // By the state of now the payload breaks a bound: nothing was sealed, and that is told.
    const bound = issue('VAL_SCHEMA_004', '/payload/left', 'It was calculated as "-4.00".');
    const over = moves(sent(OLD), fail(bound), fail(bound), fail(bound));
    expect(issuesOf(await aMutex().take(AT, over.move))).to.deep.equal([bound]);
  });

  it('rest as long as a refusal says, of what others make old from the third try on', async () => {
    const waits = async (code: IssueCode, seconds: number) => {
      const rests: number[] = [];
      const refusal = { ...issue(code, '', 'Another role has its slot.'), retryAfterSeconds: seconds };
      const some = moves(...Array.from({ length: 4 }, () => sent(refusal)), 'done');
      const done = await aMutex((ms) => rests.push(ms)).take(AT, some.move);
      return { isDone: done === 'done', rests };
    };
    const slot = 1500 + MADE_ANEW_REST_MS;
    const quick = [MADE_ANEW_REST_MS, 2 * MADE_ANEW_REST_MS];
    expect(await waits('VAL_READ_002', 1.5)).to.deep.equal({ isDone: true, rests: [slot, slot, slot, slot] });
    expect(await waits('VAL_READ_001', 1.5)).to.deep.equal({ isDone: true, rests: [...quick, slot, slot] });
    // All rests of an ask together are bounded.
    const half = MADE_ANEW_WAIT_MAX_MS / 2 - MADE_ANEW_REST_MS;
    const twice = { isDone: false, rests: [half + MADE_ANEW_REST_MS, half + MADE_ANEW_REST_MS] };
    expect(await waits('VAL_READ_002', half / 1000)).to.deep.equal(twice);
    expect(await waits('VAL_READ_001', MADE_ANEW_WAIT_MAX_MS / 1000)).to.deep.equal({ isDone: false, rests: quick });
  });

  it('leave others time before the first try, where they are told to', async () => {
    const rests: number[] = [];
    const old = moves(sent(OLD), 'done');
    await aMutex((ms) => rests.push(ms)).take(AT, old.move, () => true);
    expect(rests).to.deep.equal([MADE_ANEW_LEAVE_MS, MADE_ANEW_REST_MS]);
  });

  it('let others of the instance go on while one rests', async () => {
    const order: string[] = [];
    let over: () => void = () => undefined;
    const clock = {
      setTimer: (run: () => void) => {
        over = run;
        return { cancel: () => undefined };
      },
    };
    const random = { bytes: (length: number) => new Uint8Array(length) };
    const all = new InstanceMutex({ ledger: behind, chain: {} as never, clock, random });
    const old = moves(sent(OLD), 'done');
    const rests = all.take(AT, old.move).then(() => order.push('rested'));
    await all.take(AT, async () => order.push('other'));
    over();
    await rests;
    expect(order).to.deep.equal(['other', 'rested']);
  });

  it('let one move after the other, also after one that broke, and say when they have ended', async () => {
    const all = aMutex();
    const order: string[] = [];
    let go: () => void = () => undefined;
    const broken = all.take(AT, async () => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      order.push('first');
      throw new Error('it broke');
    });
    const next = all.take(AT, async () => order.push('second'));
    const other = all.take({ ...AT, instanceId: 'another' }, async () => order.push('another'));
    await other;
    const ended = all.endOf(AT);
    go();
    await broken.catch(() => undefined);
    await next;
    await ended;
    expect(order).to.deep.equal(['another', 'first', 'second']);
    expect(all.endOf(AT)).to.equal(undefined);
  });

  it('know no register that this node does not have', async () => {
    expect(issuesOf(await aMutex().takeIn(AT, async () => 'never'))).to.deep.equal([
      issue('REGISTER_NOT_FOUND', '/registerAddress', 'This node does not have the register.'),
    ]);
  });
});
