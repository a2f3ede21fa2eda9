// The templates of language 1 walk every documented path by the engine of that language, where each party sees its own
// part.
import { expect } from 'chai';
import { hashHex } from '../../../../../core/base/hash.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { executionHash } from '../../../../../core/blueprint/definition/definition-hash.js';
import type { Blueprint } from '../../../../../core/blueprint/definition/types.js';
import { filledIn } from '../../../../../core/design/templates/template.js';
import { Walk } from '../../../../support/walk.js';
import type { TemplatePath } from '../../../../vectors/template-path.js';
import { TEMPLATE_PATHS_1 } from '../../../../vectors/template-paths-1.js';
import { TEMPLATES_1, templateOf1 } from '../../../../vectors/templates-1/templates.js';

describe('the templates of language 1', () => {
  // Registers hold them: a change of what they do here would be another definition.
  it('behave as they were shipped', () => {
    const hashes = TEMPLATES_1.map((template) => {
      const definition = { ...(filledIn(template, {}) as unknown as Blueprint), id: template.id };
      return `${template.id} ${executionHash(definition as unknown as JsonObject, hashHex).slice(0, 16)}`;
    });
    expect(hashes).to.deep.equal([
      'construction-permit 25eb233741c94c53',
      'equipment-refurbishment 18bff0af440b0b0a',
      'invoice-finance 00f39d443567d276',
      'simple-invoice b69b9151ab1c6859',
      'purchase-order 84bc415cea9d74c1',
      'licence-approval 89197ae8e67f2308',
      'customs-shipment d19575230329579f',
      'health-referral b7b5bbd2abcf1bf1',
      'ping-pong 20f7db02893bba79',
    ]);
  });

  for (const path of TEMPLATE_PATHS_1)
    it(`${path.template}: ${path.name}`, () => {
      const blueprint = filledIn(templateOf1(path.template), path.parameters ?? {}) as unknown as Blueprint;
      const { walk, open } = walked(blueprint, path);
      expect(open).to.deep.equal(path.open);
      for (const [participant, fields] of Object.entries(path.hidden))
        for (const field of fields) expect(walk.known[participant] ?? {}, participant).to.not.have.property(field);
    });
});

/** Runs the steps; each must be open when it comes. */
function walked(blueprint: Blueprint, { steps }: TemplatePath): { readonly walk: Walk; readonly open: number[] } {
  const walk = new Walk(blueprint as unknown as JsonObject);
  let open: number[] = blueprint.actions.filter(({ isStartingAction }) => isStartingAction).map(({ id }) => id);
  for (const { action, payload, gives, rejected } of steps) {
    expect(open, `action ${action} is open`).to.include(action);
    open = open.filter((id) => id !== action);
    const config = blueprint.actions.find(({ id }) => id === action)?.rejectionConfig;
    if (rejected) {
      expect(config, `action ${action} can be rejected`).to.not.equal(undefined);
      if (config && config.isTerminal !== true) open.push(config.targetActionId);
      continue;
    }
    const { data, decision } = walk.act(action, payload);
    if (gives) expect(data, `data of action ${action}`).to.deep.include(gives);
    open.push(...decision.nextActions.map(({ actionId }) => actionId));
  }
  return { walk, open: [...new Set(open)] };
}
