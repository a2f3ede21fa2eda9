// Disclosures at their digests: the claims that come out, and payloads of which two readers could see different claims.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { digestOf, disclosureOf, readDisclosure } from '../../../../../core/credentials/sd-jwt/disclosure.js';
import { unfold } from '../../../../../core/credentials/sd-jwt/unfold.js';

const claim = (name: string, value: Json) => disclosureOf('salt', name, value);
const element = (value: Json) => disclosureOf('salt', undefined, value);
const of = (payload: JsonObject, ...texts: readonly string[]) =>
  faultOr(() => unfold(payload, texts.map(readDisclosure)).claims);
const sd = (...texts: readonly string[]) => texts.map(digestOf);
const slot = (text: string) => ({ '...': digestOf(text) });
const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)]);

const name = claim('name', 'Ada');
const person = claim('person', { _sd: sd(name), born: 1990 });
const inner = element({ _sd: sd(name) });

describe('SD-JWT: disclosures', () => {
  for (const [what, payload, texts, claims] of [
    ['a claim', { _sd: sd(name), a: 1 }, [name], { a: 1, name: 'Ada' }],
    ['a decoy and a claim that is kept', { _sd: [...sd(name), 'decoy'] }, [], {}],
    ['a claim within a claim', { _sd: sd(person) }, [name, person], { person: { name: 'Ada', born: 1990 } }],
    ['the outer one alone', { _sd: sd(person) }, [person], { person: { born: 1990 } }],
    ['elements', { list: [slot(element(1)), 2, slot(element(3))] }, [element(3)], { list: [2, 3] }],
    ['a claim within an element', { list: [slot(inner)] }, [inner, name], { list: [{ name: 'Ada' }] }],
    ['a list within a list', { list: [[slot(element(null))]] }, [element(null)], { list: [[null]] }],
    [
      'a name that an object inherits',
      { _sd: sd(claim('constructor', 1)) },
      [claim('constructor', 1)],
      { constructor: 1 },
    ],
    ['the algorithm', { _sd_alg: 'sha-256', _sd: [] }, [], {}],
    ['the name of a top claim further in', { a: { _sd: sd(claim('exp', 1)) } }, [claim('exp', 1)], { a: { exp: 1 } }],
    ['sixteen levels', { a: deep(15) }, [], { a: deep(15) }],
  ] as readonly (readonly [string, JsonObject, readonly string[], JsonObject])[])
    it(`give ${what}`, () => expect(of(payload, ...texts)).to.deep.equal(claims));

  it('keep a claim named __proto__ as a claim', () => {
    const text = claim('__proto__', { admin: true });
    const claims = of({ _sd: sd(text) }, text) as JsonObject;
    expect([Object.keys(claims), claims.admin]).to.deep.equal([['__proto__'], undefined]);
  });

  for (const [what, payload, texts, part] of [
    ['without a digest', { _sd: sd(name) }, [name, claim('b', 1)]],
    ['whose parent is not shown', { _sd: sd(person) }, [name]],
    ['that comes twice', { _sd: sd(name) }, [name, name]],
    ['whose digest stands twice in one object', { _sd: [...sd(name), ...sd(name)] }, [name]],
    ['whose digest stands twice in the whole', { _sd: sd(name), a: { _sd: sd(name) } }, [name]],
    ['whose digest another one has too', { _sd: [...sd(name), ...sd(person)] }, [name, person]],
    ['where a digest that nobody shows stands twice', { _sd: ['x'], list: [{ '...': 'x' }] }, []],
    ['of a claim that is there', { _sd: sd(name), name: 'Eve' }, [name], 'name'],
    ['of a claim that another one gave', { _sd: sd(name, claim('name', 'Eve')) }, [name, claim('name', 'Eve')], 'name'],
    ['of a member in the place of an element', { list: [slot(name)] }, [name], 'name'],
    ['of an element in the place of a member', { _sd: sd(element(1)) }, [element(1)]],
    ['under digests that are no list', { _sd: digestOf(name) }, [name]],
    ['under a digest that is no text', { _sd: [1] }, []],
    ['under an element that is no text', { list: [{ '...': 1 }] }, []],
    ['beside another member of its element', { list: [{ ...slot(element(1)), a: 1 }] }, [element(1)]],
    ['at an element that is in no list', { a: slot(element(1)) }, [element(1)]],
    ['by another algorithm', { _sd_alg: 'sha-512', _sd: sd(name) }, [name]],
    ['by an algorithm that is no text', { _sd_alg: null }, []],
    ['that nests too deep', { _sd: sd(claim('a', deep(16))) }, [claim('a', deep(16))]],
    ['in a payload too deep', { a: deep(16) }, []],
    ...['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status', '_sd_alg'].map(
      (never) => [`of ${never}`, { _sd: sd(claim(never, 'x')) }, [claim(never, 'x')], never] as const,
    ),
  ] as readonly (readonly [string, JsonObject, readonly string[], string?])[])
    it(`are refused with one ${what}`, () => {
      const fault = of(payload, ...texts);
      expect(fault).to.be.instanceOf(FormatFault);
      expect((fault as FormatFault).part).to.equal(part);
    });
});
