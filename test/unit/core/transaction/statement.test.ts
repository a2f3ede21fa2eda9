// The statement of a publication: its sender signs who published it and when, and a proposer that says otherwise is
// refused.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { toHex } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import type { Failure } from '../../../../core/base/result.js';
import { checkDocket } from '../../../../core/chain/state.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import type { Submission, Transaction, TransactionHeader } from '../../../../core/model/transaction.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { transactionOf } from '../../../../core/transaction/encode.js';
import { statementDigest } from '../../../../core/transaction/statement.js';
import { good } from '../../../support/base/good.js';
import { judge } from '../../../support/register/governance.js';
import {
  AT,
  alice,
  DEFINITION,
  Ledger,
  owner,
  publish,
  REGISTER_ID,
  signed,
  system,
  verified,
} from '../../../support/register/ledger.js';

/**
 * The same publication, under the same TxId and signatures, with another header: what a lying proposer can make of it.
 */
function changed({ txId, header, payload, signatures }: Transaction, other: Partial<TransactionHeader>): Transaction {
  const submission = { ...header, ...other, transactionId: txId, payload, signatures } as Submission;
  const made = good(transactionOf(submission));
  expect(made.txId).to.equal(txId);
  expect(verified(made), 'its signatures still verify').to.equal(true);
  return made;
}

function bySystem(publishedBy: string): Transaction {
  const draft = { registerId: REGISTER_ID, blueprintId: 'loan', actionId: 'blueprint-publish', createdAt: AT };
  return signed({ ...draft, senderWallet: system.address, payload: DEFINITION, metadata: { publishedBy } }, [system]);
}

const REFUSED = 'VAL_SIG_005 /header/metadata/statement';

describe('the statement of a publication', () => {
  it('covers the author and the time: a proposer that changes one of them is refused by every validator', () => {
    const ledger = new Ledger();
    const honest = bySystem(walletDid(owner.address));
    expect(judge(ledger, honest)).to.equal('ok');
    const { metadata } = honest.header;
    const lies: readonly Partial<TransactionHeader>[] = [
      { createdAt: '2020-01-01T00:00:00.000Z' },
      { metadata: { ...metadata, publishedBy: walletDid(alice.address) } },
      { metadata: { ...metadata, publishedBy: owner.address } },
      { metadata: { ...metadata, more: 1 } },
      { metadata: { statement: metadata?.statement as string } },
    ];
    for (const lie of lies) {
      const lying = changed(honest, lie);
      expect(judge(ledger, lying), JSON.stringify(lie)).to.equal(REFUSED);
      const docket = ledger.docket([lying]);
      const found = (checkDocket(docket, ledger.state, { view: ledger.view, signaturesOk: verified }) as Failure)
        .issues;
      expect(found[0]?.code).to.equal('VAL_SIG_005');
      // A quorum of certified catch-up trusts no less.
      const certified = { view: ledger.view, signaturesOk: () => true, isCertified: () => true };
      expect((checkDocket(docket, ledger.state, certified) as Failure).issues[0]?.code).to.equal('VAL_SIG_005');
    }
  });

  it('is there, of the sender, for this publication, and nothing else', () => {
    const ledger = new Ledger();
    const honest = publish();
    const { metadata: _stated, ...bare } = honest.header;
    const another = publish(DEFINITION, 'another').header.metadata?.statement as string;
    const foreign = publish(DEFINITION, 'loan', alice).header.metadata?.statement as string;
    for (const statement of [undefined, '', 'not base64', 5, another, foreign, [another]]) {
      const metadata = (statement === undefined ? {} : { statement }) as JsonObject;
      expect(judge(ledger, changed(honest, { metadata })), String(statement)).to.equal(REFUSED);
    }
    const { signatures, payload, txId } = honest;
    const unstated = good(transactionOf({ ...bare, transactionId: txId, payload, signatures }));
    expect(judge(ledger, unstated)).to.equal(REFUSED);
  });

  it('keeps its golden bytes', () => {
    const path = 'test/vectors/publication-statement.json';
    const tx = bySystem(walletDid(owner.address));
    const { statement, ...metadata } = tx.header.metadata ?? {};
    const hashed = `quorate:publication-statement:v1\u001f${tx.txId}\u001f${canonical({ ...tx.header, metadata } as never)}`;
    expect(toHex(statementDigest(tx.txId, tx.header))).to.equal(sha256Hex(hashed));
    const [first] = tx.signatures;
    expect(addressOf('ED25519', system.publicKey)).to.equal(tx.header.senderWallet);
    const now = { txId: tx.txId, hashed, digest: sha256Hex(hashed), publicKey: first?.publicKey, statement };
    if (!existsSync(path) && process.env.QUORATE_WRITE_VECTORS)
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    expect(now).to.deep.equal(JSON.parse(readFileSync(path, 'utf8')));
  });
});
