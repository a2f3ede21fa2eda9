// Schema errors for people, both drafts, and the bounds on how many there are. The rules for validators are in
// definition.test.ts.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { SCHEMA_ERRORS_MAX } from '../../../../../core/base/limits/node/designs.js';
import { schemaCost, schemaErrors } from '../../../../../core/blueprint/schemas/schema-check.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const paths = (schema: Json, value: Json) => schemaErrors([schema as never], value).map(({ path }) => path);

describe('schema errors for people', () => {
  it('are all of them, each with its place in the value and in the schema', () => {
    const schema = {
      properties: { a: { type: 'number' }, 'b/c': { minLength: 3 } },
      required: ['d'],
      additionalProperties: false,
    };
    expect(schemaErrors([schema, { maxProperties: 1 }], { a: 'x', 'b/c': 'y', e: 1 })).to.deep.equal([
      { path: '/d', message: "must have the member 'd'", keyword: 'required', schemaLocation: '#/required' },
      {
        path: '/e',
        message: 'must not be there: the schema names no such member',
        keyword: 'additionalProperties',
        schemaLocation: '#/additionalProperties',
      },
      { path: '/a', message: 'must be number', keyword: 'type', schemaLocation: '#/properties/a/type' },
      {
        path: '/b~1c',
        message: 'must have at least 3 characters',
        keyword: 'minLength',
        schemaLocation: '#/properties/b~1c/minLength',
      },
      {
        path: '',
        message: 'must have at most 1 members',
        keyword: 'maxProperties',
        schemaLocation: '#/maxProperties',
      },
    ]);
    expect(schemaErrors([{ ...schema, required: [] }], { a: 1 })).to.deep.equal([]);
    expect(schemaErrors([true, false], 1)).to.have.length(1);
  });

  it('are at most fifty', () => {
    const schema = { items: { type: 'string' } };
    expect(
      paths(
        schema,
        Array.from({ length: 60 }, () => 1),
      ),
    ).to.have.length(SCHEMA_ERRORS_MAX);
    // Each item takes three steps: itself, and its schema with one keyword.
    const ended = schemaErrors(
      [schema],
      Array.from({ length: 700_000 }, () => 'x'),
    );
    expect(ended.map(({ keyword }) => keyword)).to.deep.equal(['steps']);
  });

  it('never hold a value', () => {
    const schema = {
      properties: { a: { enum: ['x'] }, b: { pattern: '^x$' }, c: { const: 'x' }, d: { format: 'date' } },
    };
    const secret = { a: 'secret', b: 'secret', c: 'secret', d: 'secret' };
    const errors = schemaErrors([schema], secret);
    expect(errors).to.have.length(4);
    expect(JSON.stringify(errors)).to.not.contain('secret');
  });
});

describe('formats', () => {
  it('take no longer for a hostile text', () => {
    const evil = `http://a.b/${'1:'.repeat(200_000)}\u0000`;
    expect(paths({ format: 'url' }, evil)).to.deep.equal(['']);
    expect(paths({ format: 'url' }, 'https://example.org/a?b=c#d')).to.deep.equal([]);
    expect(paths({ format: 'url' }, 'mailto:a@b.c')).to.deep.equal(['']);
  });

  it('of regular expressions do not depend on the platform', () => {
    const texts = ['^a+$', '(?=a)', '(', 'a'.repeat(1001)];
    expect(texts.map((text) => paths({ format: 'regex' }, text).length)).to.deep.equal([0, 1, 1, 1]);
  });
});

describe('drafts', () => {
  it('are draft-07 where it is claimed, and otherwise 2020-12', () => {
    const tuple = { items: [{ type: 'number' }], additionalItems: false };
    expect(paths({ $schema: DRAFT_07, ...tuple }, [1, 2])).to.deep.equal(['/1']);
    expect(paths({ $schema: 'https://json-schema.org/draft-07/schema', ...tuple }, ['x'])).to.deep.equal(['/0']);
    expect(schemaCost(tuple)).to.be.a('string');
    const prefix = { prefixItems: [{ type: 'number' }], items: false };
    expect(paths(prefix, [1, 2])).to.deep.equal(['/1']);
    expect(paths({ $schema: 'http://json-schema.org/draft-04/schema#', ...prefix }, [1, 2])).to.deep.equal(['/1']);
    expect(paths({ $schema: DRAFT_07, prefixItems: [{ type: 'number' }] }, ['x'])).to.deep.equal([]);
    expect(paths({ $schema: DRAFT_07, dependencies: { a: ['b'] } }, { a: 1 })).to.deep.equal(['/b']);
  });

  it('have the same bounds', () => {
    for (const schema of [
      { $ref: '#' },
      { pattern: '(?=a)' },
      { uniqueItems: true },
      { items: { $id: 'x' } },
      5,
      [],
      null,
    ])
      expect(
        schemaCost(
          schema !== null && typeof schema === 'object' && !Array.isArray(schema)
            ? { $schema: DRAFT_07, ...schema }
            : (schema as Json),
        ),
        JSON.stringify(schema),
      ).to.be.a('string');
    expect(schemaCost({ $schema: DRAFT_07, type: 'object' })).to.equal(2);
  });
});
