// The stages of a submission in the ledger, with fakes around them: its files are kept before the pool has it.
import { expect } from 'chai';
import { LedgerCounts } from '../../../../actors/ledger/counts.js';
import { LedgerSubmissions } from '../../../../actors/ledger/ledger-submissions.js';
import type { SubmitOptions } from '../../../../actors/ledger-port.js';
import { Traces } from '../../../../actors/traces.js';
import { traceFrom } from '../../../../core/base/trace.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { POOL_LIMITS } from '../../../../core/pool/pool.js';
import { aSealedFile } from '../../../support/mesh/mesh-files.js';

const REGISTER = 'r';

function aTransaction(files: readonly object[]): Transaction {
  const header = { registerId: REGISTER, metadata: { contentEncoding: 'encrypted' } };
  return { txId: 't', header, bytes: new Uint8Array(1), payload: { type: 'action', files } } as never;
}

function scene(kept: Promise<void> = Promise.resolve(), isDebug = false) {
  const steps: string[] = [];
  const lines: object[] = [];
  const intake = {
    submit: async () => {
      steps.push('pooled');
      return { status: 'pending', acceptedAtMs: 1 };
    },
  };
  const counts = new LedgerCounts();
  const submissions = new LedgerSubmissions(
    {
      log: { isDebug: () => isDebug, debug: (fields: object) => void lines.push(fields) },
      announcements: { traces: new Traces() },
      claimFiles: async () => {
        steps.push('claim');
        await kept;
        steps.push('claimed');
      },
    } as never,
    { poolLimits: () => POOL_LIMITS },
    { counts, registry: { driver: () => ({ pool: { intake } }) }, records: {}, receipts: {} } as never,
  );
  const submit = (tx: Transaction, options: Partial<SubmitOptions> = {}) =>
    submissions.submit(tx, { priority: 'Normal', waitMs: 0, ...options });
  return { steps, submit, lines };
}

describe('a submission that names files', () => {
  const named = aTransaction([aSealedFile('plan', [new Uint8Array(9)]).reference]);

  it('is pooled once what is here of them is kept', async () => {
    const { steps, submit } = scene();
    expect((await submit(named)).status).to.equal('pending');
    expect(steps).to.deep.equal(['claim', 'claimed', 'pooled']);
  });

  it('is not pooled where they cannot be kept', async () => {
    const full = Promise.reject(new Error('full'));
    const { steps, submit } = scene(full);
    expect(await submit(named).catch((error: Error) => error.message)).to.equal('full');
    expect(steps).to.deep.equal(['claim']);
  });

  it('keeps nothing of what a peer brings, nor without files', async () => {
    const { steps, submit } = scene();
    await submit(named, { relayed: true });
    await submit(aTransaction([]));
    expect(steps).to.deep.equal(['pooled', 'pooled']);
  });
});

describe('a submission that is followed', () => {
  const tx = aTransaction([]);

  it('has a line at the level debug that says from where it came, with the trace of its request', async () => {
    const { submit, lines } = scene(undefined, true);
    await submit(tx, { trace: 'of-a-client' });
    await submit({ ...tx, txId: 'u' }, { relayed: true });
    await submit({ ...tx, txId: 'v' });
    const about = { registerId: REGISTER };
    expect(lines).to.deep.equal([
      { ...about, traceId: 'of-a-client', txId: 't', from: 'client' },
      { ...about, traceId: traceFrom('u'), txId: 'u', from: 'peer' },
      { ...about, traceId: traceFrom('v'), txId: 'v', from: 'node' },
    ]);
  });

  it('has none at another level', async () => {
    const { submit, lines } = scene();
    await submit(tx, { trace: 'of-a-client' });
    expect(lines).to.deep.equal([]);
  });
});
