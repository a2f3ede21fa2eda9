// `instance handover` writes what the holder of a role and the new one sign: it names both, and nothing is sent.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { isFailure } from '../../../../../../core/base/result.js';
import { type DraftSubmission, prepare } from '../../../../../../core/kinds/build.js';
import { called, problem } from '../../../../../support/program/command.js';
import { submission, wallet } from '../../../../../support/register/ledger.js';

const TX = 'ab'.repeat(32);
const REGISTER = '11111111-2222-4333-8444-555555555555';
const [holder, other] = [wallet('holder').address, wallet('other').address];
const INSTANCE = {
  ...{ id: 'case', registerId: REGISTER, blueprintId: 'loan', publicationTxId: TX, state: 'Active' },
  ...{ pinState: 'pinned', activeBranches: [], currentActionIds: [], lastTransactionId: TX },
  participantWallets: { lender: holder },
};
const DEFINITION = {
  blueprint: { participants: [{ id: 'lender' }, { id: 'agent' }], actions: [{ id: 1 }, { id: 2 }] },
};

describe('instance handover', () => {
  const call = async (words: readonly string[]) => {
    const drafts: JsonObject[] = [];
    const made = await called(['instance', 'handover', 'case', '--role', 'lender', '--json', ...words], {
      'GET /api/instances/case': INSTANCE,
      [`GET /api/blueprints/loan/definitions/${TX}`]: DEFINITION,
      'POST /api/v1/transactions/prepare': ({ body }: { readonly body: string }) => {
        const draft = JSON.parse(body) as JsonObject;
        drafts.push(draft);
        const prepared = prepare({ ...draft, createdAt: '2026-01-01T00:00:00.000Z' } as unknown as DraftSubmission);
        if (isFailure(prepared)) return problem(422, 'VAL_STRUCT_001', JSON.stringify(prepared));
        const { transactionId, submission } = prepared as Exclude<typeof prepared, readonly unknown[]>;
        return { transactionId, transaction: submission };
      },
    });
    return { ...made, drafts };
  };

  it('names the holder, who sends it, and the new one', async () => {
    const made = await call(['--to', other]);
    expect(made.exit, made.err).to.equal(0);
    expect(made.drafts[0]).to.deep.include({
      ...{ senderWallet: holder, instanceId: 'case', previousTransactionId: TX, actionId: '1' },
      metadata: { type: 'Handover' },
      payload: { type: 'handover', v: 1, role: 'lender', from: holder, to: other },
    });
    expect(JSON.parse(made.out).transaction.payload.to).to.equal(other);
  });

  it('is sent by the new one where the holder does not sign, or refused by the holder', async () => {
    const [without] = (await call(['--to', other, '--without-holder'])).drafts;
    expect(without).to.deep.include({ senderWallet: other });
    expect(without?.payload).to.deep.include({ from: holder, to: other, withoutHolder: true });
    const told = await called(['instance', 'handover', 'case', '--role', 'agent', '--to', other], {
      'GET /api/instances/case': INSTANCE,
      [`GET /api/blueprints/loan/definitions/${TX}`]: DEFINITION,
      'POST /api/v1/transactions/prepare': ({ body }: { readonly body: string }) => {
        const made = prepare({ ...JSON.parse(body), createdAt: '2026-01-01T00:00:00.000Z' });
        if (isFailure(made)) return problem(422, 'VAL_STRUCT_001', '');
        return { transactionId: made.transactionId, transaction: made.submission };
      },
    });
    expect(told.err).to.contain(`${other} signs first`).and.contain(`those who replace the holder: lender (${holder})`);
    const [refusal] = (await call(['--refuse'])).drafts;
    expect(refusal).to.deep.include({ senderWallet: holder });
    expect(refusal?.payload).to.deep.equal({ type: 'handover', v: 1, role: 'lender', refuse: true });
  });

  it('asks for what is missing', async () => {
    expect((await call([])).err).to.contain('--to qr1');
    const made = await called(['instance', 'handover', 'case', '--role', 'nobody', '--to', other], {
      'GET /api/instances/case': INSTANCE,
      [`GET /api/blueprints/loan/definitions/${TX}`]: DEFINITION,
    });
    expect([made.exit, made.err.includes('Roles: lender, agent')]).to.deep.equal([2, true]);
  });

  it('is signed by both in turn, each told of what, and whose signature is missing', async () => {
    const [first, second] = [wallet('holder'), wallet('other')];
    const [draft] = (await call(['--to', other])).drafts;
    const whole = { ...draft, createdAt: '2026-01-01T00:00:00.000Z' } as unknown as DraftSubmission;
    const { signatures } = submission(whole, [first, second]);
    const sign = async (before: number, by: number, words: readonly string[] = []) => {
      const { publicKey, signatureValue: signature } = signatures[by] as (typeof signatures)[number];
      const stdin = JSON.stringify({ ...submission(whole, [first, second]), signatures: signatures.slice(0, before) });
      const address = [holder, other][by];
      const made = await called(
        ['tx', 'sign', ...words],
        {
          [`POST /api/v1/wallets/${address}/sign`]: { signature, publicKey, algorithm: 'ED25519', keyAddress: address },
        },
        { stdin },
      );
      expect(made.exit, made.err).to.equal(0);
      return made.err;
    };
    const one = await sign(0, 0);
    expect(one).to.contain(
      `Signing the hand-over of role "lender" from ${holder} to ${other} in instance case of "loan"`,
    );
    expect(one).to.contain(`${other} signs it too, on its node: quorate tx sign FILE --wallet ${other}`);
    const two = await sign(1, 1, ['--wallet', other]);
    expect(two).to.contain('Next: quorate tx submit').and.not.contain('signs it too');
  });
});
