// The view of a node that lacks the definition of an instance: readable actions as they were signed, and nothing of
// sealed ones.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { visibleData } from '../../../../../core/reading/cells/visible.js';

function transaction(txId: string, payload: Json, metadata: JsonObject = {}, recipients?: readonly string[]) {
  const header = { actionId: '1', metadata, ...(recipients && { recipients }) };
  return { txId, header, payload, signatures: [], bytes: new Uint8Array(0) } as unknown as Transaction;
}

const ENCRYPTED = { contentEncoding: 'encrypted' };

describe('what a wallet sees without the definition', () => {
  const seen = visibleData(
    [
      transaction('a', { price: 1, note: 'first' }),
      transaction('b', JSON.parse('{"price": 2, "__proto__": 5}') as Json),
      transaction('c', { type: 'rejection', price: 9 }, { type: 'Rejection' }),
      transaction('d', {}, ENCRYPTED, ['qr1me']),
      transaction('e', {}, ENCRYPTED, ['qr1other']),
      transaction('f', 'no object'),
    ],
    'qr1me',
  );

  it('has the later value of a name, and no reason of a rejection', () => {
    expect(seen.fields).to.deep.equal(JSON.parse('{"price": 2, "note": "first", "__proto__": 5}'));
    expect([...seen.facts.keys()]).to.deep.equal(['a', 'b', 'f']);
    expect([seen.facts.get('f'), seen.suspect, seen.runs]).to.deep.equal([{}, [], undefined]);
  });

  it('has nothing of what is sealed, and says which of it names the wallet', () => {
    expect([...seen.closed].map(([txId, { code }]) => `${txId} ${code}`)).to.deep.equal(['d CIPHERTEXT_INVALID']);
    expect([...seen.opened]).to.deep.equal([['e', []]]);
    expect(seen.files.size).to.equal(0);
  });
});
