// Each lie about an mdoc is refused by its ground, and proven by the cells of that ground alone.
import { expect } from 'chai';
import { judgeMdocGround, mdocCellsOf, verifyMdoc } from '../../../../../core/credentials/mdoc/verify.js';
import { type Ground, PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import { p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import {
  CONTENT,
  chainOf,
  HOLDER,
  licence,
  PLACE,
  presented,
  QUESTION,
  statusToken,
} from '../../../../support/credentials/licence.js';
import { addedBy, GOOD, mapOf, pairs } from './forged.js';
import { FORMS, LIES } from './lies.js';

type Judged = Exclude<Ground, 'form'>;
const GROUNDS: readonly Judged[] = ['issuer', 'signature', 'type', 'validity', 'status', 'claims', 'binding', 'holder'];
/** Cells of that ground alone. */
const shownFor = (ground: Judged, cells: unknown) =>
  Object.fromEntries(
    Object.entries(cells as object).filter(([name]) => mdocCellsOf(ground).includes(name as 'issued')),
  );

describe('the judge of an mdoc', () => {
  it('takes a good one: its claims, its issuer, its holder and its end', () => {
    expect(verifyMdoc(GOOD, { ...QUESTION, holderKeys: [p256Thumbprint(HOLDER.publicKey)] })).to.deep.equal({
      docType: CONTENT.docType,
      claims: new Map([
        ['org.example.extra', pairs('number', 12)],
        ['org.example.licence', pairs('number', 4711, 'expires', '2030-01-01')],
      ]),
      issuer: QUESTION.findIssuer({ chain: CONTENT.chain }),
      holderKey: Buffer.from(HOLDER.publicKey),
      validUntilMs: CONTENT.validUntilMs,
      isStatusChecked: false,
    });
  });

  it('takes it at the first moment of its time, and by a chain of several', () => {
    const held = licence({ chain: [...chainOf('office'), ...chainOf('other')] });
    expect(verifyMdoc(presented(held), { ...QUESTION, atMs: CONTENT.validFromMs })).to.have.property('claims');
  });

  it('takes a status that is valid, one that is absent where that may be, and none where the caller knows it', () => {
    const stated = presented(licence({ status: PLACE }));
    const shown = { ...stated, status: statusToken() };
    expect(verifyMdoc(shown, QUESTION)).to.include({ isStatusChecked: true });
    expect(verifyMdoc(shown, { ...QUESTION, statusMaxAgeMs: 3_600_000 })).to.include({ isStatusChecked: true });
    expect(verifyMdoc(stated, { ...QUESTION, status: 'open' })).to.include({ isStatusChecked: false });
    expect(verifyMdoc(stated, { ...QUESTION, status: 'elsewhere' })).to.include({ isStatusChecked: false });
    const bad = { ...stated, status: statusToken({ status: 1 }) };
    expect(verifyMdoc(bad, { ...QUESTION, status: 'open' })).to.include({ ground: 'status' });
  });

  it('takes what the holder added where the issuer let its key', () => {
    for (const may of [mapOf({ nameSpaces: ['a'] }), mapOf({ dataElements: mapOf({ a: ['b', 'c'] }) })])
      expect(verifyMdoc(addedBy(pairs('a', pairs('b', 9)), may), QUESTION)).to.have.property('claims');
  });

  it('takes one without a proof where none was asked for', () => {
    const { binding: _, ...question } = QUESTION;
    expect(verifyMdoc({ issued: GOOD.issued, claims: GOOD.claims }, question)).to.have.property('claims');
  });

  for (const [lie, code, cells, question = QUESTION] of [...FORMS, ...LIES])
    it(`refuses ${lie}: ${code}`, () => {
      const refusal = verifyMdoc(cells as typeof GOOD, question);
      if (!(refusal instanceof PresentationRefusal)) throw new Error('it was taken');
      expect(refusal.code).to.equal(code);
      const ofCell = { issued: 'type', claims: 'claims', proof: 'binding', status: 'status' } as const;
      const ground = refusal.ground === 'form' ? ofCell[refusal.part as 'issued'] : refusal.ground;
      expect(judgeMdocGround(ground, shownFor(ground, cells), question)).to.deep.equal(refusal);
    });

  it('stands on every ground where it is good, by the cells of that ground alone', () => {
    const stated = { ...presented(licence({ status: PLACE })), status: statusToken() };
    for (const ground of GROUNDS)
      expect(judgeMdocGround(ground, shownFor(ground, stated), QUESTION), ground).to.equal(undefined);
  });

  it('says neither values nor names of a stranger', () => {
    for (const [lie, , cells, question = QUESTION] of LIES) {
      const { message } = verifyMdoc(cells as typeof GOOD, question) as PresentationRefusal;
      expect(message, lie).not.to.match(/4711|number|licence|example|shop/);
    }
  });
});
