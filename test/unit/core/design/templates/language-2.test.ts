// The shipped templates as definitions of language 2: every name of their rules has one meaning as it stands, and the
// reads that may find nothing say what counts then.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { knowledgeOf } from '../../../../../core/blueprint/names/knowledge.js';
import { resolvedOf } from '../../../../../core/blueprint/names/resolve.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { filledIn, type Template } from '../../../../../core/design/templates/template.js';
import { TEMPLATES_1, templateOf1 } from '../../../../vectors/templates-1/templates.js';

function copies(id: string): readonly JsonObject[] {
  const template = templateOf1(id) as Template;
  const parameters = [{}, ...(template.examples ?? []).map((example) => example.parameters)];
  return parameters.map((given) => ({ ...(filledIn(template, given) as unknown as JsonObject), language: 2 }));
}

/**
 * The changes that each template needs before it is one of language 2, where a result with a fraction is a decimal
 * text: its schemas say number, and two of them divide without a word on rounding.
 */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  // The mean of two scores says no rounding.
  'construction-permit': ['BP_LOGIC /calculations/baseScore/+/1/~1'],
  // Hours times a rate, and parts: decimals, and the schema says number.
  'equipment-refurbishment': ['BP_TYPE /calculations/estimatedCost'],
  // A fee in per cent says no rounding.
  'invoice-finance': ['BP_LOGIC /calculations/fee/~1'],
  // Amounts are numbers in the schemas.
  'simple-invoice': ['BP_TYPE /calculations/total', 'BP_TYPE /calculations/outstanding'],
  'purchase-order': ['BP_TYPE /calculations/amount', 'BP_TYPE /calculations/orderTotal'],
  // A value times a rate of duty.
  'customs-shipment': ['BP_TYPE /calculations/duty'],
  // A share of the fee is a decimal, and the fee itself a number.
  'health-referral': ['BP_TYPE /calculations/patientShare/if'],
};

describe('the templates of language 1, as if they were of language 2', () => {
  for (const { id } of TEMPLATES_1)
    it(`${id} has no error but those of numbers with a fraction`, () => {
      for (const copy of copies(id)) {
        const errors = checkBlueprint(copy).filter(({ severity }) => severity === 'error');
        const places = errors.map(({ code, location }) => `${code} ${location.replace(/^\/actions\/\d+/, '')}`);
        expect(places).to.deep.equal(NEEDS[id] ?? []);
      }
    });

  it('read 56 times, and only ping-pong counts rounds that may not have been', () => {
    const doubted: string[] = [];
    let reads = 0;
    for (const { id } of TEMPLATES_1) {
      const definition = copies(id)[0] as unknown as Definition;
      for (const action of definition.actions)
        for (const use of resolvedOf(definition, action).rules.flatMap(({ uses }) => uses)) {
          reads++;
          if (knowledgeOf(definition).doubt(action, use)) doubted.push(`${id} ${use.name} ${use.mayBeAbsent}`);
        }
    }
    expect(reads).to.equal(56);
    expect(doubted).to.deep.equal(['ping-pong answered true', 'ping-pong answered true']);
  });
});
