// The reference of the language: each member of the schema is explained, with an example that it takes. The page in
// docs/ is the one that is made of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { isObject, type Json, type JsonObject } from '../../../../../core/base/json.js';
import { schemaErrors } from '../../../../../core/blueprint/schemas/schema-check.js';
import { isFault, tableOf } from '../../../../../core/blueprint/tables/table.js';
import { BLUEPRINT_SCHEMA } from '../../../../../core/design/check/blueprint-schema.js';
import { MEMBERS } from '../../../../../core/design/reference/members.js';
import {
  explainedMembers,
  explainPath,
  languageSchema,
  referencePage,
} from '../../../../../core/design/reference/reference.js';
import { calendarOf } from '../../../../../core/values/calendar.js';
import { isCurrencies } from '../../../../../core/values/money.js';

const PAGE = 'docs/definition.md';

/** Every member that the schema names, by the way to it, with its schema. */
function schemaMembers(form: JsonObject, group = ''): readonly (readonly [string, JsonObject])[] {
  const properties = (form.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = group === '' ? name : `${group}.${name}`;
    return [[path, schema] as const, ...schemaMembers(isObject(schema.items) ? schema.items : schema, path)];
  });
}

describe('core/design/reference', () => {
  const members = new Map(schemaMembers(BLUEPRINT_SCHEMA));
  const all = explainedMembers();

  it('explains every member of the schema, and no other', () => {
    expect(all.map(({ path }) => path).sort()).to.deep.equal([...members.keys()].sort());
    expect(new Set(all.map(({ path }) => path)).size).to.equal(all.length);
  });

  it('gives examples that the schema takes', () => {
    for (const { path, example } of all)
      expect(schemaErrors([members.get(path) as JsonObject], example), path).to.deep.equal([]);
    const exampleOf = (name: string): JsonObject => MEMBERS['']?.[name]?.example as JsonObject;
    expect(isCurrencies(exampleOf('currencies'))).to.equal(true);
    expect(calendarOf(exampleOf('calendars').town as Json)).to.be.an('object');
    expect(isFault(tableOf(exampleOf('tables').duty as Json))).to.equal(false);
  });

  it('finds a member by its path, also as one names it, and says which was meant', () => {
    const path = 'actions.routes.condition';
    for (const asked of [path, 'action.route.condition', '/actions/0/routes/1/condition'])
      expect(explainPath(asked)).to.include({ path, type: 'any JSON', required: false });
    expect(explainPath('routes.nextActionIds')).to.deep.equal({ near: 'actions.routes.nextActionIds' });
    expect(explainPath('titel')).to.deep.equal({ near: 'title' });
    expect(explainPath('')).to.have.property('near');
    expect(explainPath('actions')).to.deep.include({ required: true }).and.to.have.property('members');
  });

  it('says of members of members that nothing reads them', () => {
    const noted = (path: string) => {
      const found = explainPath(path);
      return 'path' in found ? found.unread : found;
    };
    expect(noted('actions.routes.nextActionIds')).to.equal(undefined);
    expect(noted('actions.credentialIssuanceConfig.registerId')).to.equal('kept');
    expect(noted('actions.participants.principal')).to.equal('refused');
  });

  it('annotates the schema, and changes nothing that it takes', () => {
    const bare = (value: Json): Json => {
      if (Array.isArray(value)) return (value as readonly Json[]).map(bare) as Json;
      if (!isObject(value)) return value;
      const { properties, items, description, examples, title, $schema, ...rest } = value;
      return {
        ...rest,
        ...(properties !== undefined && {
          properties: Object.fromEntries(
            Object.entries(properties as JsonObject).map(([k, v]) => [k, bare(v as Json)]),
          ),
        }),
        ...(items !== undefined && { items: bare(items) }),
      };
    };
    expect(bare(languageSchema())).to.deep.equal(bare(BLUEPRINT_SCHEMA));
    const { properties } = languageSchema() as { readonly properties: Readonly<Record<string, JsonObject>> };
    expect(properties.facts).to.have.property('description').that.contains('latest run in force');
    expect(schemaErrors([languageSchema()], { title: 'ab' })).to.not.deep.equal([]);
  });

  it('is the page in docs/ (UPDATE_REFERENCE=1 writes it)', () => {
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, referencePage());
    expect(readFileSync(PAGE, 'utf8')).to.equal(referencePage());
  });
});
