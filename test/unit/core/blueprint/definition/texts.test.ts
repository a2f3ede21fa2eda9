// Texts in other languages: which language serves, what of a definition they stand for, own messages of schemas, what
// the check says, and that behaviour stays.
import { expect } from 'chai';
import { hashHex } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { TEXT_LANGUAGES_MAX, TEXT_LENGTH_MAX } from '../../../../../core/base/limits/ledger/texts.js';
import { executionHash } from '../../../../../core/blueprint/definition/definition-hash.js';
import { localize, namesOf } from '../../../../../core/blueprint/definition/texts.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { validate } from '../../../../../core/blueprint/execution/execute.js';
import { differences } from '../../../../../core/design/authoring/difference.js';
import { checkBlueprint, checkExecution } from '../../../../../core/design/check/check.js';
import { definitionOf, found, shows } from '../../../../support/definitions/short-definitions.js';

const PRICE: JsonObject = {
  type: 'integer',
  minimum: 5,
  maximum: 9,
  'x-error': { minimum: 'fee.low', '*': 'fee.wrong' },
};
const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    price: PRICE,
    way: { enum: ['road', 'rail'] },
    lines: { type: 'array', items: { type: 'object', properties: { net: { type: 'integer' } } } },
  },
  required: ['price'],
};
const DE = {
  title: 'Probe auf Deutsch',
  '1.title': 'Anfragen',
  '1.description': 'Was es kostet.',
  '1.routes.r': 'Weiter',
  'x.name': 'Käufer',
  '1/price': 'Preis',
  '1/price?': 'In ganzen Euro.',
  '1/way=road': 'Straße',
  '1/lines/*/net': 'Netto',
  '1.form/elements/1': 'Hinweis',
  'fee.low': 'Zu niedrig.',
};
const ACTIONS: readonly JsonObject[] = [
  {
    title: 'Ask',
    dataSchemas: [SCHEMA],
    ...shows({ y: ['*'] }),
    routes: [{ id: 'r', nextActionIds: [] }],
    form: {
      type: 'Layout',
      title: 'Ask',
      elements: [
        { type: 'Numeric', title: 'Price', scope: '#/price' },
        { type: 'Label', title: 'Note' },
      ],
    },
  },
];
const texts = { de: DE, 'pt-BR': { title: 'Amostra', 'fee.wrong': 'Errado.' } };
const made = (more: JsonObject = { texts }) => definitionOf(ACTIONS, more) as unknown as Definition;

describe('core/blueprint/definition/texts', () => {
  it('stand for titles, labels, values, help and controls, and leave what they lack', () => {
    const read = localize(made(), ['de-AT']);
    const action = read.actions[0] as Definition['actions'][number];
    expect([read.title, read.description, read.participants.map(({ name }) => name)]).to.deep.equal([
      DE.title,
      'Probe of the language.',
      ['Käufer', undefined, undefined],
    ]);
    expect([action.title, action.description, action.routes?.[0]?.description]).to.deep.equal([
      'Anfragen',
      'Was es kostet.',
      'Weiter',
    ]);
    const [{ properties }] = action.dataSchemas as unknown as readonly [{ properties: Record<string, JsonObject> }];
    expect(properties.price).to.deep.equal({ ...PRICE, title: 'Preis', 'x-help': 'In ganzen Euro.' });
    expect(properties.way).to.deep.equal({ enum: ['road', 'rail'], 'x-labels': { road: 'Straße' } });
    expect(JSON.stringify(properties.lines)).to.contain('"net":{"type":"integer","title":"Netto"}');
    expect(action.form).to.deep.include({ title: 'Anfragen' });
    expect((action.form as { elements: readonly JsonObject[] }).elements.map(({ title }) => title)).to.deep.equal([
      'Preis',
      'Hinweis',
    ]);
    const definition = made();
    expect(localize(definition, ['fr'])).to.equal(definition);
    expect(localize(definition, ['de'])).to.equal(localize(definition, ['de-CH']));
    expect(definition).to.deep.equal(made());
    expect(namesOf(definition, definition.actions[0], ['pt-br'])).to.deep.equal({
      blueprint: 'Amostra',
      title: 'Ask',
      description: '',
    });
  });

  it('change no behaviour: no other rehearsal is needed', () => {
    const [one, other] = [made({}), made()].map((definition) => definition as unknown as JsonObject);
    expect(executionHash(one!, hashHex)).to.equal(executionHash(other!, hashHex));
    expect(differences(one!, other!).map(({ path, isBehaviour }) => [path, isBehaviour])).to.deep.equal([
      ['texts', false],
    ]);
  });

  it('tell what the author says of a payload that breaks a schema, with the same code and place', () => {
    const definition = made();
    const action = definition.actions[0] as (typeof definition.actions)[number];
    const said = (payload: JsonObject) =>
      validate(definition, action, payload).map((one) => [one.code, one.path, one.said]);
    expect(said({ price: 1 })).to.deep.equal([['VAL_SCHEMA_004', '/payload/price', { de: 'Zu niedrig.' }]]);
    expect(said({ price: 10 })).to.deep.equal([['VAL_SCHEMA_004', '/payload/price', { 'pt-BR': 'Errado.' }]]);
    expect(said({}), 'a member that is not there').to.deep.equal([
      ['VAL_SCHEMA_004', '/payload/price', { 'pt-BR': 'Errado.' }],
    ]);
    expect(said({ price: 5, way: 'sea' })).to.deep.equal([['VAL_SCHEMA_004', '/payload/way', undefined]]);
    const silent = made({});
    const plain = validate(silent, silent.actions[0] as typeof action, { price: 1 });
    expect(plain).to.deep.equal(validate(definition, action, { price: 1 }).map(({ said: _, ...rest }) => rest));
  });

  it('are checked for what they name', () => {
    const about = (given: Json, actions = ACTIONS) =>
      found(actions, { texts: given }).filter((one) => /BP_(TEXT|HINT|FORM)/.test(one));
    expect(about(texts as unknown as Json)).to.deep.equal([]);
    const both = { de: { 'fee.low': 'x', 'fee.wrong': 'x' } };
    expect(
      about({ ...both, de: { ...both.de, '1.titel': 'x', '2.title': 'x', '1/prise': 'x', '1/way=sea': 'x' } }),
    ).to.deep.equal(
      ['1.titel', '2.title', '1~1prise', '1~1way=sea'].map((key) => `W BP_TEXT_UNKNOWN /texts/de/${key}`),
    );
    expect(about({ ...both, 'no tag': {} })).to.deep.equal(['W BP_TEXT_UNKNOWN /texts/no tag']);
    expect(about({ de: { 'fee.wrong': 'x' } })).to.deep.equal([
      'W BP_TEXT_UNKNOWN /actions/0/dataSchemas/0/properties/price/x-error/minimum',
    ]);
    const near = checkBlueprint(made({ texts: { de: { '1.titel': 'x' } } }) as unknown as Json);
    expect(near.find(({ location }) => location === '/texts/de/1.titel')?.message).to.contain('did you mean "1.title"');
  });

  it('have bounds, which a register keeps too', () => {
    const many = Object.fromEntries(Array.from({ length: TEXT_LANGUAGES_MAX + 1 }, (_, i) => [`l${i}`, {}]));
    for (const given of [
      many,
      { de: { title: 'x'.repeat(TEXT_LENGTH_MAX + 1) } },
      { de: { title: 5 } },
      { de: 'x' },
      [],
    ]) {
      const blueprint = made({ texts: given as unknown as Json }) as unknown as Json;
      expect(checkBlueprint(blueprint).map(({ code }) => code)).to.include('BP_FORM');
      expect(checkExecution(blueprint).length).to.be.above(0);
    }
    expect(checkExecution(made() as unknown as Json)).to.deep.equal([]);
  });

  it('and hints are checked for their form', () => {
    const hinted = (hints: JsonObject, more: JsonObject = {}) =>
      found(
        [
          {
            ...ACTIONS[0],
            form: null,
            dataSchemas: [{ ...SCHEMA, properties: { price: { type: 'integer', ...hints } } }],
          },
        ],
        more,
      )
        .filter((one) => one.includes('BP_HINT'))
        .map((one) => one.split('/').at(-1));
    const good = {
      ...{ 'x-unit': 'kg', 'x-currency': 'EUR', 'x-readonly': true, 'x-preview': false, 'x-due': true },
      ...{ 'x-help': 'Whole euros.', 'x-error': { '*': 'a' }, 'x-other': 5 },
    };
    expect(hinted(good)).to.deep.equal([]);
    const bad = {
      ...{ 'x-unit': '', 'x-currency': 'euro', 'x-readonly': 'yes', 'x-preview': 1, 'x-due': 'P1D', 'x-help': {} },
      'x-error': { minimum: 5 },
    };
    expect(hinted(bad)).to.deep.equal(Object.keys(bad));
    expect(hinted({ 'x-currency': 'JPY' }, { currencies: { EUR: 2 } })).to.deep.equal(['x-currency']);
  });
});
