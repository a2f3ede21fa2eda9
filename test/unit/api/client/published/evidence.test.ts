// The check of evidence for other programs: one verdict for a text and for its value, and anchors that are none are the
// caller's mistake.
import { expect } from 'chai';
import { verifyEvidence } from '../../../../../api/client/published/evidence.js';
import type { Json } from '../../../../../core/base/json.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { Ledger, publish } from '../../../../support/register/ledger.js';

describe('api/client/published/evidence', () => {
  const ledger = new Ledger();
  ledger.seal(publish());
  const document = evidenceIn(ledger, { height: 1 });
  const { hash, height } = ledger.state;

  it('is valid with a head from elsewhere, as a text or as its parts, and consistent without', () => {
    for (const head of [`${hash}@${height}`, { hash, height }])
      for (const given of [document, JSON.stringify(document)])
        expect(verifyEvidence(given, { head }).verdict).to.equal('valid');
    expect(verifyEvidence(document).verdict).to.equal('consistent');
  });

  it('is invalid with its reasons', () => {
    const forged = structuredClone(document) as unknown as { transaction: { payload: Json } };
    forged.transaction.payload = { forged: true };
    for (const given of [forged, {}, null, 7, undefined, 'no json', '{"format":"quorate-evidence"']) {
      const found = verifyEvidence(given);
      expect(found.verdict, String(given)).to.equal('invalid');
      if (found.verdict === 'invalid') expect(found.issues[0]?.message).to.be.a('string');
    }
    expect(verifyEvidence(document, { genesisHash: 'ab'.repeat(32) }).verdict).to.equal('invalid');
    expect(verifyEvidence(document, { notBefore: new Date('2099-01-01') }).verdict).to.equal('invalid');
  });

  it('is what JSON says of it, however deep or changing its object is', () => {
    let deep: Json = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(verifyEvidence({ ...document, opening: deep }).verdict).to.equal('invalid');
    expect(verifyEvidence(`${'['.repeat(1_000_000)}`).verdict).to.equal('invalid');
    let asked = 0;
    const changing = {
      ...document,
      get txId() {
        asked++;
        return document.txId;
      },
    };
    expect(verifyEvidence(changing).verdict).to.equal('consistent');
    expect(asked).to.equal(1);
  });

  it('refuses anchors that are none', () => {
    for (const anchors of [
      { head: 'x' },
      { head: { hash: 'x', height: 1 } },
      { genesisHash: 'AB' },
      { notBefore: new Date('x') },
    ])
      expect(() => verifyEvidence(document, anchors), JSON.stringify(anchors)).to.throw(TypeError);
  });
});
