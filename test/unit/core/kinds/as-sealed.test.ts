// An action read as its quorum sealed it is what strict decoding gives; everything else is decoded strictly, and no
// bytes make it throw.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromUtf8, utf8 } from '../../../../core/base/bytes.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { TRANSACTION_BYTES_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../core/base/result.js';
import { isReadAsSealed, transactionAsSealed } from '../../../../core/kinds/as-sealed.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { decodeTransaction } from '../../../../core/transaction/encode.js';
import { act, alice, bob, publish } from '../../../support/register/ledger.js';

const PIN = 'a'.repeat(64);

function read(bytes: Uint8Array): Transaction {
  const tx = transactionAsSealed(bytes);
  if (isFailure(tx)) throw new Error(JSON.stringify(tx));
  return tx;
}

/** All that a transaction says, whether it is read from its bytes or kept beside them. */
function said({ txId, header, payload, signatures, bytes }: Transaction): object {
  return { txId, header, payload, signatures, text: fromUtf8(bytes) };
}

describe('core/kinds/as-sealed', () => {
  const tricky = {
    note: '},"payload":{"a":1},"signatures":[',
    'signatures"': [{ payload: { payload: 1 } }],
    é: '\u2028',
  };

  it('reads an action as strict decoding does', () => {
    for (const tx of [
      act({ actionId: '0', publicationTxId: PIN }, alice),
      act({ actionId: '0', publicationTxId: PIN, payload: tricky }, bob),
      act({ actionId: '},"payload":', publicationTxId: PIN, payload: { signatures: [] } }, bob),
      act(
        {
          actionId: '7',
          publicationTxId: PIN,
          previousTransactionId: 'b'.repeat(64),
          instanceId: 'i,"signatures":[',
          recipients: [bob.address, alice.address],
          expiresAt: '2027-01-01T00:00:00.000Z',
        },
        alice,
      ),
    ]) {
      const found = read(tx.bytes);
      expect(isReadAsSealed(found)).to.equal(true);
      expect(said(found)).to.deep.equal(said(tx));
      expect(found.payload).to.equal(found.payload);
      expect(said(found)).to.deep.equal(said(decodeTransaction(tx.bytes) as Transaction));
      expect(isReadAsSealed(tx)).to.equal(false);
    }
  });

  it('knows the algorithms of the signatures without reading them, however many there are', () => {
    const whole = JSON.parse(fromUtf8(act({ actionId: '0', publicationTxId: PIN }, alice).bytes)) as JsonObject;
    const [one] = whole.signatures as readonly JsonObject[];
    const two = { ...one, algorithm: 'NISTP256' };
    for (const signatures of [[], [one], [two], [one, two], [two, one, one]] as JsonObject[][]) {
      const found = read(utf8(canonical({ ...whole, signatures })));
      expect(isReadAsSealed(found)).to.equal(true);
      expect(found.algorithms).to.deep.equal(signatures.map(({ algorithm }) => algorithm));
      expect(found.signatures).to.deep.equal(signatures);
      expect(found.signatures).to.equal(found.signatures);
    }
  });

  it('decodes strictly what is no action, or has metadata, which may hold anything', () => {
    for (const tx of [
      publish(),
      act({ actionId: '0', publicationTxId: PIN, metadata: { a: { b: {} }, payload: tricky } }, alice),
      act({ actionId: '0', publicationTxId: PIN, metadata: {} }, alice),
    ]) {
      const found = read(tx.bytes);
      expect(isReadAsSealed(found)).to.equal(false);
      expect(found).to.deep.equal(decodeTransaction(tx.bytes));
    }
  });

  it('refuses with the issue of strict decoding where sealing could not read a member', () => {
    const whole = JSON.parse(fromUtf8(act({ actionId: '0', publicationTxId: PIN }, alice).bytes)) as {
      readonly header: JsonObject;
      readonly payload: JsonObject;
      readonly signatures: readonly JsonObject[];
    };
    const changed = (header: object, signatures: unknown = whole.signatures) =>
      utf8(canonical({ ...whole, header: { ...whole.header, ...header }, signatures }));
    for (const bytes of [
      ...Object.keys(whole.header).map((member) => changed({ [member]: 5 })),
      changed({ payloadHash: 'zz' }),
      changed({ recipients: 5 }),
      changed({ recipients: [5] }),
      changed({ instanceId: [] }),
      changed({ expiresAt: null }),
      changed({ previousTransactionId: {} }),
      changed({}, [5]),
      changed({}, [{ publicKey: 'AAAA' }]),
      utf8('{"header":{},"payload":{},"signatures":[]}'),
      utf8('},"payload":,"signatures":['),
      new Uint8Array(0),
      new Uint8Array(TRANSACTION_BYTES_MAX + 1),
    ]) {
      const issue = transactionAsSealed(bytes);
      expect(isFailure(issue), fromUtf8(bytes.subarray(0, 300))).to.equal(true);
      expect(issue).to.deep.equal(decodeTransaction(bytes));
    }
  });

  it('gives a transaction or an issue for any bytes, and other bytes never the TxId of these', () => {
    const { bytes, txId } = act({ actionId: '0', publicationTxId: PIN }, alice);
    const headerEnd = fromUtf8(bytes).indexOf(',"payload"');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const other = Uint8Array.from(bytes);
        other[at] = other[at]! ^ flip;
        const found = transactionAsSealed(other);
        if (isFailure(found)) return;
        expect(found.bytes).to.equal(other);
        if (at > 10 && at < headerEnd) expect(found.txId).not.to.equal(txId);
      }),
      { numRuns: 500 },
    );
  });
});
