// The hash operator: SHA-256 of canonical JSON and of files, as other programs compute it, in counted steps.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, type Json, type JsonObject } from '../../../../../core/base/json.js';
import { CONSTANTS, ran, typeOf, valueFor } from '../../../../support/definitions/typed-rule.js';

const sha256 = (data: string): string => createHash('sha256').update(data, 'utf8').digest('hex');
const FILE: JsonObject = { type: 'object', properties: { fileId: { type: 'string' } }, required: ['fileId'] };
const schema: JsonObject = {
  type: 'object',
  properties: {
    bid: { type: 'object', properties: { price: { type: 'string' } } },
    file: FILE,
    files: { type: 'array', items: FILE },
    perhaps: { anyOf: [FILE, { type: 'null' }] },
    open: {},
    text: { type: 'string' },
  },
};
const file = (hash: Json): JsonObject => ({ fileId: '00', fileName: 'a.pdf', hash });
const given = (data: JsonObject) => ({ schema, data });
const read = (name: string): JsonObject => ({ var: name });
const HEX = sha256('foo');

describe('operators: hashes', () => {
  it('are those of the canonical JSON of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const rule = { hash: [read('bid')] };
        const data = { bid: value as Json };
        expect(valueFor(rule, given(data))).to.equal(sha256(canonical(value)));
      }),
    );
    const members = { price: '90.00', A: 'é', a: [1, null] };
    expect(valueFor({ hash: [read('bid')] }, given({ bid: members }))).to.equal(
      sha256('{"A":"é","a":[1,null],"price":"90.00"}'),
    );
    expect(valueFor({ hash: 'abc' })).to.equal(sha256('"abc"'));
    expect(valueFor({ hash: [['90.00', 'salt']] })).to.equal(sha256('["90.00","salt"]'));
    expect(typeOf({ hash: [['90.00', 'salt']] })).to.equal('text');
  });

  it('are those of the bytes of a file, without a prefix, where a schema says that it is one', () => {
    const data = { file: file(`sha256:${HEX}`), files: [file(`sha256:${HEX}`)], bid: file(`sha256:${HEX}`) };
    expect(valueFor({ hash: [read('file')] }, given(data))).to.equal(HEX);
    // A payload makes no file of another value, and a rule neither.
    expect(valueFor({ hash: [read('bid')] }, given(data))).to.equal(sha256(canonical(data.bid)));
    expect(valueFor({ hash: [read('files')] }, given(data))).to.equal(sha256(canonical(data.files)));
    const made = { record: ['fileId', 'x', 'hash', `sha256:${HEX}`] };
    expect(valueFor({ hash: [made] })).to.equal(sha256(`{"fileId":"x","hash":"sha256:${HEX}"}`));
    for (const hash of [HEX, `sha256:${HEX.toUpperCase()}`, `sha256:${HEX}0`, 7, null])
      expect(valueFor({ hash: [read('file')] }, given({ file: file(hash) })), String(hash)).to.equal('LOGIC_RANGE');
    expect(valueFor({ hash: [read('perhaps')] }, given({ perhaps: null }))).to.equal('LOGIC_TYPE');
  });

  it('are refused of several values, and doubted where nothing says the type', () => {
    expect(typeOf({ hash: ['a', 'b'] })).to.equal(
      '"hash" takes 1 value, and has 2: put several into a list, {"hash": [[a, b]]}, or into a record.',
    );
    const codes = (name: string) => ran({ hash: [read(name)] }, given({ [name]: null })).faults.map(({ code }) => code);
    expect(['open', 'perhaps', 'text', 'files'].map(codes)).to.deep.equal([['BP_TYPE_OPEN'], ['BP_TYPE_OPEN'], [], []]);
  });

  it('take a step for each four bytes', () => {
    const stepsOf = (text: string) => {
      const { budget, value } = ran({ hash: [read('text')] }, { ...given({ text }), constants: CONSTANTS });
      return [100_000 - budget.steps, value] as const;
    };
    const [few] = stepsOf('');
    const [more] = stepsOf('é'.repeat(2000));
    expect(few).to.be.within(80, 90);
    expect(more - few).to.be.within(1000, 1100);
    expect(stepsOf('x'.repeat(400_000))[1]).to.equal('LOGIC_LIMIT');
  });
});
