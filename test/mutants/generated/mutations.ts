// Broken versions that a source file has by its form: a condition that is turned, a part of one that is left out; a
// bound that is off by one; a statement or a list that is gone. Pure: reads a text, and gives other texts.
import ts from 'typescript';

export interface Mutation {
  /** A row of `KINDS`. */
  readonly kind: string;
  /** From 1. */
  readonly line: number;
  /** The code that is replaced, on one line, and what takes its place. */
  readonly code: string;
  readonly broken: string;
  readonly start: number;
  readonly end: number;
}

interface Kind {
  readonly name: string;
  /** What takes the place of the node; undefined where it has no such mutation. */
  readonly broken: (node: ts.Node) => string | undefined;
}

const BOUNDS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITIES: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' };
const SWAPPED: Readonly<Record<string, string>> = { min: 'max', max: 'min', some: 'every', every: 'some' };

const KINDS: readonly Kind[] = [
  { name: 'a part of a condition is left out', broken: withoutPart },
  { name: 'a condition is turned', broken: (node) => (isCondition(node) ? `!(${node.getText()})` : undefined) },
  { name: 'a bound is off by one', broken: (node) => withOperator(node, BOUNDS) },
  { name: 'an equality is turned', broken: (node) => (isCondition(node) ? undefined : withOperator(node, EQUALITIES)) },
  { name: 'a call is left out', broken: (node) => (isCallAlone(node) ? ';' : undefined) },
  { name: 'a list is empty', broken: (node) => (isFilledList(node) ? '[]' : undefined) },
  { name: 'a truth value is turned', broken: turnedValue },
  { name: 'least and most, or some and every, are swapped', broken: swappedCall },
  { name: 'a filter lets all pass', broken: withoutFilter },
];

/** Of the source file, in the order of its text. */
export function mutationsOf(text: string): readonly Mutation[] {
  const tree = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true);
  const mutations: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isUntested(node)) return;
    for (const { name, broken } of KINDS) {
      const put = broken(node);
      if (put !== undefined) mutations.push(mutation(node, name, put));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutations;
}

/** The text with the mutation, compiled as the build does. */
export function compiledWith(text: string, { start, end, broken }: Mutation): string {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true };
  const mutated = text.slice(0, start) + broken + text.slice(end);
  return ts.transpileModule(mutated, { compilerOptions: options }).outputText;
}

function mutation(node: ts.Node, kind: string, broken: string): Mutation {
  const [start, end] = [node.getStart(), node.getEnd()];
  const line = node.getSourceFile().getLineAndCharacterOfPosition(start).line + 1;
  return { kind, line, code: onOneLine(node.getText()), broken: onOneLine(broken), start, end };
}

function onOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ');
}

/** Types are gone when a test runs, an import is no rule, and an assertion holds or the program is wrong. */
function isUntested(node: ts.Node): boolean {
  const isAssertion = ts.isCallExpression(node) && node.expression.getText() === 'assert';
  return isAssertion || ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node);
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || isChain(node)) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isChain(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && neutralOf(node) !== undefined;
}

/** That which changes nothing in a chain of this operator. */
function neutralOf({ operatorToken: { kind } }: ts.BinaryExpression): string | undefined {
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return 'true';
  return kind === ts.SyntaxKind.BarBarToken ? 'false' : undefined;
}

function withoutPart(node: ts.Node): string | undefined {
  const { parent } = node;
  const isPart = parent && isChain(parent) && !isChain(node) && node !== parent.operatorToken;
  return isPart ? neutralOf(parent) : undefined;
}

function withOperator(node: ts.Node, others: Readonly<Record<string, string>>): string | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const other = others[node.operatorToken.getText()];
  return other && `${node.left.getText()} ${other} ${node.right.getText()}`;
}

function isCallAlone(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return ts.isCallExpression(call) && call.expression.getText() !== 'assert';
}

function isFilledList(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) && node.elements.length > 0;
}

function turnedValue({ kind }: ts.Node): string | undefined {
  if (kind === ts.SyntaxKind.TrueKeyword) return 'false';
  return kind === ts.SyntaxKind.FalseKeyword ? 'true' : undefined;
}

function calledMember(node: ts.Node): ts.PropertyAccessExpression | undefined {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
}

function swappedCall(node: ts.Node): string | undefined {
  const called = calledMember(node);
  const other = called && SWAPPED[called.name.text];
  return other && `${called.expression.getText()}.${other}${node.getText().slice(called.getEnd() - node.getStart())}`;
}

function withoutFilter(node: ts.Node): string | undefined {
  const called = calledMember(node);
  return called?.name.text === 'filter' ? called.expression.getText() : undefined;
}
