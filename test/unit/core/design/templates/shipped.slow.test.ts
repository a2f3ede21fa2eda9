// The shipped templates: each with each of its examples makes a good blueprint whose forms show what is asked.
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { checkDefinition } from '../../../../../core/blueprint/definition/conformance.js';
import type { Blueprint } from '../../../../../core/blueprint/definition/types.js';
import { checkBlueprint, checkExecution } from '../../../../../core/design/check/check.js';
import { shippedTemplate, TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { checkTemplate, instantiate, type Template } from '../../../../../core/design/templates/template.js';
import { TEMPLATE_PATHS } from '../../../../vectors/template-paths.js';

const CONTROLS = [
  'Layout',
  'Label',
  'TextLine',
  'TextArea',
  'Numeric',
  'DateTime',
  'File',
  'Choice',
  'Checkbox',
  'Selection',
];
const json = (value: unknown): Json => value as Json;

function blueprintOf(template: Template, parameters: JsonObject = {}): Blueprint {
  const made = instantiate(template, parameters);
  expect(isFailure(made), JSON.stringify(made).slice(0, 500)).to.equal(false);
  return made as Blueprint;
}

function controlsOf(form: JsonObject): readonly JsonObject[] {
  return [form, ...((form.elements ?? []) as readonly JsonObject[]).flatMap(controlsOf)];
}

/** Meant so: circles, and prices that are the word of who opened the bids. */
const MEANT: readonly RegExp[] = [
  /^BP_CYCLE /,
  // The workflow is the same in the next turn, and the fault stays on record: see the templates.
  /^BP_DISPUTE_BACK /,
  // Each bidder knows its own price.
  /^BP_UNCHECKED .* Only officer can check prices /,
];

function unmeant(blueprint: Json): readonly string[] {
  return checkBlueprint(blueprint)
    .map(({ code, location, message }) => `${code} ${location} ${message}`)
    .filter((text) => !MEANT.some((one) => one.test(text)));
}

describe('the shipped templates', () => {
  it('are at least eight, each with an id of its own', () => {
    expect(TEMPLATES.length).to.be.at.least(8);
    expect(new Set(TEMPLATES.map(({ id }) => id)).size).to.equal(TEMPLATES.length);
    expect(shippedTemplate('ping-pong')?.id).to.equal('ping-pong');
    expect(shippedTemplate('constructor')).to.equal(undefined);
  });

  it('use every type of control', () => {
    const used = TEMPLATES.flatMap((template) =>
      blueprintOf(template).actions.flatMap(({ form }) => controlsOf(form as JsonObject)),
    );
    expect([...new Set(used.map(({ type }) => type))].sort()).to.deep.equal([...CONTROLS].sort());
  });

  for (const template of TEMPLATES)
    describe(template.id, () => {
      it('is a good template', () => expect(checkTemplate(json(template))).to.deep.equal([]));

      it('is data: it survives JSON, and gives the same each time', () => {
        const copy = JSON.parse(JSON.stringify(template)) as Template;
        expect(copy).to.deep.equal(template);
        expect(JSON.stringify(blueprintOf(copy))).to.equal(JSON.stringify(blueprintOf(template)));
      });

      for (const { name, parameters } of template.examples)
        it(`makes a good blueprint of ${name}`, () => {
          const blueprint = blueprintOf(template, parameters);
          expect(unmeant(json(blueprint))).to.deep.equal([]);
          expect(blueprint.language).to.equal(2);
          expect(checkExecution(json(blueprint))).to.deep.equal([]);
          expect(checkDefinition(json(blueprint), 'any')).to.deep.equal([]);
        });

      it('shows in its forms what its schemas ask, and nothing else', () => {
        for (const { id, form, dataSchemas, calculations } of blueprintOf(template).actions) {
          const [schema] = dataSchemas as readonly [JsonObject];
          const asked = Object.keys(schema.properties as JsonObject).filter(
            (name) => !Object.hasOwn(calculations ?? {}, name),
          );
          const shown = controlsOf(form as JsonObject).flatMap(({ scope }) =>
            typeof scope === 'string' ? [scope.slice(1)] : [],
          );
          expect(shown.sort(), `action ${id}`).to.deep.equal(asked.sort());
        }
      });

      it('binds roles to wallets that are stated', () => {
        const roles = blueprintOf(template).participants.map(({ id }) => id);
        const first = roles[0] as string;
        const bound = blueprintOf(template, { wallets: { [first]: 'qr1wallet' } });
        expect(bound.participants[0]?.walletAddress).to.equal('qr1wallet');
        expect(bound.participants.slice(1).every(({ walletAddress }) => walletAddress === undefined)).to.equal(true);
      });

      it('has a documented path, or scenarios', () => {
        const hasScenarios = existsSync(`test/vectors/template-scenarios/${template.id}.scenarios.json`);
        expect(hasScenarios || TEMPLATE_PATHS.some((path) => path.template === template.id)).to.equal(true);
      });
    });
});
