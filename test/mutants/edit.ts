// An edit of the compiled product by symbol: in this function, this piece of code is left out, or another one takes its
// place. Only white space and last commas may differ, so that a row outlives every format of its line.
import ts from 'typescript';

export interface Edit {
  /** Compiled file without its ending, from the root: `core/register/roster`. */
  readonly file: string;
  /** A declaration at the top of the file, or a member of one behind a dot: `quorumOf`, `Pool.add`. */
  readonly symbol: string;
  /** Stands exactly once in the symbol. */
  readonly code: string;
  /** In the place of the code. Without it the code is left out, as `leftOut` says. */
  readonly broken?: string | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const trees = new Map<string, ts.SourceFile>();
const SPACE = /\s/;
const WORD = /[\w$]/;
const CLOSING = /[)\]}]/;

/**
 * The text with the edit made. Throws where the symbol is gone, its code is not there once, or nothing is left of it.
 */
export function edited(text: string, edit: Edit): string {
  const tree = parsed(text);
  const where = `${edit.file}.js, ${edit.symbol}`;
  const symbol = declared(tree, edit.symbol);
  if (!symbol) throw new Error(`${where}: there is no such declaration.`);
  const spans = found(text, { start: symbol.getStart(), end: symbol.getEnd() }, edit.code);
  const [span] = spans;
  if (!span || spans.length > 1) throw new Error(`${where}: holds this ${spans.length} times, not once: ${edit.code}`);
  const broken = edit.broken ?? leftOut(tree, span);
  if (broken === undefined) throw new Error(`${where}: this is nothing that can be left out: ${edit.code}`);
  return text.slice(0, span.start) + broken + text.slice(span.end);
}

/** Many edits are of one text. */
function parsed(text: string): ts.SourceFile {
  const tree = trees.get(text) ?? ts.createSourceFile('compiled.js', text, ts.ScriptTarget.ES2022, true);
  trees.set(text, tree);
  return tree;
}

/** The node of a path of names. */
function declared(tree: ts.SourceFile, symbol: string): ts.Node | undefined {
  let at: ts.Node | undefined = tree;
  for (const name of symbol.split('.')) at = at && memberOf(at, name);
  return at;
}

/** The nearest declaration of the name below. */
function memberOf(node: ts.Node, name: string): ts.Node | undefined {
  for (let level = childrenOf(node); level.length > 0; level = level.flatMap(childrenOf)) {
    const member = level.find((child) => nameOf(child) === name);
    if (member) return member;
  }
  return undefined;
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isClassDeclaration(node) ||
    ts.isClassElement(node);
  return isNamed ? node.name?.getText() : undefined;
}

/** Where the code stands in this part of the text. */
function found(text: string, within: Span, code: string): readonly Span[] {
  const all = squeezed(text, within);
  const wanted = squeezed(code, { start: 0, end: code.length }).text;
  const spans: Span[] = [];
  for (let i = all.text.indexOf(wanted); wanted && i >= 0; i = all.text.indexOf(wanted, i + 1)) {
    const span = { start: all.places[i] ?? 0, end: (all.places[i + wanted.length - 1] ?? 0) + 1 };
    if (!isInWord(text, span.start) && !isInWord(text, span.end)) spans.push(span);
  }
  return spans;
}

function isInWord(text: string, place: number): boolean {
  return WORD.test(text.charAt(place - 1)) && WORD.test(text.charAt(place));
}

/** Without white space and last commas; beside it the place of each character that is left. */
function squeezed(text: string, { start, end }: Span): { readonly text: string; readonly places: readonly number[] } {
  const kept: string[] = [];
  const places: number[] = [];
  for (let i = start; i < end; i++) {
    const character = text.charAt(i);
    if (SPACE.test(character)) continue;
    if (CLOSING.test(character) && kept.at(-1) === ',') {
      kept.pop();
      places.pop();
    }
    kept.push(character);
    places.push(i);
  }
  return { text: kept.join(''), places };
}

/**
 * The text that takes the place of a node that is left out: a condition always or never holds, a part of a list goes.
 */
function leftOut(tree: ts.SourceFile, span: Span): string | undefined {
  const node = exactly(tree, span);
  if (!node) return undefined;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return 'true';
    if (kind === ts.SyntaxKind.BarBarToken) return 'false';
  }
  if (ts.isIfStatement(parent) && parent.expression === node) return 'false';
  if (ts.isConditionalExpression(parent) && parent.condition === node) return 'false';
  if (ts.isObjectLiteralElement(node)) return '...{}';
  if (ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent)) return '...[]';
  return ts.isStatement(node) || ts.isExpressionStatement(parent) ? ';' : undefined;
}

/** The outermost node of these places. */
function exactly(node: ts.Node, span: Span): ts.Node | undefined {
  if (node.getStart() === span.start && node.getEnd() === span.end) return node;
  return ts.forEachChild(node, (child) =>
    child.getStart() <= span.start && child.getEnd() >= span.end ? exactly(child, span) : undefined,
  );
}
