// The shape of files and functions: what a file opens with, how long things may be, and constructions that this code
// base does without.
import { expect } from 'chai';
import ts from 'typescript';
import { expectNone, folderOf, place, production, type Source, sources, visit } from './source.js';

const FILE_LINES_MAX = 400;
/** Written by a test, a line for each operation. */
const GENERATED = ['api/client/call-rows.ts'];
const FUNCTION_LINES_MAX = 60;
const PARAMETERS_MAX = 3;
/**
 * How many functions take four parameters, where an object would be made for each call of a hot path. Lower it when one
 * goes.
 */
const FOUR_PARAMETERS_COUNT = 24;
/** The five values of RFC 9162, and what an error of the client carries. */
const FIVE_PARAMETERS: ReadonlySet<string> = new Set([
  'core/base/merkle.ts verifyInclusion',
  'api/client/client-error.ts constructor',
]);
/**
 * Functions whose state is their closure, or that list parts in order. The figure is a ratchet: it may fall, never
 * rise, and no other joins without a reason.
 */
const LONGER_FUNCTIONS: Readonly<Record<string, number>> = {
  'actors/supervisor.ts supervisor': 64,
  'storage/engine/memory.ts onDisk': 76,
};

const COMMENT_COLUMNS = 120;
/** Where comments fit in that. The list only grows. */
const NARROW: readonly string[] = [
  ...['actors', 'cli', 'core', 'node', 'proto'],
  ...['backup', 'engine', 'keys', 'migrate', 'pki', 'repair', 'secrets'].map((name) => `storage/${name}`),
  ...['model', 'scenarios', 'sim', 'vectors'].map((name) => `test/${name}`),
];

type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration;

describe('tidy: shape', () => {
  it('every file opens with one to three sentences on what it does', () => {
    const findings = sources().flatMap(({ path, text }) => {
      const opening = openingOf(text);
      const sentences = opening.split(/[.?!](?=\s|$)/).filter((part) => part.trim() !== '').length;
      if (opening === '') return [`${path}:1 has no opening comment`];
      // An abbreviation or a list may look like one sentence more.
      return /^[A-Z`A-Z0-9]/.test(opening) && /[.:?]$/.test(opening) && sentences <= 6
        ? []
        : [`${path}:1 "${opening.slice(0, 60)}…"`];
    });
    expectNone(findings, 'A file begins with // and full sentences.');
  });

  it(`no file is longer than ${FILE_LINES_MAX} lines`, () => {
    const findings = sources().filter(({ path, lines }) => lines > FILE_LINES_MAX && !GENERATED.includes(path));
    expectNone(
      findings.map(({ path, lines }) => `${path}: ${lines}`),
      'Split it by what it decides.',
    );
  });

  it(`comments have at most ${COMMENT_COLUMNS} columns`, () => {
    const isWide = (row: string) => row.length > COMMENT_COLUMNS && /^\s*(\/\/|\*|\/\*)/.test(row);
    expect(isWide(`  // ${'word '.repeat(24)}`)).to.equal(true);
    const narrow = sources().filter(({ path }) => NARROW.some((folder) => path.startsWith(`${folder}/`)));
    expect(narrow.length).to.be.greaterThan(600);
    expectNone(
      narrow.flatMap(({ path, text }) =>
        text.split('\n').flatMap((row, i) => (isWide(row) ? [`${path}:${i + 1}`] : [])),
      ),
      'Break the line.',
    );
  });

  it(`no function is longer than ${FUNCTION_LINES_MAX} lines`, () => {
    const check = (source: Source, node: FunctionNode) => {
      const lines = linesOf(source, node);
      const most = LONGER_FUNCTIONS[`${source.path} ${nameOf(node)}`] ?? FUNCTION_LINES_MAX;
      return lines > most ? `${nameOf(node)}: ${lines} lines` : undefined;
    };
    expectNone(
      production().flatMap((source) => functions(source, check)),
      'Name its parts.',
    );
  });

  it(`functions take at most ${PARAMETERS_MAX} parameters, but for a number that only falls`, () => {
    const check = (wider: number) => (source: Source, node: FunctionNode) => {
      const own = node.parameters.filter(({ dotDotDotToken, name }) => !dotDotDotToken && name.getText() !== 'this');
      const most = FIVE_PARAMETERS.has(`${source.path} ${nameOf(node)}`) ? 5 : wider;
      return own.length > most ? `${nameOf(node)}: ${own.length} parameters` : undefined;
    };
    const all = (wider: number) => production().flatMap((source) => functions(source, check(wider)));
    expectNone(all(PARAMETERS_MAX + 1), 'Pass an object.');
    const four = all(PARAMETERS_MAX);
    if (four.length > FOUR_PARAMETERS_COUNT)
      expectNone(four, `Only ${FOUR_PARAMETERS_COUNT} functions may take four; pass an object.`);
  });

  it('there are no default exports, enums, namespaces or any, and classes inherit from Error only', () => {
    // Vite takes its settings from a default export.
    const suspects = sources().filter((source) => mayBeForbidden(source) && source.path !== 'console/vite.config.ts');
    const findings = suspects.flatMap((source) => {
      const out: string[] = [];
      visit(source.tree, (node) => {
        const reason = forbidden(node);
        if (reason !== undefined) out.push(`${place(source, node)} ${reason}`);
      });
      return out;
    });
    expectNone(findings, 'See "Code" in CONTRIBUTING.md.');
  });

  it('every exported function of core/ has a doc sentence', () => {
    const core = production().filter(({ path }) => folderOf(path) === 'core');
    const findings = core.flatMap((source) =>
      source.tree.statements.flatMap((statement) => {
        if (!ts.isFunctionDeclaration(statement) || !isExported(statement) || isDocumented(source, statement))
          return [];
        // A one-line codec says it all in its name and types.
        return linesOf(source, statement) <= 3 ? [] : [`${place(source, statement)} ${statement.name?.text}`];
      }),
    );
    expectNone(findings, 'Say what it takes and gives, and the issues that it returns.');
  });
});

function isDocumented({ text }: Source, statement: ts.Statement): boolean {
  const comments = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  return comments.some(({ pos }) => text.startsWith('/**', pos));
}

/** Of few files: the words of the rest hold none of these forms, so that they need not be parsed. */
function mayBeForbidden({ text }: Source): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return /\b(default|enum|namespace|module|any)\b|\bclass\b.*\bextends\b/.test(code);
}

function openingOf(text: string): string {
  const lines = text.replace(/^#!.*\n/, '').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join(' ')
    .trim();
}

function functions(source: Source, check: (source: Source, node: FunctionNode) => string | undefined): string[] {
  const findings: string[] = [];
  visit(source.tree, (node) => {
    if (!isFunction(node)) return;
    const reason = check(source, node);
    if (reason !== undefined) findings.push(`${place(source, node)} ${reason}`);
  });
  return findings;
}

function isFunction(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node)
  );
}

function linesOf(source: Source, node: ts.Node): number {
  const line = (position: number) => source.tree.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(source.tree)) + 1;
}

function nameOf(node: FunctionNode): string {
  if (node.name) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'a function';
}

function isExported(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function forbidden(node: ts.Node): string | undefined {
  if (ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword)
    return ts.isDefaultClause(node.parent) ? undefined : 'default export';
  if (ts.isEnumDeclaration(node)) return 'enum';
  if (ts.isModuleDeclaration(node))
    return ts.isStringLiteral(node.name) || (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0
      ? undefined
      : 'namespace';
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (ts.isClassLike(node)) {
    const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    return base && base.expression.getText() !== 'Error' ? `extends ${base.expression.getText()}` : undefined;
  }
  return undefined;
}
