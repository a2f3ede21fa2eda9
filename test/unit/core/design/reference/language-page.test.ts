// The reference page of language 2 for authors: each of its examples is run on the definition and data at its end, and
// every operator is on it.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { RULE_OPERATORS } from '../../../../../core/blueprint/operators/evaluate.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';

const PAGE = readFileSync('docs/language.md', 'utf8');
const [DEFINITION, PAYLOAD] = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
  JSON.parse(text as string),
) as [JsonObject & { readonly actions: readonly JsonObject[] }, JsonObject];
const ROWS = PAGE.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const codeIn = (cell: string | undefined): string | undefined => /^`(.*)`$/.exec(cell ?? '')?.[1];

/** The definition with the example as a calculation of its second action. */
function withExample(rule: Json): JsonObject {
  const [first, second] = DEFINITION.actions as [JsonObject, JsonObject];
  const calculations = { ...(second.calculations as JsonObject), example: rule };
  return { ...DEFINITION, actions: [first, { ...second, calculations }] };
}

function outcomeOf(rule: Json): Json {
  const definition = withExample(rule) as unknown as Definition;
  const runs = [
    { txId: 'a', action: 1, data: { quantity: 2, note: 'slow' } },
    { txId: 'b', action: 1, data: { quantity: 3, note: 'quick' } },
  ];
  const time = { opened: '2026-01-05T09:00:00.000Z' };
  const found = execute({ definition, actionId: '2', payload: PAYLOAD, facts: { runs, time } });
  return isFailure(found) ? found.issue.code : (found.data.example as Json);
}

/** Errors, and doubts about types. */
function saidOf(rule: Json): readonly string[] {
  return checkBlueprint(withExample(rule))
    .filter(({ severity, code }) => severity === 'error' || code === 'BP_TYPE_OPEN')
    .map(({ code, message }) => `${code} ${message}`);
}

describe('docs/language.md', () => {
  const examples = ROWS.filter(({ length }) => length === 4 || length === 6).flatMap((cells) => {
    const [example, result] = cells.slice(-2).map(codeIn);
    return example?.startsWith('{') && result !== undefined ? [[example, result] as const] : [];
  });

  it('has a row with an example for every operator, and for no other', () => {
    const listed = ROWS.filter((cells) => cells.length === 6).flatMap(([name]) => codeIn(name) ?? []);
    expect([...listed].sort()).to.deep.equal([...RULE_OPERATORS].sort());
    for (const cells of ROWS.filter((row) => row.length === 6 && row[0] !== 'Operator' && !row[0]?.startsWith('---')))
      expect(cells[4], cells[0]).to.include(`"${codeIn(cells[0])}":`);
  });

  it('gives for each example what the engine gives, without a finding', () => {
    expect(examples.length).to.be.greaterThan(RULE_OPERATORS.length);
    for (const [example, result] of examples) {
      const rule = JSON.parse(example) as Json;
      expect(saidOf(rule), example).to.deep.equal([]);
      expect(outcomeOf(rule), example).to.deep.equal(JSON.parse(result));
    }
  });

  it('shows each error by a rule that is published, if with a warning', () => {
    const errors = ROWS.filter(([code]) => /^LOGIC_[A-Z]+$/.test(code ?? ''));
    expect(errors).to.have.length(6);
    for (const [code, , cell] of errors) {
      const rule = JSON.parse(codeIn(cell) as string) as Json;
      expect(
        saidOf(rule).filter((said) => !said.startsWith('BP_TYPE_OPEN')),
        code,
      ).to.deep.equal([]);
      expect(outcomeOf(rule), code).to.equal(code);
    }
  });
});
