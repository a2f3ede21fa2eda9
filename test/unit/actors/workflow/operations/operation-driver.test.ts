// The driver of operations, with a workflow, a ledger and a disk that are played: in which order its effects come, and
// what it does when one of them fails or its asker loses the right meanwhile.
import { expect } from 'chai';
import type { SubmitOutcome } from '../../../../../actors/ledger-port.js';
import type { ActionOutcome } from '../../../../../actors/workflow/moves/action/ask.js';
import type { ActionWay } from '../../../../../actors/workflow/moves/action/way.js';
import type { OperationPorts } from '../../../../../actors/workflow/operations/driver-ports.js';
import { OperationDriver } from '../../../../../actors/workflow/operations/operation-driver.js';
import { type Issue, issue } from '../../../../../core/base/issue.js';
import { OPERATION_RETRY_MAX_MS, OPERATION_RETRY_MS } from '../../../../../core/base/limits/node/operations.js';
import { fail, type Result } from '../../../../../core/base/result.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import type { OperationRecord, OperationStore } from '../../../../../storage/tables/workflow/operations.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../../support/node/ledger-world.js';

const RECORD: OperationRecord = {
  ...{ operationId: 'op', wallet: 'w', sender: 'w', asker: { id: 'ann' }, registerId: REGISTER_ID, blueprintId: 'b' },
  ...{
    actionId: '1',
    instanceId: 'i',
    recipients: 1,
    groups: 1,
    digest: 'd',
    state: 'Queued',
    createdAtMs: Date.UTC(2026, 0, 1),
  },
};
const ASK = JSON.stringify({ registerId: REGISTER_ID, blueprintId: 'b', instanceId: 'i', actionId: '1', payload: {} });
const TX: Transaction = signedTransaction(
  keyOf('owner'),
  { registerId: REGISTER_ID, blueprintId: 'b', actionId: '1', createdAt: '2026-01-01T00:00:00.000Z' },
  {},
);
const BUSY: readonly Issue[] = [issue('POOL_FULL', '', 'The pool is full.')];
const ENCRYPTED = { status: 'pending', transactionId: TX.txId, instanceId: 'i', nextActions: [], calculations: {} };

/** A disk that notes what is committed, and a node of which each part can be told what to do. */
class Stage {
  readonly clock = new VirtualClock();
  /** Effects in the order in which they came. */
  readonly seen: string[] = [];
  readonly failures: unknown[] = [];
  stored: readonly OperationRecord[] = [];
  signed: Uint8Array | undefined;
  commits: () => Promise<void> = async () => undefined;
  outcomes: Result<SubmitOutcome>[] = [];
  /** The work of the encryption meanwhile. */
  meanwhile: () => void = () => undefined;
  mayAct = true;
  moving: Promise<void> | undefined;
  receipt: unknown;
  readonly driver: () => OperationDriver = () =>
    new OperationDriver(this.ports(), (error) => this.failures.push(error));

  /** How the record ended. */
  get end(): OperationRecord | undefined {
    return this.stored.find(({ completedAtMs }) => completedAtMs !== undefined);
  }

  private ports(): OperationPorts {
    const wallet = { address: 'w', status: 'Active', owner: { kind: 'person', id: 'ann' } };
    return {
      clock: this.clock,
      log: { debug() {}, info() {}, warn() {}, error() {}, child: () => this.ports().log } as never,
      store: this.store(),
      journal: { commit: (ops) => this.commit(ops) },
      claims: { add: () => [], release: () => [] },
      workflow: { carry: (_, way) => this.carry(way), moving: () => this.moving },
      ledger: {
        register: () => undefined,
        receipt: () => this.receipt as never,
        submit: async () => this.sent('submit') as never,
        state: () => fail(issue('REGISTER_NOT_FOUND', '', 'It decides nothing.')),
        seat: () => fail(issue('REGISTER_NOT_FOUND', '', 'It has no seat.')),
      },
      rights: {
        wallets: { find: () => (this.mayAct ? (wallet as never) : undefined), grant: () => undefined },
        tenants: { organisation: () => undefined, membership: () => undefined },
        services: { ofClient: () => undefined },
      },
      announcements: {
        announce: ({ type, ...fact }) =>
          void this.seen.push(`${type} ${'percentComplete' in fact ? fact.percentComplete : ''}`.trim()),
      },
      seal: async () => fail(issue('NODE_UNAVAILABLE', '', 'Nothing is encrypted here.')),
      metrics: null,
    };
  }

  private store(): OperationStore {
    const put = (name: string, record: OperationRecord) => {
      return [{ key: new Uint8Array(0), value: null, name, record } as unknown as KvOp];
    };
    const parts: Partial<OperationStore> = {
      openOperations: async () => this.stored.filter(({ completedAtMs }) => completedAtMs === undefined),
      add: (record) => put('asked', record),
      ask: () => ASK,
      hasAsk: () => true,
      sign: (record, bytes) => {
        this.signed = bytes;
        return put('signed', record);
      },
      signedBytes: () => this.signed,
      again: (record) => put('again', record),
      end: (record) => put('ended', record),
    };
    return parts as OperationStore;
  }

  private async commit(ops: readonly KvOp[]): Promise<void> {
    const [{ name, record }] = ops as unknown as [{ name: string; record: OperationRecord }];
    this.seen.push(`write ${name}`);
    await this.commits();
    this.stored = [record];
    this.seen.push(`${name} is durable`);
  }

  /** The stages of an action, as far as they ask the driver. */
  private async carry(way: ActionWay): Promise<Result<ActionOutcome>> {
    if (!way.proceed({} as never)) return { status: 'deferred' } as never;
    this.seen.push('encrypt');
    this.meanwhile();
    const lost = way.mayStill?.() ?? [];
    if (lost.length > 0) return fail(lost);
    this.seen.push('sign');
    const unkept = (await way.keep?.(TX)) ?? [];
    if (unkept.length > 0) return fail(unkept);
    return this.sent('send') as Result<ActionOutcome>;
  }

  private sent(how: string): unknown {
    this.seen.push(how);
    return this.outcomes.shift() ?? ENCRYPTED;
  }
}

async function begun(stage: Stage): Promise<OperationDriver> {
  const driver = stage.driver();
  await driver.ready;
  driver.add(RECORD, { text: ASK, chunks: [] }).catch(() => undefined);
  await stage.clock.settle();
  return driver;
}

describe('OperationDriver', () => {
  it('has what it signed on the disk before anybody sees it, and says each step once', async () => {
    const stage = new Stage();
    stage.outcomes = [{ ...ENCRYPTED, status: 'sealed' } as never];
    await begun(stage);
    expect(stage.seen).to.deep.equal([
      ...['write asked', 'asked is durable', 'operation-progress 10', 'operation-progress 30', 'encrypt'],
      ...['operation-progress 60', 'sign', 'write signed', 'signed is durable', 'operation-progress 80', 'send'],
      ...['write ended', 'ended is durable', 'operation-completed 100'],
    ]);
    expect(stage.end).to.include({ state: 'Completed', transactionId: TX.txId });
    expect(stage.clock.armed).to.equal(0);
  });

  it('sends nothing where the write of what it signed fails, and is over', async () => {
    const stage = new Stage();
    let writes = 0;
    stage.commits = async () => {
      if (++writes === 2) throw new Error('the disk is full');
    };
    await begun(stage);
    expect(stage.seen).to.not.include('send');
    expect(String(stage.failures[0])).to.contain('the disk is full');
    expect(stage.clock.armed).to.equal(0);
  });

  it('signs nothing for an asker that lost the right while it was encrypted', async () => {
    const stage = new Stage();
    stage.meanwhile = () => {
      stage.mayAct = false;
    };
    await begun(stage);
    expect(stage.seen).to.include('encrypt').and.to.not.include('sign');
    expect(stage.end?.issues?.map(({ code }) => code)).to.deep.equal(['WALLET_ACCESS_DENIED']);
    expect(stage.end?.transactionId).to.equal(undefined);
  });

  it('opens nothing for an asker that lost the right before its turn came', async () => {
    const stage = new Stage();
    stage.mayAct = false;
    await begun(stage);
    expect(stage.seen).to.not.include('encrypt');
    expect(stage.end?.state).to.equal('Failed');
  });

  it('sends what it signed again only as long as the asker has the right', async () => {
    const stage = new Stage();
    stage.outcomes = [fail(BUSY), BUSY as never];
    await begun(stage);
    const resent = () => stage.seen.filter((one) => one === 'submit').length;
    await stage.clock.advance(OPERATION_RETRY_MS);
    expect(resent()).to.equal(1);
    stage.mayAct = false;
    await stage.clock.advance(OPERATION_RETRY_MAX_MS * 3);
    expect(resent(), 'it is with others, and followed').to.equal(1);
    expect(stage.end).to.equal(undefined);
    stage.receipt = { status: 'sealed' };
    await stage.clock.advance(OPERATION_RETRY_MS);
    expect(stage.end?.state).to.equal('Completed');
  });

  it('waits longer each time that something is busy, up to a bound', async () => {
    const stage = new Stage();
    stage.outcomes = Array.from({ length: 8 }, () => ({ status: 'refused', issues: BUSY })) as never;
    stage.outcomes[0] = fail(BUSY);
    await begun(stage);
    const at: number[] = [];
    for (let waited = 0; waited < 300_000; waited += 1000) {
      const before = stage.seen.length;
      await stage.clock.advance(1000);
      if (stage.seen.slice(before).includes('submit')) at.push(stage.clock.steady());
    }
    const waits = at.map((time, i) => time - (at[i - 1] ?? 0));
    expect(waits.slice(0, 7)).to.deep.equal([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('lets the others of an instance go first, and keeps no place meanwhile', async () => {
    const stage = new Stage();
    let end: () => void = () => undefined;
    stage.moving = new Promise((resolve) => {
      end = resolve;
    });
    await begun(stage);
    expect(stage.seen).to.not.include('encrypt');
    stage.moving = undefined;
    end();
    await stage.clock.settle();
    expect(stage.seen).to.include('encrypt');
  });

  it('goes on from what is stored: a signed transaction is looked for in the ledger first, and sent where it is not there', async () => {
    for (const known of [true, false]) {
      const stage = new Stage();
      stage.stored = [{ ...RECORD, state: 'Signed', transactionId: TX.txId }];
      stage.signed = TX.bytes;
      stage.receipt = known ? { status: 'sealed' } : undefined;
      stage.driver();
      await stage.clock.settle();
      expect(stage.seen.includes('submit')).to.equal(!known);
      expect(stage.seen).to.not.include('encrypt');
      expect(stage.end !== undefined).to.equal(known);
    }
  });

  it('stops between two stages, and leaves what it has as it is stored', async () => {
    const stage = new Stage();
    const driver = stage.driver();
    await driver.ready;
    stage.meanwhile = () => driver.discard();
    await driver.add(RECORD, { text: ASK, chunks: [] });
    await stage.clock.settle();
    expect(stage.seen).to.not.include('sign');
    expect(stage.end).to.equal(undefined);
    await driver.stop();
  });
});
