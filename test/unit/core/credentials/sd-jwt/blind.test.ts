// The issuer's side: what is taken apart comes together again, says nothing by order or number, and is never what a
// reader refuses.
import { expect } from 'chai';
import fc from 'fast-check';
import { type Json, type JsonObject, parseJsonText } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { StepMeter } from '../../../../../core/credentials/meter.js';
import { blind } from '../../../../../core/credentials/sd-jwt/blind.js';
import { joinSdJwt, splitSdJwt } from '../../../../../core/credentials/sd-jwt/compact.js';
import { claimsOf, draftIssued, selectClaims } from '../../../../../core/credentials/sd-jwt/credential.js';
import { readDisclosure } from '../../../../../core/credentials/sd-jwt/disclosure.js';
import { type AskedPath, valuesAt } from '../../../../../core/credentials/sd-jwt/paths.js';
import { unfold } from '../../../../../core/credentials/sd-jwt/unfold.js';
import { ISSUER, salts, signedBy } from '../../../../support/credentials/shown.js';

const made = (claims: JsonObject, disclosable: readonly AskedPath[], decoys = 0) =>
  blind(claims, { disclosable, decoys, salt: salts() });
const issued = (claims: JsonObject, disclosable: readonly AskedPath[]) =>
  signedBy(ISSUER, draftIssued({ ...made(claims, disclosable, 1), issuer: { chain: [] } }));
const of = (claims: JsonObject, disclosable: readonly AskedPath[]) => faultOr(() => made(claims, disclosable));

/** Every path into a value, with its own. */
function pathsIn(value: Json): readonly AskedPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => [
    [step],
    ...pathsIn((value as Readonly<Record<string | number, Json>>)[step] as Json).map((path) => [step, ...path]),
  ]);
}

const claimsWithPaths = fc
  .dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 5 })
  .map((claims) => parseJsonText(JSON.stringify(claims)))
  .filter((claims): claims is JsonObject => !isFailure(claims))
  .chain((claims) => fc.record({ claims: fc.constant(claims), disclosable: fc.subarray([...pathsIn(claims)]) }));

describe('SD-JWT: the issuer', () => {
  it('takes any claims apart so that all disclosures give them again, and each has its own place', () => {
    fc.assert(
      fc.property(claimsWithPaths, fc.nat({ max: 3 }), ({ claims, disclosable }, decoys) => {
        const { payload, disclosures } = made(claims, disclosable, decoys);
        expect(disclosures).to.have.lengthOf(disclosable.length);
        const { claims: read, places } = unfold(payload, disclosures.map(readDisclosure));
        expect(read).to.deep.equal(claims);
        expect([...places.values()]).to.have.deep.members(disclosable as never);
      }),
    );
  });

  it('leaves the holder to show any part, with what it stands in and no more', () => {
    fc.assert(
      fc.property(claimsWithPaths, fc.nat(), ({ claims, disclosable }, pick) => {
        const credential = splitSdJwt(joinSdJwt(issued(claims, disclosable)));
        const paths = pathsIn(claims);
        const wanted = paths.length === 0 ? [] : [paths[pick % paths.length] as AskedPath];
        const chosen = selectClaims(credential, wanted);
        const needed = disclosable.filter((path) =>
          wanted.some((other) => path.every((step, i) => i >= other.length || step === other[i])),
        );
        expect(chosen.disclosures).to.have.lengthOf(needed.length);
        if (wanted.some((path) => path.some((step) => typeof step === 'number'))) return;
        const at = (root: Json, path: AskedPath) => valuesAt(root, path, new StepMeter());
        for (const path of wanted) expect(at(claimsOf(chosen), path)).to.deep.equal(at(claims, path));
      }),
    );
  });

  it('sorts digests, adds decoys to each object that has some, and names the algorithm', () => {
    const { payload } = made({ a: 1, b: { c: 1, d: 2 }, e: 3 }, [['a'], ['b', 'c'], ['e']], 2);
    const lists = [payload._sd, (payload.b as JsonObject)._sd] as unknown as readonly string[][];
    expect(lists.map((list) => list.length)).to.deep.equal([4, 3]);
    for (const list of lists) expect([...list].sort()).to.deep.equal(list);
    expect(payload._sd_alg).to.equal('sha-256');
    expect(made({ a: 1 }, [], 2).payload).to.deep.equal({ a: 1 });
  });

  it('makes as many disclosures as a presentation may have', () => {
    const list = Array.from({ length: 256 }, (_, i) => i);
    expect(made({ list }, [['list', null]]).disclosures).to.have.lengthOf(256);
  });

  it('takes every element of a list by null, and does nothing by a path that leads nowhere', () => {
    expect(made({ list: [1, 2, 3] }, [['list', null]]).disclosures).to.have.lengthOf(3);
    expect(made({ list: [1], a: 1 }, [['b'], ['list', 7], ['a', null], ['list', 'x']]).disclosures).to.have.lengthOf(0);
  });

  for (const [what, claims, disclosable] of [
    ['a claim named _sd', { a: { _sd: [] } }, []],
    ['a claim named ...', { list: [{ '...': 'x' }] }, []],
    ['claims too deep', JSON.parse(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`), []],
    ['too many disclosures', { list: Array.from({ length: 257 }, (_, i) => i) }, [['list', null]]],
    ['a claim that is never disclosed', { exp: 1 }, [['exp']]],
    ['a part of one', { cnf: { jwk: 1 } }, [['cnf', 'jwk']]],
  ] as readonly (readonly [string, JsonObject, readonly AskedPath[]])[])
    it(`refuses ${what}`, () => expect(of(claims, disclosable)).to.be.instanceOf(FormatFault));
});

describe('SD-JWT: the compact form', () => {
  for (const text of ['a.b.c', '', 'a'.repeat(131_073), `a~${'b~'.repeat(257)}`, `a~${'b'.repeat(16_385)}`])
    it(`is not a text of ${text.length} characters such as "${text.slice(0, 6)}"`, () => {
      expect(faultOr(() => splitSdJwt(text))).to.be.instanceOf(FormatFault);
    });

  it('is as long as it may be', () => {
    const text = `${'a'.repeat(131_070)}~`;
    expect(splitSdJwt(`${text}b`).proof).to.equal('b');
    expect(faultOr(() => splitSdJwt(`${text}bc`))).to.be.instanceOf(FormatFault);
  });

  it('has as many disclosures as it may, and a proof behind the last tilde', () => {
    expect(splitSdJwt(`a~${'b~'.repeat(256)}p`).disclosures).to.have.lengthOf(256);
    for (const text of ['a~', 'a~b~', 'a~p', 'a~b~c~p']) expect(joinSdJwt(splitSdJwt(text))).to.equal(text);
    expect(splitSdJwt('a~b~')).to.deep.equal({ issued: 'a', disclosures: ['b'] });
    expect(splitSdJwt('a~b~p')).to.deep.equal({ issued: 'a', disclosures: ['b'], proof: 'p' });
  });
});
