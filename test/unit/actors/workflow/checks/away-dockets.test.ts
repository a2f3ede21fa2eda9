// Sealed runs whose kept evidence is away when they are checked: each is judged when its evidence comes, whatever is
// withheld before it, and no look reads all of them.
import { expect } from 'chai';
import { AgreementCache } from '../../../../../actors/workflow/checks/accepted.js';
import { RunCheckDriver, type RunCheckPorts } from '../../../../../actors/workflow/checks/run-checks.js';
import { evidenceGone, KeptEvidence } from '../../../../../actors/workflow/kept/keeper.js';
import { CHECK_AWAY_DOCKETS, CHECK_LOCKED_MS } from '../../../../../core/base/limits/node/reading.js';
import { fail, type Result } from '../../../../../core/base/result.js';
import type { KeptGates } from '../../../../../core/envelope/cells/kept.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { KeptEvidenceRows } from '../../../../../storage/tables/credentials/kept-evidence.js';
import { RunChecks } from '../../../../../storage/tables/workflow/run-checks.js';
import { GatedLedger, SEALED_MS } from '../../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../../support/credentials/shown.js';
import { QUIET } from '../../../../support/node/ledger-world.js';
import { BOBS, BOBS_KEYS } from '../../../../support/node/wallet-nodes.js';
import { bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const REG = 7;
const RECORD = { id: REGISTER_ID, reg: REG };

describe('runs whose evidence is away', () => {
  let gated: GatedLedger;
  /** What the node of the sender gives, by run. */
  const given = new Map<string, Result<KeptGates> | Promise<Result<KeptGates>>>();
  const made = new Map<string, KeptGates>();

  /** A run of an instance of its own; of a liar with a credential that its issuer did not sign. */
  function seal(isLie: boolean): string {
    gated.at.instanceId = `inst-${++serial}`;
    let kept: KeptGates = {};
    const onKept = (gates: KeptGates): void => {
      kept = gates;
    };
    const tx = gated.run({ ...(isLie && { showing: { key: STRANGER } }), onKept });
    const { ledger } = gated.at;
    ledger.sealAt(Math.max(SEALED_MS, ledger.state.timestampMs + 1), tx);
    made.set(tx.txId, kept);
    return tx.txId;
  }
  const give = (txId: string) => void given.set(txId, made.get(txId) as KeptGates);
  const heightOf = (txId: string) => gated.at.ledger.view.sealOf(txId)?.height;

  let serial = 0;
  let rows: RunChecks;
  let steadyMs: number;
  let journal: Journal;
  let kv: ReturnType<typeof memoryKv>;
  let told: string[];
  let reads: number;
  let status: typeof BOBS.status;
  let late: (() => void) | undefined;
  let driver: RunCheckDriver;
  beforeEach(() => {
    gated = new GatedLedger([{ evidence: 'kept' }]);
    kv = memoryKv();
    journal = new Journal(kv, { onFatal: () => undefined });
    rows = new RunChecks(kv);
    [steadyMs, told, status, late] = [0, [], 'Active', undefined];
    given.clear();
  });
  afterEach(() => driver.stop());

  function start(): void {
    const clock = {
      ...{ now: () => SEALED_MS, steady: () => steadyMs },
      setTimer: (work: () => void, ms: number) => {
        if (ms === CHECK_LOCKED_MS) late = work;
        else setImmediate(work);
        return { cancel: () => undefined };
      },
    };
    const { view, dockets } = gated.at.ledger;
    const chain = {
      head: () => ({ height: dockets.length - 1 }),
      docketAt: (_: number, height: number) => dockets[height]?.docket,
      sealedDocket: async (_: number, height: number) => {
        reads++;
        return dockets[height];
      },
      location: (_: number, txId: string) => view.sealOf(txId),
      transaction: (_: number, txId: string) => ({ transaction: view.transaction(txId), ...view.sealOf(txId) }),
      view: () => view,
    };
    const commit: RunCheckPorts['commit'] = (ops) => journal.commit(ops);
    const kept = new KeptEvidence({
      ...{ clock, log: QUIET, commit, rows: new KeptEvidenceRows(kv, journal), chain: chain as never },
      secrets: { encrypt: (_: string, text: string) => text, decrypt: (_: string, text: string) => text } as never,
      ledger: { register: () => RECORD as never },
      ask: async ({ run }) => given.get(run.txId) ?? fail(evidenceGone()),
      onCame: (registerId, txId) => driver.onEvidence(registerId, txId),
      metrics: null,
    });
    reads = 0;
    driver = new RunCheckDriver({
      ...{ clock: clock as never, log: QUIET, chain: chain as never, rows, commit, kept, keystore: BOBS_KEYS as never },
      wallets: { find: (address) => (address === bob.address ? { ...BOBS, status } : undefined) },
      ledger: { register: () => RECORD as never, registers: () => [RECORD as never] },
      announcements: {
        listen: () => () => undefined,
        announce: (fact: { txId: string }) => told.push(fact.txId),
      } as never,
      accepted: new AgreementCache(clock as never),
    });
    driver.start();
  }

  /** Turns of the event loop, until it holds. */
  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let turns = 0; turns < 2000; turns++) {
      if (await holds()) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    throw new Error('it did not come to that');
  }
  const away = () => rows.awayHeights(REG, { behind: -1, limit: 1000 });
  const areAway = (count: number) => until(async () => (await away()).length === count);
  /** Time goes on, and the node looks again. */
  function look(): void {
    steadyMs += CHECK_LOCKED_MS;
    reads = 0;
    const [work] = [late];
    late = undefined;
    work?.();
  }

  it('are judged when it comes, while that of a run before them is withheld', async () => {
    const [withheld, lie] = [seal(false), seal(true)];
    start();
    await areAway(2);
    give(lie);
    look();
    await until(() => told.length === 1);
    await areAway(1);
    expect(told).to.deep.equal([lie]);
    expect(await away()).to.deep.equal([heightOf(withheld)]);
    give(withheld);
    look();
    await areAway(0);
    expect(told, 'it is good').to.deep.equal([lie]);
  });

  it('are judged at once where the answer comes late, and after a restart', async () => {
    seal(false);
    const lie = seal(true);
    let answer = (_: Result<KeptGates>): void => undefined;
    given.set(
      lie,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    start();
    await until(async () => (await away()).includes(heightOf(lie) as number));
    reads = 0;
    answer(made.get(lie) as KeptGates);
    await until(() => told.length === 1);
    expect([told, reads]).to.deep.equal([[lie], 1]);
    await driver.stop();
    const other = seal(true);
    start();
    await until(async () => (await away()).includes(heightOf(other) as number));
    await driver.stop();
    give(other);
    start();
    await until(() => told.length === 2);
    expect(told).to.deep.equal([lie, other]);
  });

  it('are looked at in their turn, some each time, however many are withheld', async () => {
    for (let i = 0; i < CHECK_AWAY_DOCKETS; i++) seal(false);
    const lie = seal(true);
    start();
    await until(async () => (await away()).includes(heightOf(lie) as number));
    give(lie);
    look();
    await until(() => reads === CHECK_AWAY_DOCKETS);
    expect(told, 'those before it have their turn').to.deep.equal([]);
    look();
    await until(() => told.length === 1);
    expect(reads, 'and it has its own, and once more when its evidence came').to.be.at.most(2);
    expect(told).to.deep.equal([lie]);
  });

  it('keep no run away of a wallet that was locked, and is not any more', async () => {
    status = 'Locked';
    const [withheld, lie] = [seal(false), seal(true)];
    start();
    await until(async () => (await rows.missedWallets(REG)).length === 1);
    status = 'Active';
    give(lie);
    look();
    await until(() => told.length === 1);
    expect(told).to.deep.equal([lie]);
    expect(await rows.missedWallets(REG)).to.deep.equal([]);
    expect(await away()).to.include(heightOf(withheld));
  });
});
