// NodeOperations as types: what is asked and answered, by the names of the schemas, and nothing of other listeners.
import { expect } from 'chai';
import Type from 'typebox';
import { CALLS } from '../../../../../api/client/calls.js';
import { manifestOf } from '../../../../../api/client/making/package.js';
import { operationTypes } from '../../../../../api/client/making/types.js';
import { rawRoute, route } from '../../../../../api/define.js';
import { groupRoutes } from '../../../../../api/groups/routes.js';

const Item = Type.Object(
  {
    id: Type.String({ description: 'Its */ name.' }),
    kind: Type.Enum(['a', 'b']),
    n: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    more: Type.Record(Type.String(), Type.Array(Type.Boolean())),
    'x-any': Type.Unknown(),
  },
  { title: 'Item', description: 'One of them.' },
);
const base = { can: 'public', errors: [] } as const;
const routes = {
  one: route({
    ...{ ...base, method: 'POST', url: '/a/:id', writes: 'node', summary: 'Make' },
    input: { params: Type.Object({ id: Type.String() }), query: Type.Object({ q: Type.Boolean() }), body: Item },
    output: { 201: Item, 204: null, 501: Type.Object({}) },
  }),
  all: route({
    ...{ ...base, method: 'GET', url: '/a', summary: 'List' },
    input: { query: Type.Object({ cursor: Type.Optional(Type.String()) }) },
    output: Type.Object({ items: Type.Array(Item), nextCursor: Type.Optional(Type.String()) }),
  }),
  file: rawRoute({
    ...{ ...base, method: 'GET', url: '/f', summary: 'Get' },
    answers: { status: 200, type: 'application/octet-stream', description: 'x' },
  }),
  inside: route({ ...base, method: 'GET', url: '/i', summary: 'In', listeners: ['internal'], output: { 204: null } }),
};
const call = (more: object) =>
  ({
    method: 'GET',
    url: '',
    isPublic: true,
    isBytes: false,
    isForm: false,
    isIdempotent: false,
    list: undefined,
    group: 'g',
    ...more,
  }) as never;
const calls = { one: call({}), all: call({ list: 'items' }), file: call({ isBytes: true }), inside: call({}) };

describe('api/client/making', () => {
  it('writes inputs, answers, lists and files as types', () => {
    const text = operationTypes({ groups: { g: routes, none: { inside: routes.inside } }, calls }).replaceAll(
      /\s+/g,
      ' ',
    );
    expect(text).to.include(
      'readonly one: NodeCall<{ readonly params: { readonly id: string; }; readonly query?: { readonly q?: boolean | undefined; }; readonly body: Item }, Item | undefined>;',
    );
    expect(text).to.include('readonly file: NodeFile<{}>;');
    expect(text).to.include(
      'NonNullable<({ readonly items: readonly (Item)[]; readonly nextCursor?: string | undefined; })["items"]>[number]>;',
    );
    expect(text).to.include(
      '/** One of them. */ export type Item = { /** Its * / name. */ readonly id: string; readonly kind: "a" | "b"; readonly n?: number | null | undefined; readonly more: { readonly [name: string]: readonly (boolean)[]; }; readonly "x-any": unknown; };',
    );
    expect(text).to.include('/** Make. POST /a/:id; for everybody. */');
    expect(text).to.not.match(/inside|none/);
  });

  it('has every operation of the public listener, and no page', () => {
    const text = operationTypes({ groups: groupRoutes, calls: CALLS });
    const methods = [...text.matchAll(/^ {4}readonly (\w+): (?:NodeCall|NodeList|NodeFile)</gm)].map(([, id]) => id);
    expect(methods.length).to.be.greaterThan(300);
    expect(methods).to.include.members(['login', 'submitAction', 'getEvidence', 'listUsers']);
    expect(methods).to.not.include('showWorkloadToken');
  });

  it('names an entry for each door, of which the check of evidence has one for Node', () => {
    const { exports } = manifestOf({ version: '1.0.0', license: 'X', node: '>=20' }) as {
      exports: Record<string, object>;
    };
    expect(Object.keys(exports)).to.deep.equal(['.', './engine', './evidence', './hubs']);
    expect(exports['./evidence']).to.include({ node: './node/evidence.js', default: './evidence.js' });
    expect(exports['.']).to.not.have.property('node');
  });
});
