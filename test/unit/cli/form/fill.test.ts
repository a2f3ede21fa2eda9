// Asking for a payload: typed texts to values, nested and repeated parts, what is asked again, and what ends it.
import { expect } from 'chai';
import { isCommandError } from '../../../../cli/command/command.js';
import { inputOf } from '../../../../cli/command/input.js';
import { outputOf } from '../../../../cli/command/output.js';
import { type FormFill, fillIn } from '../../../../cli/form/fill.js';
import type { DataSchema } from '../../../../core/blueprint/definition/types.js';
import { fakeTerminal } from '../../../support/program/terminal.js';

async function filled(form: FormFill | DataSchema, answers: readonly string[]) {
  const terminal = fakeTerminal({ answers });
  const input = inputOf({ args: {}, options: {}, declared: new Set() });
  const context = { input, terminal, out: outputOf(terminal, { json: false, quiet: false }) };
  const whole =
    typeof form === 'object' && 'action' in form
      ? (form as FormFill)
      : { action: { dataSchemas: [form as DataSchema] } };
  const payload = await fillIn(context, whole).catch((error: unknown) => {
    if (isCommandError(error)) return error;
    throw error;
  });
  return { payload, asked: terminal.asked };
}

const object = (properties: object, more: object = {}): DataSchema =>
  ({ type: 'object', properties, required: Object.keys(properties), ...more }) as DataSchema;

describe('cli/form/fill', () => {
  it('takes typed texts as values of their type', async () => {
    const schema = object({
      text: { type: 'string' },
      count: { type: 'integer' },
      rate: { type: 'number' },
      agreed: { type: 'boolean' },
      use: { enum: ['shop', 'mill', 3] },
      free: {},
    });
    const { payload } = await filled(schema, ['a b', ' 7 ', '1.5e2', 'Y', 'SHOP', '{"x":[1]}']);
    expect(payload).to.deep.equal({ text: 'a b', count: 7, rate: 150, agreed: true, use: 'shop', free: { x: [1] } });
    const byNumber = await filled(object({ use: { enum: ['shop', 'mill', 1] } }), ['2']);
    expect(byNumber.payload).to.deep.equal({ use: 'mill' });
    // An answer means the choice with that text before the choice with that number.
    const byValue = await filled(object({ use: { enum: ['shop', 'mill', 1] } }), ['1']);
    expect(byValue.payload).to.deep.equal({ use: 1 });
  });

  it('writes amounts with the places that their schema asks for, and tells values in the language of the form', async () => {
    const amount = { type: 'string', format: 'decimal', 'x-scale': 2 };
    const typed = async (answer: string) => (await filled(object({ n: amount }), [answer])).payload;
    for (const [answer, n] of [
      ['500', '500.00'],
      ['-7.5', '-7.50'],
      ['7.', '7.00'],
      ['19.99', '19.99'],
    ] as const)
      expect(await typed(answer), answer).to.deep.equal({ n });
    const whole = await filled(object({ n: { ...amount, 'x-scale': 0 } }), ['5']);
    expect(whole.payload).to.deep.equal({ n: '5' });
    const way = { enum: ['road', 'rail'], 'x-labels': { road: 'Straße' }, 'x-help': 'Wie?' };
    const { asked } = await filled(object({ way }), ['1']);
    expect(asked.join('')).to.contain('way: Wie?\n  1) road (Straße)\n  2) rail\n');
  });

  it('asks again at once for what is no such value', async () => {
    const rows: readonly (readonly [object, readonly string[], unknown])[] = [
      [{ type: 'integer' }, ['7.5', 'x', '9007199254740993', '7'], 7],
      [{ type: 'number', maximum: 5 }, ['1,5', '6', 'NaN', '.5'], 0.5],
      [{ type: 'boolean' }, ['perhaps', 'no'], false],
      [{ enum: ['a', 'b'] }, ['0', '3', 'c', '1'], 'a'],
      [{ type: 'string', pattern: '^B' }, ['', 'A', 'B'], 'B'],
      [{ type: 'string', format: 'decimal', 'x-scale': 2 }, ['0.125', '5e5', '7'], '7.00'],
      [{}, ['{', '1'], 1],
    ];
    for (const [schema, answers, value] of rows) {
      const { payload, asked } = await filled(object({ field: schema }), answers);
      expect([payload, asked.length]).to.deep.equal([{ field: value }, answers.length]);
    }
  });

  it('judges a format of language 2 when the field is typed', async () => {
    const amount = { type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '1.00' };
    const action = { dataSchemas: [object({ net: amount, note: { type: 'string' } })] };
    const { payload, asked } = await filled({ action, reading: { language: 2 } }, ['abc', '0.50', '2', 'x']);
    expect(payload).to.deep.equal({ net: '2.00', note: 'x' });
    expect(asked.slice(1, 3).map((text) => text.split('\n')[0])).to.match(/decimal.*at least/s);
  });

  it('keeps what was typed before: Enter takes it, in objects and lists too', async () => {
    const schema = object(
      {
        text: { type: 'string', default: 'x' },
        count: { type: 'integer' },
        site: object({ name: { type: 'string' } }),
        owner: object({ name: { type: 'string' } }),
        tags: { type: 'array', items: { type: 'string' } },
        more: { type: 'array', items: { type: 'string' } },
      },
      { required: ['text', 'count', 'site'] },
    );
    const before = { text: 'a', count: 3, site: { name: 'mill' }, owner: { name: 'Ada' }, tags: ['u'], more: ['v'] };
    const form = { action: { dataSchemas: [schema] }, before };
    const all = await filled(form, ['', '', '', '', '', '', '']);
    expect(all.payload).to.deep.equal(before);
    expect(all.asked[0]).to.contain('Enter takes what stands in brackets.').and.contain('[a]');
    const some = await filled(form, ['b', '', 'shop', 'n', '', 'n', 'w', '']);
    expect(some.payload).to.deep.equal({ text: 'b', count: 3, site: { name: 'shop' }, tags: ['u'], more: ['w'] });
  });

  it('leaves out what is optional and takes what stands for nothing', async () => {
    const schema = object(
      {
        a: { type: 'string' },
        b: { type: 'integer', default: 4 },
        c: { type: 'string', default: 'x' },
        d: { type: 'string' },
      },
      { required: ['c', 'd'] },
    );
    const { payload, asked } = await filled(schema, ['', '', '', '""']);
    expect(payload).to.deep.equal({ b: 4, c: 'x', d: '' });
    expect(asked.slice(0, 2)).to.deep.equal(['a (optional): ', 'b (whole number) [4]: ']);
  });

  it('asks for objects and lists part by part', async () => {
    const person = object({ name: { type: 'string' }, age: { type: 'integer' } }, { required: ['name'] });
    const schema = object(
      {
        site: person,
        owner: person,
        tags: { type: 'array', items: { type: 'string' } },
        none: { type: 'array', items: { type: 'integer' } },
        people: { type: 'array', items: person },
      },
      { required: ['site', 'tags'] },
    );
    const { payload } = await filled(schema, [
      ...['Ada', '36', 'n'],
      ...['one', 'two', '', ''],
      ...['y', 'Ben', '', 'y', 'Cy', '3', ''],
    ]);
    expect(payload).to.deep.equal({
      site: { name: 'Ada', age: 36 },
      tags: ['one', 'two'],
      people: [{ name: 'Ben' }, { name: 'Cy', age: 3 }],
    });
  });

  it('asks again where the whole payload is wrong, at the field that is named', async () => {
    const schema = object(
      {
        kind: { enum: ['a', 'b'] },
        note: { type: 'string' },
        tags: { type: 'array', items: { type: 'string', maxLength: 1 }, minItems: 1 },
      },
      {
        required: ['kind', 'tags'],
        additionalProperties: true,
        // As text, because an object with a member `then` is taken for a promise.
        ...(JSON.parse(`{
          "if": {"properties": {"kind": {"const": "b"}}},
          "then": {"required": ["note", "more"], "properties": {"more": {"type": "object", "required": ["x"]}}}
        }`) as object),
      },
    );
    const { payload, asked } = await filled(schema, [
      ...['b', '', ''],
      // The list is too short, the note and an undeclared member are missing.
      ...['t', '', 'said', '{"x":1}'],
    ]);
    expect(payload).to.deep.equal({ kind: 'b', note: 'said', tags: ['t'], more: { x: 1 } });
    expect(asked.join('\n')).to.contain('/note: must have the member').and.contain('/more: ');
  });

  it('shows a field only where its form says so, but never hides a required one', async () => {
    const rule = { effect: 'SHOW', condition: { scope: '/kind', schema: { const: 'b' } } };
    const form = {
      elements: ['kind', 'extra'].map((name) => ({ scope: `/${name}`, ...(name === 'extra' ? { rule } : {}) })),
    };
    const properties = { kind: { enum: ['a', 'b'] }, extra: { type: 'string' } };
    const dataSchemas = [object(properties, { required: ['kind'] })];
    expect((await filled({ action: { dataSchemas, form } }, ['a'])).payload).to.deep.equal({ kind: 'a' });
    expect((await filled({ action: { dataSchemas, form } }, ['b', 'x'])).payload).to.deep.equal({
      kind: 'b',
      extra: 'x',
    });
    const required = { action: { dataSchemas: [object(properties)], form } };
    expect((await filled(required, ['a', 'x'])).payload).to.deep.equal({ kind: 'a', extra: 'x' });
  });

  it('asks for nothing that is calculated, although the schema requires it', async () => {
    const dataSchemas = [object({ sum: { type: 'number' }, a: { type: 'number' } })];
    const { payload, asked } = await filled({ action: { dataSchemas, calculations: { sum: 1 } } }, ['1']);
    expect([payload, asked]).to.deep.equal([{ a: 1 }, ['a (number): ']]);
  });

  it('takes files by what they are named with', async () => {
    const attach: FormFill['attach'] = async (file, { path }) =>
      file === 'missing' ? { problem: 'There is no such file.' } : { value: { fileName: file, at: [...path] } };
    const dataSchemas = [object({ plan: { type: 'object', 'x-file': {} } })];
    const { payload, asked } = await filled({ action: { dataSchemas }, attach }, ['missing', 'plan.pdf']);
    expect(payload).to.deep.equal({ plan: { fileName: 'plan.pdf', at: ['plan'] } });
    expect(asked).to.deep.equal(['plan (file to attach): ', 'There is no such file.\nplan (file to attach): ']);
  });

  it('ends without a payload where no person answers, and for a schema that cannot be used', async () => {
    const { payload } = await filled(object({ a: { type: 'string' } }), []);
    expect(payload).to.include({ exit: 2 });
    const hostile = { properties: { a: { type: 'string', pattern: '(?=a)' } }, required: ['a'] } as DataSchema;
    expect((await filled(hostile, ['x'])).payload).to.include({ exit: 1 });
  });
});
