// Refusals of an old head: asked again when the dockets come, never told for good while they are known to be missing,
// and no wait where it cannot help.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import { TipWait } from '../../../../actors/ledger/tip-wait.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { SYNC_LAG_MAX, TIP_WAIT_MS, TIP_WAITERS_MAX } from '../../../../core/base/limits/node/replication.js';
import type { Failure } from '../../../../core/base/result.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';

const MISSING = issue('INSTANCE_NOT_FOUND', '', 'No such instance.');
const WRONG = issue('BODY_INVALID', '', 'The body is wrong.');
const AWAY = 'NODE_UNAVAILABLE';

/** Here a list of issues is a refusal. */
const refusal = (result: unknown): readonly Issue[] => (Array.isArray(result) ? result : []);

function scene() {
  const clock = new VirtualClock();
  const announcements = announcementHub(QUIET);
  const at = { height: 3, heard: 4 as number | undefined, status: 'ONLINE' };
  const record = () => ({ id: 'r', reg: 1, status: at.status });
  const wait = new TipWait({
    ...{ clock, announcements, toldHeight: (id) => (id === 'r' ? at.heard : undefined) },
    registers: { byId: (id: string) => (id === 'r' ? record() : undefined), all: () => [record()].values() } as never,
    chain: {
      docketAt: (_: number, height: number) => (height <= at.height ? {} : undefined),
      durableState: () => ({ height: at.height }),
    } as never,
  });
  let asked = 0;
  const told: unknown[] = [];
  /** Asks something that is refused below the height 4. */
  const ask = (refused: Issue = MISSING, isNamed = true) => {
    const attempt = () => {
      asked++;
      return at.height < 4 ? [refused] : 'done';
    };
    return wait.atTip(isNamed ? 'r' : undefined, attempt, refusal).then((result) => told.push(result));
  };
  const seal = async (height: number) => {
    at.height = height;
    const seen = {
      type: 'docket-sealed',
      registerId: 'r',
      height,
      hash: '',
      transactions: [],
      timestampMs: 0,
    } as const;
    announcements.announce(seen);
    await clock.settle();
  };
  const code = () => (told[0] as Failure | undefined)?.issue.code;
  return { at, clock, wait, ask, seal, told, code, asked: () => asked };
}

describe('a refusal of an old head', () => {
  it('is asked again once the docket that a peer told of is sealed', async () => {
    const { ask, seal, told, asked, clock } = scene();
    void ask();
    await clock.settle();
    expect(told).to.deep.equal([]);
    await seal(4);
    expect(told).to.deep.equal(['done']);
    expect(asked()).to.equal(2);
    expect(clock.armed, 'no timer is left').to.equal(0);
  });

  it('is never final where the docket does not come in time', async () => {
    const { ask, told, code, clock } = scene();
    void ask();
    await clock.advance(TIP_WAIT_MS - 10);
    expect(told).to.deep.equal([]);
    await clock.advance(20);
    expect(code()).to.equal(AWAY);
  });

  it('is told no later where the clock was set back while its call waited', async () => {
    const { at, ask, seal, code, clock } = scene();
    at.heard = 5;
    clock.setMs = 7 * 24 * 3_600_000;
    void ask();
    await clock.settle();
    clock.setMs = 0;
    await seal(4);
    await clock.advance(TIP_WAIT_MS);
    expect(code()).to.equal(AWAY);
  });

  it('stands where no peer is ahead, and where no docket can change it', async () => {
    const one = scene();
    one.at.heard = 3;
    await one.ask();
    expect(one.told).to.deep.equal([[MISSING]]);
    const other = scene();
    await other.ask(WRONG);
    expect(other.told).to.deep.equal([[WRONG]]);
    expect(other.asked()).to.equal(1);
  });

  it('stands once the peer that told of the docket could not prove it', async () => {
    const { at, ask, told, clock } = scene();
    void ask();
    await clock.settle();
    at.heard = undefined;
    await clock.advance(TIP_WAIT_MS);
    // Time is up: it may be asked again, and then it is final.
    expect(told).to.have.length(1);
    await ask();
    expect(told[1]).to.deep.equal([MISSING]);
  });

  it('does not wait for a gap that takes long, nor for a register that is not looked at yet', async () => {
    const wide = scene();
    wide.at.heard = 3 + SYNC_LAG_MAX;
    await wide.ask();
    expect(wide.code()).to.equal(AWAY);
    for (const status of ['RECOVERY', 'CHECKING']) {
      const { at, ask, code } = scene();
      Object.assign(at, { status, heard: undefined });
      await ask();
      expect(code(), status).to.equal(AWAY);
    }
  });

  it('counts a head that came while it was asked', async () => {
    const { at, wait, seal, clock } = scene();
    at.heard = 3;
    const heights: number[] = [];
    let go: () => void = () => undefined;
    const attempt = async () => {
      heights.push(at.height);
      if (heights.length > 1) return 'done';
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return [MISSING];
    };
    const answer = wait.atTip<unknown>('r', attempt, refusal);
    await clock.settle();
    at.heard = 4;
    go();
    await clock.settle();
    await seal(4);
    expect(await answer).to.equal('done');
    expect(heights).to.deep.equal([3, 4]);
  });

  it('may be about any register of the node where none is named', async () => {
    const { ask, seal, told, clock } = scene();
    void ask(MISSING, false);
    await clock.settle();
    expect(told).to.deep.equal([]);
    await seal(4);
    expect(told).to.deep.equal(['done']);
  });

  it('keeps a bounded number waiting', async () => {
    const { ask, told, clock } = scene();
    for (let i = 0; i < TIP_WAITERS_MAX + 5; i++) void ask();
    await clock.settle();
    expect(told).to.have.length(5);
    await clock.advance(TIP_WAIT_MS);
    expect(told).to.have.length(TIP_WAITERS_MAX + 5);
  });
});
