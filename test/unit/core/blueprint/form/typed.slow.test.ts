// A form means the payload that it shows, for every action of the shipped templates and of the examples. It is judged as
// the engine judges the action.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, isObject, type Json, type JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { judgeForm } from '../../../../../core/blueprint/form/judged.js';
import { payloadOf } from '../../../../../core/blueprint/form/payload.js';
import { type Question, questionsOf } from '../../../../../core/blueprint/form/questions.js';
import { typedMembers } from '../../../../../core/blueprint/form/typed.js';
import { readingOf } from '../../../../../core/blueprint/schemas/schema-check.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';

const EXAMPLES = 'docs/examples';

function definitions(): readonly Definition[] {
  const shipped = TEMPLATES.flatMap((template) => {
    const made = instantiate(template, {});
    return isFailure(made) ? [] : [made as unknown as Definition];
  });
  const examples = readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${EXAMPLES}/${name}`, 'utf8')) as Definition)
    .filter((definition) => Array.isArray(definition.actions));
  return [...shipped, ...examples];
}

/** Any value of the kind of its question, good for its schema or not; what a form cannot state is left out. */
function fieldValue({ kind, choices, members, item, schema }: Question): fc.Arbitrary<Json> {
  if (choices.length > 0 && kind === 'choice') return fc.constantFrom(...choices);
  switch (kind) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: -10, max: 10_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => value + 0);
    case 'object':
      return payloadFor(members);
    case 'list':
      return fc.array(item ? fieldValue(item) : fc.constant('x'), { maxLength: 4 });
    case 'text':
      return textOf(schema);
    default:
      return fc.record({ fileName: fc.string({ minLength: 1 }), size: fc.nat() });
  }
}

function textOf({ format, 'x-scale': scale }: JsonObject): fc.Arbitrary<string> {
  if (format === 'decimal')
    return fc
      .tuple(fc.integer({ min: -99, max: 1_000_000 }), fc.nat({ max: 99 }))
      .map(([whole, part]) =>
        typeof scale === 'number' && scale > 0 ? `${whole}.${String(part).padStart(scale, '0')}` : String(whole),
      );
  if (format === 'date') return fc.constantFrom('2027-03-01', '2026-02-30', '9999-12-31');
  return fc.string({ minLength: 1, maxLength: 30 });
}

/** A member of an object with none of its own is one that nobody typed. */
function payloadFor(questions: readonly Question[]): fc.Arbitrary<JsonObject> {
  const members = questions.map((question) =>
    fc
      .option(fieldValue(question), { nil: undefined })
      .map((value) => [question, value] as const)
      .filter(([{ required }, given]) => required || !isEmpty(given)),
  );
  return fc.tuple(...members).map((rows) =>
    Object.fromEntries(
      rows.flatMap(([question, value]) => {
        const name = question.path.at(-1) as string;
        if (value !== undefined) return [[name, value]];
        // A form states these of itself.
        if (!question.required) return [];
        const own = { boolean: false, object: {}, list: [] } as Readonly<Record<string, Json>>;
        return Object.hasOwn(own, question.kind) ? [[name, own[question.kind] as Json]] : [];
      }),
    ),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Fields that hide others, and what is required inside of an object, depend on each other: of these the form decides. */
const isPlain = ({ rule, members }: Question): boolean => rule === undefined && members.every(isPlain);

describe('typed forms of templates and examples', () => {
  const NO_FACTS = { runs: [], time: {} };

  it('mean the payload that they show, with the verdict of the engine, for each action of the templates and examples', () => {
    let actions = 0;
    for (const definition of definitions())
      for (const action of definition.actions) {
        const questions = questionsOf(action).filter(isPlain);
        const reading = readingOf(definition);
        actions += 1;
        fc.assert(
          fc.property(payloadFor(questions), (payload) => {
            const { payload: meant, faults } = payloadOf(questions, typedMembers(questions, payload), reading);
            expect(faults).to.deep.equal([]);
            expect(canonical(meant)).to.equal(canonical(payload));
            const asked = { definition, actionId: String(action.id), payload, facts: NO_FACTS };
            const done = execute(asked);
            const judged = judgeForm(asked);
            expect(judged.issues).to.deep.equal(isFailure(done) ? done.issues : []);
            if (isFailure(done)) return;
            expect(judged.parts).to.deep.equal(done.disclosures);
            expect(judged.next).to.deep.equal(done.decision.nextActions.map((next) => next.actionId));
            for (const { name, value } of judged.calculated) expect(value).to.deep.equal(done.data[name]);
          }),
          { numRuns: 8 },
        );
      }
    expect(actions).to.be.greaterThan(100);
  });
});
