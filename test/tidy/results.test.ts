// One way to say that something failed: no type holds a value or an issue, so that nothing has to be looked into to
// tell the two apart. `Issue | undefined` says what is wrong, and a list of issues says everything that is: both are
// no results, and stay.

import ts from 'typescript';
import { expectNone, place, production, type Source, visit } from './source.js';

describe('tidy: results', () => {
  it('are a value or a Failure', () => {
    expectNone(production().flatMap(mixed), 'Give a Result (core/base/result.ts) in place of a value or an issue:');
  });
});

/** Unions of a value and an issue, or of a value and a list of issues. */
function mixed(source: Source): string[] {
  const found: string[] = [];
  visit(source.tree, (node) => {
    if (ts.isUnionTypeNode(node) && node.types.some(isOfIssues) && node.types.some(isValue))
      found.push(`${place(source, node)} ${node.getText()}`);
  });
  return found;
}

function isOfIssues(type: ts.TypeNode): boolean {
  if (ts.isTypeOperatorNode(type)) return isOfIssues(type.type);
  if (ts.isArrayTypeNode(type)) return isOfIssues(type.elementType);
  return ts.isTypeReferenceNode(type) && type.getText() === 'Issue';
}

function isValue(type: ts.TypeNode): boolean {
  const isNothing = ['undefined', 'void', 'null'].includes(type.getText());
  return !isNothing && !isOfIssues(type) && type.getText() !== 'Failure';
}
