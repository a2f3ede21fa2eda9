// Chains of `&&` in a compiled file, and each without one of its conjuncts. Reads text; imports nothing that it reads.
import ts from 'typescript';

/** Fewer are seen at a glance, and most of them are a bound and a type. */
const CONJUNCTS_MIN = 3;

export interface Conjunct {
  /** On one line. */
  readonly text: string;
  /** The chain with `true` in its place. */
  readonly without: string;
}

export interface Chain {
  /** The function or constant at the top of the file in which it stands. */
  readonly name: string;
  readonly text: string;
  readonly conjuncts: readonly Conjunct[];
}

/** Chains of three conjuncts or more. One that `assert` takes guards nothing: it holds, or the program is wrong. */
export function chainsIn(compiled: string): readonly Chain[] {
  const tree = ts.createSourceFile('compiled.js', compiled, ts.ScriptTarget.ES2022, true);
  const chains: Chain[] = [];
  const visit = (node: ts.Node): void => {
    if (isChain(node) && !isChain(node.parent) && !isAsserted(node)) {
      const parts = partsOf(node);
      if (parts.length >= CONJUNCTS_MIN)
        chains.push({ name: nameAbove(node), text: node.getText(), conjuncts: parts.map((part) => left(node, part)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return chains;
}

function left(chain: ts.Node, part: ts.Node): Conjunct {
  const [text, start] = [chain.getText(), chain.getStart()];
  const without = `${text.slice(0, part.getStart() - start)}true${text.slice(part.getEnd() - start)}`;
  return { text: part.getText().replaceAll(/\s+/g, ' '), without };
}

function isChain(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

function isAsserted({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText() === 'assert';
}

function partsOf(node: ts.Expression): readonly ts.Expression[] {
  return isChain(node) ? [...partsOf(node.left), ...partsOf(node.right)] : [node];
}

function nameAbove(node: ts.Node): string {
  let at: ts.Node = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  if (ts.isVariableStatement(at)) return at.declarationList.declarations[0]?.name.getText() ?? '';
  return (at as ts.FunctionDeclaration).name?.getText() ?? '';
}
