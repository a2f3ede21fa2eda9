// What a verifier is asked, as bytes: read as it was written, and nothing else is.
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { CELL_CLASSES_MAX } from '../../../../../core/base/limits/ledger/cells.js';
import { verificationOf, verificationText } from '../../../../../core/instance/runs/asked-verification.js';
import { askedGate } from '../../../../support/credentials/asked-gate.js';
import { GatedLedger } from '../../../../support/credentials/gated-ledger.js';

const gated = new GatedLedger([{ verifiedBy: 'y', readers: ['x'] }]);
const whole = (isOpen = false): JsonObject =>
  JSON.parse(Buffer.from(verificationText(askedGate(gated, { isOpen }).asked)).toString()) as JsonObject;
const read = (value: Json) => verificationOf(utf8(JSON.stringify(value)));

describe('core/instance/runs/asked-verification', () => {
  it('is read as it was written', () => {
    for (const isOpen of [false, true]) {
      const { asked } = askedGate(gated, { isOpen });
      expect(verificationOf(verificationText(asked))).to.deep.equal(asked);
    }
    expect(read(whole())).to.not.equal(undefined);
    const run = { ...(whole().run as JsonObject), previousTransactionId: 'ab' };
    expect(read({ ...whole(), run })?.run.previousTransactionId).to.equal('ab');
  });

  const sealed = whole();
  const open = whole(true);
  const statement = sealed.statement as JsonObject;
  const by = { wallet: 'qr1', algorithm: 'ED25519', publicKey: 'AA==', signature: 'AA==' };
  const bad: readonly (readonly [string, Json])[] = [
    ['no object', []],
    ['another version', { ...sealed, v: 2 }],
    ['a member more', { ...sealed, more: 1 }],
    ['no statement', { ...sealed, statement: null }],
    ['a statement with a verifier', { ...sealed, statement: { ...statement, by } }],
    ['no place', { ...sealed, run: null }],
    ['a place with a member more', { ...sealed, run: { ...(sealed.run as JsonObject), more: '' } }],
    ['a place without its sender', { ...sealed, run: { ...(sealed.run as JsonObject), senderWallet: 1 } }],
    ['a predecessor that is no text', { ...sealed, run: { ...(sealed.run as JsonObject), previousTransactionId: 1 } }],
    ['parts of another name', { ...sealed, parts: { other: '' } }],
    ['no commitment', { ...sealed, seed: null, hashes: null }],
    ['a seed that is too short', { ...sealed, seed: 'AA' }],
    ['hashes that are no list', { ...sealed, hashes: 'AA' }],
    ['a hash that is too short', { ...sealed, hashes: ['AA'] }],
    ['too many hashes', { ...sealed, hashes: Array.from({ length: CELL_CLASSES_MAX + 1 }, () => sealed.seed!) }],
    ['a root beside a seed', { ...sealed, dataRoot: open.dataRoot! }],
    ['a root beside hashes', { ...open, hashes: sealed.hashes! }],
    ['a root that is too short', { ...open, dataRoot: 'AA' }],
  ];
  for (const [what, value] of bad) it(`is not ${what}`, () => expect(read(value)).to.equal(undefined));

  it('is no text that is not JSON', () => expect(verificationOf(utf8('{'))).to.equal(undefined));
});
