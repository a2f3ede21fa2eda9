// The judge of a presentation: what is good stands; each lie is refused on its ground, and the cells of the ground
// suffice.
import { expect } from 'chai';
import fc from 'fast-check';
import { type Ground, PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import { selectClaims } from '../../../../../core/credentials/sd-jwt/credential.js';
import {
  cellsOf as cellsOfGround,
  judgeGround,
  verifyPresentation,
} from '../../../../../core/credentials/sd-jwt/verify.js';
import { cellsIn, GOOD, LIES, questionOf, type Row, without } from '../../../../support/credentials/lies.js';
import {
  CLAIMS,
  cellsOf,
  credential,
  HOLDER,
  proven,
  QUESTION,
  SHOWN_PATHS,
  shown,
} from '../../../../support/credentials/shown.js';

const swapped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
const codeOf = (verdict: unknown) => (verdict instanceof PresentationRefusal ? verdict.code : undefined);
const verdictOf = (row: Row) => verifyPresentation(cellsIn(row), questionOf(row));

const all = credential();

describe('SD-JWT: the judge', () => {
  it('lets what is good stand, and gives what was shown', () => {
    const presented = verdictOf({});
    if (presented instanceof PresentationRefusal) throw new Error(presented.message);
    const { number: _, classes: __, holder: ___, ...clear } = CLAIMS;
    expect(presented.claims).to.deep.equal({ ...clear, number: 'L-17', classes: ['C'], holder: { name: 'Ada' } });
    expect(presented.holderKey).to.deep.equal(HOLDER.publicKey);
    expect([presented.isStatusChecked, presented.issuer.anchor]).to.deep.equal([true, 'state']);
  });

  for (const [what, row] of GOOD) it(`takes ${what}`, () => expect(codeOf(verdictOf(row))).to.equal(undefined));

  it('takes a credential without a proof where none was asked, and without a status where it has none', () => {
    const { binding: _, ...unbound } = QUESTION;
    const { proof: __, status: ___, ...bare } = cellsIn(without('status'));
    const presented = verifyPresentation(bare, unbound);
    expect(codeOf(presented)).to.equal(undefined);
    expect((presented as { isStatusChecked: boolean }).isStatusChecked).to.equal(false);
  });

  for (const [code, lie, row] of LIES)
    it(`refuses ${lie}: ${code}`, () => {
      expect(codeOf(verdictOf(row))).to.equal(code);
      const ground = code.split('/')[0] as Ground;
      if (ground === 'form') return;
      // The same verdict by the cells of the ground alone, as an objection shows them.
      const names = cellsOfGround(ground);
      const some = Object.fromEntries(Object.entries(cellsIn(row)).filter(([name]) => names.includes(name as never)));
      expect(codeOf(judgeGround(ground, some, questionOf(row)))).to.equal(code);
    });

  it('finds no ground against what is good', () => {
    for (const ground of ['issuer', 'signature', 'type', 'validity', 'status', 'claims', 'binding'] as const)
      expect(judgeGround(ground, cellsIn({}), QUESTION), ground).to.equal(undefined);
  });

  it('says no value of a claim', () => {
    for (const [, lie, row] of LIES) {
      const verdict = verdictOf(row);
      expect(verdict instanceof PresentationRefusal && /L-1|Ada|1990|"C"/.test(verdict.message), lie).to.equal(false);
    }
  });

  it('refuses each change of one character of each part', () => {
    const good = cellsIn({});
    const grounds = new Set<string | undefined>();
    for (const name of ['issued', 'proof', 'status'] as const)
      for (let at = 0; at < (good[name]?.length ?? 0); at += 3)
        grounds.add(codeOf(verifyPresentation({ ...good, [name]: swapped(good[name] ?? '', at) }, QUESTION)));
    good.claims?.forEach((text, i) => {
      for (let at = 0; at < text.length; at++)
        grounds.add(
          codeOf(verifyPresentation({ ...good, claims: good.claims?.with(i, swapped(text, at)) ?? [] }, QUESTION)),
        );
    });
    expect([...grounds]).to.not.include(undefined);
    expect([...grounds]).to.include.members([
      'form/issued',
      'signature',
      'form/claims',
      'claims',
      'binding',
      'form/status',
      'status',
    ]);
  });

  it('never throws, whatever the cells are', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', '..', 'e30.e30.e30', all.issued, shown().proof ?? ''));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), text, text, (issued, claims, proof, status) => {
        expect(codeOf(verifyPresentation({ issued, claims, proof, status }, QUESTION))).to.not.equal(undefined);
      }),
    );
  });

  it('takes what was issued, chosen and shown, whatever is chosen', () => {
    const paths = fc.subarray([...SHOWN_PATHS, ['holder', 'born'], ['classes', 0], ['classes', null]]);
    fc.assert(
      fc.property(paths, (chosen) => {
        const claims = chosen.map((path) => ({ name: path.join('/'), path }));
        const presented = proven(selectClaims(all, chosen));
        // A place in a list is that of the list as it is shown.
        const asked = claims.filter(({ path }) => typeof path[1] !== 'number');
        expect(codeOf(verifyPresentation(cellsOf(presented), { ...QUESTION, claims: asked }))).to.equal(undefined);
      }),
    );
  });
});
