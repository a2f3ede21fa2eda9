// Names of functions and variables: a function is a verb or the noun that it gives, a boolean begins with `is`; a bare
// participle (`told`, `sealedBy`) is neither, and `one`, `found` and `told` do not say which thing a variable holds.
import { expect } from 'chai';
import ts from 'typescript';
import { wordsOf } from './prose.js';
import { expectNone, place, production, type Source, visit } from './source.js';

const IRREGULAR = new Set(
  `begun bent bound broken brought built caught chosen cut done drawn driven fallen felt forgotten found given gone
  grown heard held hidden hit kept known laid led left lent lost made meant met owed paid put said seen sent shown shut
  sold spent split spoken stood struck taken taught told torn understood won worn written`.split(/\s+/),
);
/** Verbs in the infinitive as well, nouns or a colour; and an event of the client of SignalR. */
const INFINITIVES = new Set([
  'cut',
  'embed',
  'exceed',
  'feed',
  'found',
  'hit',
  'need',
  'onreconnected',
  'proceed',
  'put',
  'red',
  'seed',
  'shut',
  'speed',
  'split',
  'succeed',
]);
/** After one of these a participle is bare still; with a noun behind it (`signedMove`) it names this noun. */
const PARTICLES = new Set(
  `after again alone already anew as at away back before below beside beyond by for from here in into now of off on once
  onto out over since so then there through to together too under until up when where with within without yet`.split(
    /\s+/,
  ),
);
const EMPTY_NAMES = new Set(['one', 'found', 'told']);

function isBareParticiple(name: string): boolean {
  const [first = '', second] = wordsOf(name.replace('#', '')).split(' ');
  const isParticiple = (/.ed$/.test(first) || IRREGULAR.has(first)) && !INFINITIVES.has(first);
  return isParticiple && (second === undefined || PARTICLES.has(second));
}

/** Functions and methods, members and parameters that hold one. */
function functionName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const { name } = node as { readonly name?: ts.Node };
  if (name === undefined || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return undefined;
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return name;
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node))
    return node.initializer !== undefined && ts.isFunctionLike(node.initializer) ? name : undefined;
  const isTyped = ts.isPropertySignature(node) || ts.isParameter(node);
  return isTyped && node.type !== undefined && ts.isFunctionTypeNode(node.type) ? name : undefined;
}

function variableName(node: ts.Node): ts.Identifier | undefined {
  const isVariable = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
  return isVariable && ts.isIdentifier(node.name) ? node.name : undefined;
}

function badNames(source: Source): readonly string[] {
  const found: string[] = [];
  visit(source.tree, (node) => {
    const called = functionName(node);
    if (called && isBareParticiple(called.text)) found.push(`${place(source, called)} ${called.text}() needs a verb`);
    const held = variableName(node);
    if (held && EMPTY_NAMES.has(held.text)) found.push(`${place(source, held)} ${held.text}: name the thing`);
  });
  return found;
}

describe('tidy: names', () => {
  it('of functions are verbs or nouns, and of variables nouns', () => {
    expectNone(
      production().flatMap(badNames),
      'Name a function by its verb or by what it gives, a variable by its thing:',
    );
  });

  it('would find a bare participle, alone or before a particle, and an empty name', () => {
    const names = ['told', 'signed', 'sealedBy', 'madeFor', 'owedNow', 'toldOf', 'mintedOf'];
    expect(names.filter((name) => !isBareParticiple(name))).to.deep.equal([]);
    const good = ['describe', 'signWith', 'isSigned', 'signedMove', 'tipOf', 'foundRegister', 'feedOf', 'embedIn'];
    expect(good.filter(isBareParticiple)).to.deep.equal([]);
    const text = `function sealedBy(found: X) {}
const shown = (x: X) => x;
for (const one of all) f(one);
class A { told() {} #heard() {} readonly lost = () => 1; readonly kept = 1; }
interface B { sent(): void; readonly taken: () => void; readonly sealed: boolean }
f({ given: () => 1, asked() {}, built: 1 }, (done: () => void) => done());
`;
    const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true);
    const members = ['4 told', '4 #heard', '4 lost', '5 sent', '5 taken', '6 given', '6 asked', '6 done'];
    expect(badNames({ path: 'x.ts', text, lines: 6, tree, imports: [] })).to.deep.equal([
      'x.ts:1 sealedBy() needs a verb',
      'x.ts:1 found: name the thing',
      'x.ts:2 shown() needs a verb',
      'x.ts:3 one: name the thing',
      ...members.map((name) => `x.ts:${name}() needs a verb`),
    ]);
  });
});
