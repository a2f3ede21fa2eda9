// Canonical JSON and strict parsing: what is one text, and what never becomes a value.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, utf8 } from '../../../../core/base/bytes.js';
import {
  canonical,
  escapePointer,
  type Json,
  nestsWithin,
  parseJson,
  parseJsonText,
} from '../../../../core/base/json.js';
import { JSON_DEPTH_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../core/base/result.js';

function refusal(source: string | Uint8Array): readonly [string, string] | undefined {
  const parsed = typeof source === 'string' ? parseJsonText(source) : parseJson(source);
  return isFailure(parsed) ? [parsed.issue.code, parsed.issue.path] : undefined;
}

function accepted(source: string): Json {
  const parsed = parseJsonText(source);
  if (isFailure(parsed)) throw new Error(`${parsed.issue.code} ${parsed.issue.message}`);
  return parsed;
}

/** Member order and members with the value undefined must not matter: the plain recursion that the RFC describes. */
function slow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(slow).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${slow(member)}`).join(',')}}`;
}

// Texts of whole characters: a lone surrogate has tests of its own.
const text = fc.string({ unit: 'binary', maxLength: 12 });
const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.oneof(text, fc.constantFrom('toJSON', 'constructor', '__proto__', '10', '9', 'é', 'z')),
      tie('value'),
      {
        maxKeys: 6,
      },
    ),
  ),
})).value;

describe('canonical JSON', () => {
  it('sorts members by UTF-16 code units, not by code points or bytes', () => {
    expect(canonical({ '\ufb33': 1, '\ud83d\ude02': 2, é: 3, '9': 4, '10': 5, Z: 6, a: 7 })).to.equal(
      '{"10":5,"9":4,"Z":6,"a":7,"é":3,"😂":2,"\ufb33":1}',
    );
  });

  it('formats numbers as RFC 8785 appendix B lists them', () => {
    const rows: readonly [string, string][] = [
      ['0000000000000000', '0'],
      ['8000000000000000', '0'],
      ['0000000000000001', '5e-324'],
      ['8000000000000001', '-5e-324'],
      ['7fefffffffffffff', '1.7976931348623157e+308'],
      ['ffefffffffffffff', '-1.7976931348623157e+308'],
      ['4340000000000000', '9007199254740992'],
      ['c340000000000000', '-9007199254740992'],
      ['4430000000000000', '295147905179352830000'],
      ['44b52d02c7e14af5', '9.999999999999997e+22'],
      ['44b52d02c7e14af6', '1e+23'],
      ['44b52d02c7e14af7', '1.0000000000000001e+23'],
      ['444b1ae4d6e2ef4e', '999999999999999700000'],
      ['444b1ae4d6e2ef4f', '999999999999999900000'],
      ['444b1ae4d6e2ef50', '1e+21'],
      ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
      ['3eb0c6f7a0b5ed8d', '0.000001'],
      ['41b3de4355555553', '333333333.3333332'],
      ['41b3de4355555554', '333333333.33333325'],
      ['41b3de4355555555', '333333333.3333333'],
      ['41b3de4355555556', '333333333.3333334'],
      ['41b3de4355555557', '333333333.33333343'],
      ['becbf647612f3696', '-0.0000033333333333333333'],
      ['43143ff3c1cb0959', '1424953923781206.2'],
    ];
    for (const [bits, expected] of rows) {
      const value = Buffer.from(fromHex(bits)).readDoubleBE(0);
      expect(canonical(value), bits).to.equal(expected);
      expect(canonical([value]), bits).to.equal(`[${expected}]`);
    }
  });

  it('leaves out undefined members and nothing else', () => {
    expect(canonical({ b: undefined, a: null, c: [null], d: {} })).to.equal('{"a":null,"c":[null],"d":{}}');
  });

  it('throws TypeError on what JSON cannot carry, wherever it stands', () => {
    const hole: unknown[] = [];
    hole[1] = 1;
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, 1n, undefined, () => 1, Symbol('s'), '\ud800', 'a\udc00b'];
    for (const value of [
      ...odd,
      ...odd.map((v) => [v]),
      ...odd.filter((v) => v !== undefined).map((v) => ({ a: v })),
      hole,
      { '\ud800': 1 },
    ])
      expect(() => canonical(value)).to.throw(TypeError);
  });

  it('a text that spells an escape is not an escape', () => {
    expect(canonical({ a: '\\ud800' })).to.equal('{"a":"\\\\ud800"}');
  });

  it('never calls toJSON', () => {
    expect(canonical({ a: { toJSON: 'x', b: 1 } })).to.equal('{"a":{"b":1,"toJSON":"x"}}');
    expect(() => canonical({ a: { toJSON: () => 'x' } })).to.throw(TypeError);
  });

  it('is what the plain recursion gives, and the same after parsing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const out = canonical(value);
        expect(out).to.equal(slow(value));
        expect(canonical(JSON.parse(out))).to.equal(out);
      }),
    );
  });

  it('does not depend on the order in which members were written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, json), { selector: ([key]) => key, maxLength: 8 }), (members) => {
        const forward = canonical(Object.fromEntries(members));
        expect(canonical(Object.fromEntries([...members].reverse()))).to.equal(forward);
      }),
    );
  });
});

describe('strict JSON parsing', () => {
  it('accepts what canonical writes, and gives the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const out = canonical(value);
        const parsed = parseJson(utf8(out));
        // Floats beyond 2^53 are integers to the parser, which refuses them.
        if (isFailure(parsed)) expect(parsed.issue.code).to.equal('BODY_NUMBER_RANGE');
        else expect(canonical(parsed)).to.equal(out);
      }),
    );
  });

  it('refuses text that is not JSON, and bytes that are not UTF-8', () => {
    for (const source of ['', '{', '{"a":1,}', "{'a':1}", 'NaN', '01', '\ufeff{}', '{} {}', '"\u0001"', '// x\n1'])
      expect(refusal(source), source).to.deep.equal(['BODY_INVALID_JSON', '']);
    for (const hex of ['22ff22', '22c0af22', '22eda08022', 'efbbbf7b7d'])
      expect(refusal(fromHex(hex)), hex).to.deep.equal(['BODY_INVALID_JSON', '']);
  });

  it('refuses a member that is named twice, at any depth and however it is spelled', () => {
    const twice = [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '[{"b":{"a":1,"c":2,"a":{}}}]',
      '{"a":{"x":1},"a":{"x":1}}',
      '{"__proto__":1,"__proto__":2}',
      '{":":1,":":2}',
      '{"a\\"":1,"a\\"":2}',
      '{"":1,"":2}',
    ];
    for (const source of twice) expect(refusal(source), source).to.deep.equal(['BODY_DUPLICATE_KEY', '']);
  });

  it('takes one name in two objects, and colons, quotes and backslashes in texts, for what they are', () => {
    for (const source of [
      '[{"a":1},{"a":1}]',
      '{"a":{"a":1}}',
      '{"a:b":":","c\\":":"\\\\","d\\\\":"\\":"}',
      '{"__proto__":{"a":1}}',
    ])
      expect(refusal(source), source).to.equal(undefined);
    expect(Object.keys(accepted('{"__proto__":{"a":1}}') as object)).to.deep.equal(['__proto__']);
  });

  it('finds exactly the duplicates, for any objects', () => {
    const key = fc.constantFrom('a', 'b', 'c', ':', '"', '\\', '{', 'é');
    fc.assert(
      fc.property(fc.array(key, { maxLength: 6 }), fc.array(key, { maxLength: 6 }), (outer, inner) => {
        const object = (keys: readonly string[], last: string) =>
          `{${[...keys.map((k) => `${JSON.stringify(k)}: "x:\\"y"`), last].filter((member) => member !== '').join(',')}}`;
        const source = object(outer, `"in\\u003aner" :${object(inner, '')}`);
        const duplicate = new Set(outer).size < outer.length || new Set(inner).size < inner.length;
        expect(refusal(source)).to.deep.equal(duplicate ? ['BODY_DUPLICATE_KEY', ''] : undefined);
      }),
    );
  });

  it('refuses lone surrogates in texts and names, and takes pairs', () => {
    expect(refusal('{"a":["\\ud800"]}')).to.deep.equal(['BODY_INVALID_JSON', '/a/0']);
    expect(refusal('{"a":{"\\uDC00x":1}}')).to.deep.equal(['BODY_INVALID_JSON', '/a']);
    expect(refusal('"\\udc00\\ud800"')).to.deep.equal(['BODY_INVALID_JSON', '']);
    expect(refusal('"\ud800"')).to.deep.equal(['BODY_INVALID_JSON', '']);
    expect(refusal('"\\ud83d\\ude02"')).to.equal(undefined);
    expect(refusal('"\\\\ud800"')).to.equal(undefined);
  });

  it('refuses numbers that two literals share', () => {
    const beyond = ['9007199254740992', '-9007199254740992', '9007199254740993', '1e16', '1E30', '1e400', '-1e400'];
    for (const literal of beyond)
      expect(refusal(`{"n":[0,${literal}]}`), literal).to.deep.equal(['BODY_NUMBER_RANGE', '/n/1']);
    for (const literal of ['9007199254740991', '-9007199254740991', '0.1', '1e-400', '-0', '1.0', '1e15'])
      expect(refusal(`{"n":${literal}}`), literal).to.equal(undefined);
  });

  it('refuses nesting beyond the limit, however deep, and takes the limit', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(refusal(nested(JSON_DEPTH_MAX + 1))).to.equal(undefined);
    expect(refusal(nested(JSON_DEPTH_MAX + 2))?.[0]).to.equal('BODY_TOO_DEEP');
    expect(refusal(nested(1_000_000))?.[0]).to.equal('BODY_TOO_DEEP');
    const objects = '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000);
    expect(refusal(objects)?.[0]).to.equal('BODY_TOO_DEEP');
  });

  it('takes as many levels as it is told, and counts those of a value so', () => {
    const code = (found: ReturnType<typeof parseJsonText>) => (isFailure(found) ? found.issue.code : undefined);
    for (const levels of [0, 1, 5, JSON_DEPTH_MAX + 3])
      for (const [text, inside] of [
        ['1', 0],
        ['[1]', 1],
        [`${'['.repeat(levels)}1${']'.repeat(levels)}`, levels],
        [`${'['.repeat(levels + 1)}${']'.repeat(levels + 1)}`, levels],
        [`${'{"a":'.repeat(levels + 1)}1${'}'.repeat(levels + 1)}`, levels + 1],
      ] as const) {
        const isWithin = inside <= levels;
        expect(code(parseJsonText(text, levels)), text).to.equal(isWithin ? undefined : 'BODY_TOO_DEEP');
        expect(code(parseJson(utf8(text), { levels })), text).to.equal(isWithin ? undefined : 'BODY_TOO_DEEP');
        expect(nestsWithin(JSON.parse(text), levels), text).to.equal(isWithin);
      }
    expect(nestsWithin(undefined, 0)).to.equal(true);
  });

  it('names the member at fault by a JSON Pointer', () => {
    expect(escapePointer('a/b~c')).to.equal('a~1b~0c');
    expect(refusal('{"a/b":{"~":[1e30]}}')).to.deep.equal(['BODY_NUMBER_RANGE', '/a~1b/~0/0']);
  });
});
