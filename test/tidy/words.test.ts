// Words that may not occur: the clock, chance and I/O in core/, sleeping in deterministic tests, vague file names,
// other words for the domain's own, notes to oneself.
import { expect } from 'chai';
import ts from 'typescript';
import { expectNone, folderOf, place, production, type Source, sources, visit } from './source.js';

const CORE_GLOBALS = new Set([
  'process',
  'fetch',
  'console',
  'performance',
  'globalThis',
  'Intl',
  'XMLHttpRequest',
  'WebSocket',
  'queueMicrotask',
]);
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);
const CHANCE = new Set([
  'randomBytes',
  'randomUUID',
  'randomInt',
  'randomFillSync',
  'getRandomValues',
  'randomSeed',
  'generateKeyPairSync',
]);
const LOCALE = /^(localeCompare|toLocale[A-Z]\w*)$/;
/** Tests of these kinds give the same result every time: no clock, no sleep, no socket, no other process. */
const DETERMINISTIC = /^test\/(unit|vectors|model|scenario|sim|tidy)\//;
const OUTSIDE = new Set([
  'node:net',
  'node:http',
  'node:https',
  'node:http2',
  'node:dgram',
  'node:tls',
  'node:child_process',
]);
const VAGUE_FILE = /(^|-)(utils?|helpers?|common|managers?|impl|service)\.(test\.)?ts$|^base-/;
/** Named so by the architecture: schemas shared by all groups. */
const VAGUE_ALLOWED = new Set(['api/schemas/base/common.ts']);

describe('tidy: words', () => {
  it('core/ takes time, chance and I/O as arguments', () => {
    const files = production().filter(({ path }) => folderOf(path) === 'core');
    expectNone(
      files.flatMap((source) => found(source, impurity)),
      'core/ is pure and synchronous.',
    );
  });

  it('deterministic tests use no clock, timer, chance, socket or process', () => {
    const files = sources().filter(({ path }) => DETERMINISTIC.test(path));
    const words = files.flatMap((source) => found(source, (node) => waits(node)));
    const imports = files.flatMap((source) =>
      source.imports
        .filter(({ specifier }) => OUTSIDE.has(specifier))
        .map(({ specifier, line }) => `${source.path}:${line} ${specifier}`),
    );
    expectNone([...words, ...imports], 'Only test/contract, test/e2e and test/perf may wait and connect.');
  });

  it('files are named after the noun or verb that they hold', () => {
    const vague = sources().filter(
      ({ path }) => VAGUE_FILE.test(path.split('/').at(-1) as string) && !VAGUE_ALLOWED.has(path),
    );
    const odd = sources().filter(({ path }) => !/^[a-z0-9/.-]+\.tsx?$/.test(path));
    expectNone(
      [...vague, ...odd].map(({ path }) => path),
      'Kebab-case; no utils, helpers, common, manager, service, impl.',
    );
  });

  it('index.ts exists only where it is a table', () => {
    const tables = new Set(['api/groups/index.ts', 'core/kinds/index.ts', 'storage/migrate/index.ts']);
    const barrels = sources().filter(({ path }) => path.endsWith('/index.ts') && !tables.has(path));
    expectNone(
      barrels.map(({ path }) => path),
      'No barrels.',
    );
  });

  it('exported names use the words of the domain', () => {
    const check = (node: ts.Node) => {
      const name = exportedName(node);
      return name !== undefined && /(Block(?!ing|ed)|Mempool|Leader)/.test(name[0]?.toUpperCase() + name.slice(1))
        ? `${name}: say docket, pool, proposer`
        : undefined;
    };
    expectNone(
      production().flatMap((source) => found(source, check)),
      'The glossary is docs/glossary.md.',
    );
  });

  it('classes are nouns', () => {
    const check = (node: ts.Node) =>
      ts.isClassDeclaration(node) && node.heritageClauses === undefined && isNoNoun(node.name?.text ?? '')
        ? `${node.name?.text}: say what it holds`
        : undefined;
    expect(['Sharing', 'ReadyHashed'].every(isNoNoun)).to.equal(true);
    expect(['MeshBinding', 'Feed', 'PoolShares'].some(isNoNoun)).to.equal(false);
    expectNone(
      production().flatMap((source) => found(source, check)),
      'A class is named after what it holds or does its work on, not after the work.',
    );
  });

  it('there are no notes to oneself', () => {
    const findings = sources().flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, i) =>
          /\/[/*].*\b(TO DO|TODO|FIXME|XXX|HACK)\b/.test(line) && !path.startsWith('test/tidy/')
            ? [`${path}:${i + 1}`]
            : [],
        ),
    );
    expectNone(findings, 'What is left to do is an issue, not a comment.');
  });
});

/** A verb in -ing or -ed. An error may be one, as it inherits: `TargetRefused`. */
function isNoNoun(name: string): boolean {
  return /(ing|ed)$/.test(name) && !/(Binding|Feed|Seed|String|Ring)$/.test(name);
}

function found(source: Source, check: (node: ts.Node) => string | undefined): string[] {
  const findings: string[] = [];
  visit(source.tree, (node) => {
    const reason = check(node);
    if (reason !== undefined) findings.push(`${place(source, node)} ${reason}`);
  });
  return findings;
}

/** A turn of the event loop and a fresh key pair are fine in a test; time and dice are not. */
function waits(node: ts.Node): string | undefined {
  const word = clockOrTimer(node) ?? chance(node);
  return word === 'setImmediate' || word === 'generateKeyPairSync' ? undefined : word;
}

function impurity(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return 'async';
  if (ts.isAwaitExpression(node)) return 'await';
  if (ts.isIdentifier(node) && isReference(node) && CORE_GLOBALS.has(node.text)) return node.text;
  if (ts.isPropertyAccessExpression(node) && LOCALE.test(node.name.text)) return node.name.text;
  return clockOrTimer(node) ?? chance(node);
}

function clockOrTimer(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Date' && node.name.text === 'now')
    return 'Date.now';
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
    return 'new Date() without argument';
  if (ts.isIdentifier(node) && isReference(node) && TIMERS.has(node.text)) return node.text;
  return undefined;
}

function chance(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math' && node.name.text === 'random')
    return 'Math.random';
  if (ts.isImportSpecifier(node) && CHANCE.has(node.name.text)) return node.name.text;
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'crypto' && CHANCE.has(node.name.text))
    return `crypto.${node.name.text}`;
  return undefined;
}

/** A use of a global, as opposed to a member or a name that is declared here. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isCallExpression(parent) || ts.isBinaryExpression(parent) || ts.isVariableDeclaration(parent))
    return !('name' in parent && parent.name === node);
  return ts.isExpressionStatement(parent) || ts.isTypeOfExpression(parent) || ts.isElementAccessExpression(parent);
}

function exportedName(node: ts.Node): string | undefined {
  const declared =
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node);
  const exported = declared && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return exported ? node.name?.text : undefined;
}
