// Transactions of an Issuance and of a CredentialStatus: their bytes, hashes and forms. UPDATE_VECTORS=1 writes the
// file anew; test/contract/python/credential-moves.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromUtf8, toHex, utf8 } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../core/model/transaction.js';
import { decodeTransaction, payloadHashOf, signingDigest } from '../../core/transaction/encode.js';
import { signatureTasks } from '../../core/validate/parts/signature.js';
import { good } from '../support/base/good.js';
import { issuingLedger } from '../support/register/issuing.js';

const PATH = 'test/vectors/credential-moves.json';

/** Each is sealed: its register takes it. */
function made(): readonly JsonObject[] {
  const { issue, change, sealed } = issuingLedger();
  const permit = sealed(issue({ status: 'register' }));
  const receipt = sealed(issue({ config: 'receipt', copies: 1, validUntil: '2030-01-01T00:00:00.000Z' }));
  const anew = sealed(issue({ replaces: permit.txId }));
  const suspended = sealed(change(anew, 'suspended'));
  const again = sealed(change(anew, 'valid', undefined, 1));
  const revoked = sealed(change(receipt, 'revoked'));
  return [
    vectorOf('the permit of a run, its status on the register', permit),
    vectorOf('one copy, its status in a list', receipt),
    vectorOf('in the place of the first', anew),
    vectorOf('suspended', suspended),
    vectorOf('valid again', again),
    vectorOf('revoked', revoked),
  ];
}

function vectorOf(name: string, { bytes, header, txId }: Transaction): JsonObject {
  const { payloadHash } = header;
  return { name, transaction: fromUtf8(bytes), payloadHash, txId, digest: toHex(signingDigest(txId, payloadHash)) };
}

describe('vectors: moves of credentials', () => {
  const vectors = made();
  if (process.env.UPDATE_VECTORS === '1') writeFileSync(PATH, `${JSON.stringify(vectors, null, 1)}\n`);
  const kept = JSON.parse(readFileSync(PATH, 'utf8')) as readonly JsonObject[];

  it('are what the product makes (UPDATE_VECTORS=1 writes them)', () => {
    expect(kept).to.deep.equal(vectors);
  });

  it('are read, and their signatures verify', () => {
    for (const { name, transaction, txId, payloadHash } of kept) {
      const tx = good(decodeTransaction(utf8(String(transaction))));
      expect(tx.txId, String(name)).to.equal(txId);
      expect(payloadHashOf(tx.payload), String(name)).to.equal(payloadHash);
      const tasks = signatureTasks(tx);
      expect(tasks.length).to.equal(1);
      for (const { algorithm, publicKey, digest, signature } of tasks)
        expect(verifySync(algorithm, publicKey, digest, signature), String(name)).to.equal(true);
    }
  });
});
