// Deliveries that are sent: one that is refused keeps no holder from the others, and each refusal is told.
import { expect } from 'chai';
import type { SentMove } from '../../../../../../actors/workflow/encryption/submitting.js';
import { type SignedDeliveries, sendAll } from '../../../../../../actors/workflow/moves/delivery/send.js';
import { issue } from '../../../../../../core/base/issue.js';
import { fail, failFinally, type Result } from '../../../../../../core/base/result.js';
import type { Transaction } from '../../../../../../core/model/transaction.js';
import { issuesOf } from '../../../../../support/base/results.js';

const owed = (role: string) => ({ role, wallet: `wallet of ${role}`, runs: [`run of ${role}`] });
const made = (role: string) => ({ ...owed(role), tx: { txId: role } as Transaction });
const REFUSED = issue('VAL_DELIVER_003', '/header/recipients', 'It holds the role no more.');
const CLOSED = issue('CIPHERTEXT_INVALID', '/senderWallet', 'The wallet was not given it.');

/** Those of these roles are refused. */
function ledger(...refuses: readonly string[]) {
  const asked: string[] = [];
  const submit = async ({ txId }: Transaction): Promise<Result<SentMove>> => {
    asked.push(txId);
    return refuses.includes(txId)
      ? failFinally(REFUSED)
      : ({ status: 'sealed', txId, docket: 1 } as unknown as SentMove);
  };
  return { asked, submit };
}

describe('deliveries', () => {
  it('are all sent, whichever of them is refused, and each refusal is told with its holder', async () => {
    const { asked, submit } = ledger('bank');
    const deliveries: SignedDeliveries = {
      made: ['bank', 'buyer', 'seller'].map(made),
      failed: [{ ...owed('carrier'), issues: [CLOSED] }],
      left: 3,
    };
    expect(await sendAll(deliveries, submit)).to.deep.equal({
      sent: ['buyer', 'seller'].map((role) => ({ ...owed(role), transactionId: role, status: 'sealed' })),
      refused: [
        { ...owed('carrier'), issues: [CLOSED] },
        { ...owed('bank'), issues: [REFUSED] },
      ],
      left: 3,
    });
    expect(asked).to.deep.equal(['bank', 'buyer', 'seller']);
  });

  it('wait together to be sealed, so that many take no longer than one', async () => {
    const roles = Array.from({ length: 100 }, (_, i) => `holder ${i}`);
    let sealed: () => void = () => undefined;
    const docket = new Promise<void>((resolve) => {
      sealed = resolve;
    });
    let pending = 0;
    const sending = sendAll({ made: roles.map(made), failed: [], left: 0 }, async ({ txId }) => {
      pending += 1;
      await docket;
      return { status: 'sealed', txId, docket: 1 } as unknown as SentMove;
    });
    await Promise.resolve();
    expect(pending).to.equal(100);
    sealed();
    expect(await sending)
      .to.have.property('sent')
      .with.lengthOf(100);
  });

  it('fail together where none of them was sent, and are none where nothing is owed', async () => {
    const { asked, submit } = ledger('bank', 'buyer');
    expect(await sendAll({ made: ['bank', 'buyer'].map(made), failed: [], left: 0 }, submit)).to.deep.equal(
      failFinally([REFUSED, REFUSED]),
    );
    expect(asked).to.deep.equal(['bank', 'buyer']);
    expect(issuesOf(await sendAll(fail(CLOSED), submit))).to.deep.equal([CLOSED]);
    expect(await sendAll({ made: [], failed: [], left: 0 }, submit)).to.deep.equal({ sent: [], refused: [], left: 0 });
  });
});
