// The clock that each part reads. The time of day may be set by days while a node runs. It dates what is stored, sent
// or shown, and measures nothing: Clock.steady() measures what took or rests so long in a process.
// core/base/time/elapsed.ts measures how old a stored instant is, and survives a clock that was set back. The test
// checks this: a clock of the platform is read in the files below alone; and no difference or comparison has the time
// of day on a side, as a call or as a variable read in the same function. A time that is passed on as an argument is
// its receiver's, and is not followed.
import ts from 'typescript';
import { expectNone, folderOf, place, production, type Source, visit } from './source.js';

/** Files that ask the platform itself. The command line is no part of a node: its scripts date documents. */
const READ_THE_PLATFORM: Readonly<Record<string, string>> = {
  'node/platform/clock.ts': 'is the clock',
  'node/observe/clock-guard.ts': 'compares all clocks of the machine',
  'storage/engine/journal.ts': 'times its writes, by a clock that nobody sets',
  'storage/migrate/index.ts': 'says how long it takes, by a clock that nobody sets',
  'console/verify/use-check.ts': 'dates a certificate, in a browser',
  'console/node-time.ts': 'corrects the clock of a browser by that of the node',
  'console/node/read-node.ts': 'the clock of a browser beside that of its node',
  'console/credentials/read-credentials.ts': 'how old a reading that pages share is, in a browser',
  'storage/disk/table-scrub-worker.ts': 'is a thread of its own, by a clock that nobody sets',
};

/** Files that hold the time of day against another one, and why that is right there. */
const COMPARE: Readonly<Record<string, string>> = {
  'console/node-time.ts': 'how far two times of day are apart',
  'actors/mesh/gossip/peer-tips.ts': 'an age by the steady clock, told as a time of day',
  'actors/people/action-notices.ts': 'a sealed time: old dockets are no news',
  'actors/misbehaviour/fork-judge.ts': 'a sealed time, which is bounded by the head too',
  'actors/repair/scrub.ts': 'the pass goes on over restarts',
  'actors/workflow/kept/keeper.ts': 'a term from a sealed time; asks rest by the steady clock',
  'actors/workflow/inbox/reminders.ts': 'a reminder is due at a time of day, and is looked for again every hour',
  'actors/register-replica/due-timers.ts': 'a timer is due at a time of day, and is looked for again every hour',
  'actors/rehearsal/rehearsals.ts': 'a figure of something that outlives the process, never below nothing',
  'actors/validator-pool/outbox-rows.ts': 'a stored promise; what is of the future is due at once',
  'actors/workflow/inbox/inbox.ts': 'a sealed time: old dockets are no news',
  'actors/workflow/operations/operation-driver.ts':
    'a figure of something that outlives the process, never below nothing',
  'actors/webhooks/courier.ts': 'a rest from a stored time, and never longer than ten minutes',
  'actors/webhooks/events.ts': 'a sealed time: old dockets are no news',
  'actors/webhooks/register-events.ts': 'a sealed time: old dockets are no news',
  'actors/webhooks/trimming.ts': 'rows that are kept for 30 days, by their number too',
  'api/credentials/runs/foreign-offers.ts': 'the end of a credential is a time of day',
  'api/credentials/runs/offers.ts': 'the end of a credential is a time of day',
  'api/sign-in/enrolment.ts': 'the end of a token is a time of day',
  'api/status/status-tokens.ts': 'the dates of a token are times of day; one of the future is made anew',
  'api/presenting/foreign-tokens.ts': 'the end of a token is a time of day',
  'api/auth/tokens.ts': 'the end of a token is a time of day; one of the future is refused',
  'api/requests/idempotency.ts': 'a stored answer; kept for longer it repeats what was answered',
  'node/network/calls/answers.ts': 'the end of a descriptor is a time of day',
  'node/network/links/hello-exchange.ts': 'the skew of two times of day',
};

const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

const node = (): readonly Source[] => production().filter(({ path }) => folderOf(path) !== 'cli');

const READS_CLOCK = /(^|[.#])(clock\??\.now|Date\.now)$/i;
/** A file without it compares no time of day. */
const HAS_CLOCK = /clock\??\.now|Date\.now/i;

function isTimeOfDay(one: ts.Node, tree: ts.SourceFile): boolean {
  if (!ts.isCallExpression(one) || one.arguments.length > 0) return false;
  return READS_CLOCK.test(one.expression.getText(tree));
}

function functionOf(one: ts.Node): ts.Node {
  let at = one;
  while (at.parent && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** Variables that hold the time of day, by the function that reads it. */
function timesIn(tree: ts.SourceFile): ReadonlyMap<ts.Node, ReadonlySet<string>> {
  const times = new Map<ts.Node, Set<string>>();
  visit(tree, (one) => {
    if (!ts.isVariableDeclaration(one) || !one.initializer || !ts.isIdentifier(one.name)) return;
    if (!isTimeOfDay(one.initializer, tree)) return;
    const owner = functionOf(one);
    times.set(owner, (times.get(owner) ?? new Set()).add(one.name.text));
  });
  return times;
}

function comparisonsIn(source: Source): readonly string[] {
  if (!HAS_CLOCK.test(source.text)) return [];
  const { tree } = source;
  const times = timesIn(tree);
  const isTime = (one: ts.Node): boolean => {
    if (isTimeOfDay(one, tree)) return true;
    if (!ts.isIdentifier(one)) return false;
    for (let at: ts.Node | undefined = one; at; at = at.parent) if (times.get(at)?.has(one.text)) return true;
    return false;
  };
  const found: string[] = [];
  visit(tree, (one) => {
    if (!ts.isBinaryExpression(one) || !OPERATORS.has(one.operatorToken.kind)) return;
    if (isTime(one.left) || isTime(one.right)) found.push(place(source, one));
  });
  return found;
}

function asksPlatform({ text }: Source): boolean {
  return /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bhrtime\b/.test(text);
}

function stale(listed: Readonly<Record<string, string>>, isMet: (source: Source) => boolean): readonly string[] {
  const met = new Set(
    node()
      .filter(isMet)
      .map(({ path }) => path),
  );
  return Object.keys(listed).filter((path) => !met.has(path));
}

describe('tidy: clocks', () => {
  it('a clock of the platform is read where it is stated', () => {
    expectNone(
      node()
        .filter((source) => asksPlatform(source) && READ_THE_PLATFORM[source.path] === undefined)
        .map(({ path }) => path),
      'Take the Clock as a port: the simulator steps it.',
    );
  });

  it('the time of day measures nothing', () => {
    expectNone(
      node()
        .filter(({ path }) => COMPARE[path] === undefined)
        .flatMap(comparisonsIn),
      'The time of day may be set: measure by Clock.steady(), and judge a stored instant by isFar, or state the file here with its reason.',
    );
  });

  it('every exception is still needed', () => {
    const rule = 'The file does so no more: take it off the list.';
    expectNone(stale(READ_THE_PLATFORM, asksPlatform), rule);
    expectNone(
      stale(COMPARE, (source) => comparisonsIn(source).length > 0),
      rule,
    );
  });

  it('sees a time that is called for, and one that is kept in a variable', () => {
    const of = (text: string): Source => {
      const tree = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true);
      return { path: 'a.ts', text, lines: 1, tree, imports: [] };
    };
    const seen = (text: string) => comparisonsIn(of(text)).length;
    const found = [
      seen('const f = () => this.ports.clock.now() - this.sinceMs;'),
      seen('function f() { const now = clock.now(); return () => now < this.untilMs; }'),
      seen('const f = () => this.#clock.now() > 5;'),
    ];
    const passed = [
      seen('const f = () => this.ports.clock.steady() - this.sinceMs;'),
      seen('function f() { const now = clock.now(); }\nfunction g(now: number) { return now - 1; }'),
      seen('const f = () => clock.now() + 5;'),
    ];
    if (found.includes(0) || passed.some((count) => count > 0)) throw new Error(`found ${found}, passed ${passed}`);
  });
});
