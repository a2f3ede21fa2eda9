// One way to say that something failed: in the folders below no type holds a value or an issue, so that nothing has to be looked into to tell the two apart.
// `Issue | undefined` says what is wrong, and a list of issues says everything that is: both are no results, and stay.

import ts from 'typescript';
import { expectNone, place, production, type Source, visit } from './source.js';

/** Each gives a `Result` where something may fail (docs/decisions/0115). The list only grows. */
const MOVED: readonly string[] = [
  'actors/docket/',
  'actors/mesh/misbehaviour/',
  'actors/misbehaviour/',
  'actors/peer-link/',
  'actors/repair/',
  'actors/validator-pool/',
  'core/consensus/handlers/',
  'core/flow/',
  'core/mesh/',
  'core/pool/',
  'core/schema/',
  'core/tenant/',
  'core/values/',
  'core/wallet/',
  'node/network/gossip/',
  'node/observe/',
  'node/network/transport/',
  'node/platform/',
  'storage/chain/',
  'storage/disk/',
  'storage/engine/',
  'storage/migrate/',
  'storage/pki/',
];

describe('tidy: results', () => {
  it('are a value or a Failure in the folders that moved', () => {
    const moved = production().filter(({ path }) => MOVED.some((folder) => path.startsWith(folder)));
    expectNone(moved.flatMap(mixed), 'Give a Result (core/base/result.ts) in place of a value or an issue:');
  });

  it('names only folders that are there', () => {
    const paths = production().map(({ path }) => path);
    expectNone(
      MOVED.filter((folder) => !paths.some((path) => path.startsWith(folder))),
      'There are no such folders:',
    );
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
