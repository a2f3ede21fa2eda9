// Selective disclosure: what each participant sees, and that nothing comes out that no pointer names.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { parsePointer, pointerText, readPointer } from '../../../../../core/blueprint/definition/pointer.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { disclose, project } from '../../../../../core/blueprint/names/disclose.js';

const DATA = {
  a: { b: { c: 1, d: 2 }, e: 3 },
  list: [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ],
  'a/b': 5,
  '*': 6,
  n: null,
} satisfies JsonObject;

const DEFINITION: Definition = {
  title: 'Disclosure',
  participants: [{ id: 'sender' }, { id: 'one', walletAddress: 'qr1one' }, { id: 'two' }],
  actions: [],
};

describe('disclosures', () => {
  it('keep the nesting of what their pointers name', () => {
    const part = (...pointers: string[]) => project(DATA, pointers);
    expect(part('/a/b/c')).to.deep.equal({ a: { b: { c: 1 } } });
    expect(part('/a/b/c', '/a/e', '/n')).to.deep.equal({ a: { b: { c: 1 }, e: 3 }, n: null });
    expect(part('/a/b', '/a/b/c')).to.deep.equal({ a: { b: { c: 1, d: 2 } } });
    expect(part('/a~1b')).to.deep.equal({ 'a/b': 5 });
    expect(part('/list/1/x')).to.deep.equal({ list: [null, { x: 3 }] });
    expect(part('/list/0/y', '/list/1')).to.deep.equal({ list: [{ y: 2 }, { x: 3, y: 4 }] });
    expect(part('')).to.deep.equal(DATA);
  });

  it('take a star for everything, unless a field is called so', () => {
    const { '*': _, ...rest } = DATA;
    expect(project(rest, ['/*'])).to.deep.equal(rest);
    expect(project(DATA, ['/*'])).to.deep.equal({ '*': 6 });
    expect(project(DATA, ['/a/*'])).to.deep.equal({ a: DATA.a });
    expect(project(DATA, ['/list/*'])).to.deep.equal({ list: DATA.list });
    expect(project(DATA, ['/n/*', '/a/e/*', '/*/e'])).to.deep.equal({});
  });

  it('name nothing that is not there', () => {
    expect(
      project(DATA, ['/x', '/a/x', '/list/2', '/list/length', '/a/b/c/d', 'a', '/constructor', '/__proto__']),
    ).to.deep.equal({});
    const odd = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as JsonObject;
    expect(JSON.stringify(project(odd, ['/__proto__/a']))).to.equal('{"__proto__":{"a":1}}');
  });

  it('are one for each participant, all of it for the sender, by id or wallet, merged', () => {
    const action: Action = {
      id: 0,
      sender: 'sender',
      disclosures: [
        { participantAddress: 'two', dataPointers: ['/a/e'] },
        { participantAddress: 'qr1one', dataPointers: ['/a/b/c'] },
        { participantAddress: 'one', dataPointers: ['/n', '/n'] },
        { participantAddress: 'elsewhere', dataPointers: [] },
        { participantAddress: 'sender', dataPointers: ['/n'] },
      ],
    };
    const { '*': _, ...data } = DATA;
    expect(disclose(DEFINITION, action, data)).to.deep.equal([
      { participantId: 'elsewhere', data: {}, pointers: [] },
      { participantId: 'one', data: { a: { b: { c: 1 } }, n: null }, pointers: ['/a/b/c', '/n'] },
      { participantId: 'sender', data, pointers: ['', '/n'] },
      { participantId: 'two', data: { a: { e: 3 } }, pointers: ['/a/e'] },
    ]);
  });

  it('say from when on they are given', () => {
    const from = { after: 'P1D' };
    const disclosures = [
      { participantAddress: 'two', dataPointers: ['/n'], from },
      { participantAddress: 'one', dataPointers: ['/n'] },
    ];
    const given = disclose(DEFINITION, { id: 0, sender: 'sender', disclosures }, { n: 1 });
    expect(given.map((one) => one.from)).to.deep.equal([undefined, undefined, from]);
  });

  it('are those of the definition that is asked with, and of the data, however often an action is run', () => {
    const action: Action = {
      id: 0,
      sender: 'sender',
      disclosures: [{ participantAddress: 'qr1one', dataPointers: ['/n'] }],
    };
    const others = DEFINITION.participants.filter(({ id }) => id !== 'one');
    const idsOf = (definition: Definition) => disclose(definition, action, { n: 1 }).map((one) => one.participantId);
    expect(idsOf(DEFINITION)).to.deep.equal(['one', 'sender']);
    expect(idsOf({ ...DEFINITION, participants: others })).to.deep.equal(['qr1one', 'sender']);
    expect(idsOf(DEFINITION)).to.deep.equal(['one', 'sender']);
    expect(disclose(DEFINITION, action, { n: 1 })[0]?.data).to.deep.equal({ n: 1 });
    expect(disclose(DEFINITION, action, { n: 2, m: 3 })[0]?.data).to.deep.equal({ n: 2 });
  });

  it('never leak: each value that comes out is in the data at the same place, below a pointer that was named', () => {
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.integer() as fc.Arbitrary<Json>,
        fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
        fc.dictionary(fc.constantFrom('a', 'b', '*', '0', '~', '/', '__proto__'), tie('value'), {
          maxKeys: 3,
        }) as fc.Arbitrary<Json>,
      ),
    })).value;
    const token = fc.constantFrom('a', 'b', '*', '0', '1', '~', '/', '__proto__');
    const pointers = fc.array(fc.array(token, { minLength: 1, maxLength: 3 }).map(pointerText), { maxLength: 4 });
    const object = fc.dictionary(fc.constantFrom('a', 'b', '*', '0', '__proto__'), value, {
      maxKeys: 5,
    }) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(object, pointers, (data, named) => {
        const shown = project(data, named);
        for (const [path, leaf] of leaves(shown)) {
          expect(readPointer(data, path)).to.deep.equal(leaf);
          expect(
            named.some((pointer) => covers(parsePointer(pointer)!, path)),
            pointerText(path),
          ).to.equal(true);
        }
        for (const pointer of named) {
          const there = readPointer(data, parsePointer(pointer)!);
          if (there !== undefined) expect(readPointer(shown, parsePointer(pointer)!)).to.deep.equal(there);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Primitive values with their places; a null that fills a list is none. */
function* leaves(value: Json, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  if (value === null) return;
  if (typeof value !== 'object') yield [path, value];
  else for (const [key, member] of Object.entries(value)) yield* leaves(member as Json, [...path, key]);
}

function covers(pointer: readonly string[], path: readonly string[]): boolean {
  const named = pointer.at(-1) === '*' ? [pointer, pointer.slice(0, -1)] : [pointer];
  return named.some((tokens) => tokens.every((token, i) => path[i] === token));
}
