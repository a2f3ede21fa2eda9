// The shipped templates as definitions of language 2: every name of their rules has one meaning as it stands, and the
// reads that may find nothing say what counts then.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { checkBlueprint } from '../../../../../core/blueprint/check.js';
import { knowledgeOf } from '../../../../../core/blueprint/names/knowledge.js';
import { resolvedOf } from '../../../../../core/blueprint/names/resolve.js';
import { instantiate, type Template } from '../../../../../core/blueprint/template.js';
import { shippedTemplate, TEMPLATES } from '../../../../../core/blueprint/templates/shipped.js';
import type { Definition } from '../../../../../core/blueprint/types.js';

function copies(id: string): readonly JsonObject[] {
  const template = shippedTemplate(id) as Template;
  const parameters = [{}, ...(template.examples ?? []).map((example) => example.parameters)];
  return parameters.map((given) => ({ ...(instantiate(template, given) as unknown as JsonObject), language: 2 }));
}

describe('the shipped templates in language 2', () => {
  for (const { id } of TEMPLATES)
    it(`${id} has no error`, () => {
      for (const copy of copies(id)) {
        const errors = checkBlueprint(copy).filter(({ severity }) => severity === 'error');
        expect(errors).to.deep.equal([]);
      }
    });

  it('read 56 times, and only ping-pong counts rounds that may not have been', () => {
    const doubted: string[] = [];
    let reads = 0;
    for (const { id } of TEMPLATES) {
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
