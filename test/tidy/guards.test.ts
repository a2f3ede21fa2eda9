// Chains of `&&` that guard consensus, evidence and admission: each conjunct has a negative case of its own, which
// `npm run tool -- mutants` holds to fail without it.
import ts from 'typescript';
import { chainsIn } from '../mutants/guards/chains.js';
import { GUARDED } from '../mutants/guards/guards.js';
import { caseTitle } from '../support/base/guard-cases.js';
import { expectNone, production, sources, visit } from './source.js';

/** Files and folders of which every chain is a guard. */
const PLACES = [
  'core/envelope/cells/opening.ts',
  'core/consensus/',
  'core/envelope/files.ts',
  'core/mesh/',
  'core/chain/evidence/',
  'core/register/genesis/',
];

/** By file, the titles of the cases that its guards have to have. */
const needed = new Map(
  production()
    .filter(({ path }) => PLACES.some((place) => path.startsWith(place)))
    .map(({ path, text }) => [path.replace(/\.ts$/, ''), chainsIn(compiled(text))] as const)
    .filter(([, chains]) => chains.length > 0)
    .map(([file, chains]) => [file, titlesOf(chains)] as const),
);

function titlesOf(chains: ReturnType<typeof chainsIn>): readonly string[] {
  return chains.flatMap(({ name, conjuncts }) => conjuncts.map(({ text }) => caseTitle(name, text)));
}

/** Types are gone, and so is all that is not a value. */
function compiled(text: string): string {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: true };
  return ts.transpileModule(text, { compilerOptions: options }).outputText;
}

/** Titles of the cases in a test file: of each call of `guardCases` its name with each member of its table. */
function casesIn(test: string): readonly string[] {
  const titles: string[] = [];
  const source = sources().find(({ path }) => path === `test/${test}.test.ts`);
  if (source)
    visit(source.tree, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'guardCases') return;
      const [name, , changes] = node.arguments;
      if (!name || !ts.isStringLiteral(name) || !changes || !ts.isObjectLiteralExpression(changes)) return;
      for (const { name: key } of changes.properties)
        if (key && (ts.isStringLiteralLike(key) || ts.isIdentifier(key))) titles.push(caseTitle(name.text, key.text));
    });
  return titles;
}

describe('tidy: guards', () => {
  it('have a row', () => {
    const rows = new Set(GUARDED.map(({ file }) => file));
    expectNone(
      [...needed.keys()].filter((file) => !rows.has(file)),
      'These files have guards, and no row in test/mutants/guards/guards.ts.',
    );
    expectNone(
      [...rows].filter((file) => !needed.has(file)),
      'These rows of test/mutants/guards/guards.ts are of files without a guard.',
    );
  });

  it('have one case for each conjunct, and no other', () => {
    const findings: string[] = [];
    for (const test of new Set(GUARDED.map((row) => row.test))) {
      const due = GUARDED.filter((row) => row.test === test).flatMap(({ file }) => needed.get(file) ?? []);
      const cases = casesIn(test);
      for (const title of new Set([...due, ...cases])) {
        const [wanted, found] = [due, cases].map((list) => list.filter((one) => one === title).length);
        if (wanted !== found) findings.push(`test/${test}.test.ts has ${found} and not ${wanted} of "${title}"`);
      }
    }
    expectNone(
      findings,
      'Write one case a conjunct, which this conjunct alone refuses (test/support/base/guard-cases.ts).',
    );
  });
});
