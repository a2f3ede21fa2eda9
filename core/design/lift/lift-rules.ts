// The rules of a text of language 1 in language 2. Whose member a name reads follows from its place and from the
// members that actions state: it is decided here in one walk, before any check, and written in full. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { LOGIC_DEPTH_MAX } from '../../base/limits/ledger/definitions.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { ITERATORS, operationOf } from '../../blueprint/logic/logic.js';
import { membersOf } from '../../blueprint/names/members.js';
import { PREFIXES } from '../../blueprint/names/resolve.js';
import { rulesOf } from '../../blueprint/names/rules.js';
import { ITEMS, isName } from '../../blueprint/names/uses.js';
import { edgesOf } from '../../blueprint/plan/graph.js';
import { hasBit } from '../../flow/bits.js';
import { reachOf } from '../../flow/ways.js';
import { type LiftNote, put } from './lift-note.js';

export interface LiftedRules {
  readonly changes: readonly LiftNote[];
  /** About names for which an older value may have stood, or that language 2 reads otherwise. */
  readonly questions: readonly LiftNote[];
  /** The same names, behind the place of their rule. */
  readonly asked: ReadonlySet<string>;
}

/** Writes the rules of a blueprint anew, and its facts. Its form is right, and its schemas may be published. */
export function liftRules(document: JsonObject): LiftedRules {
  const definition = document as unknown as Definition;
  const stated = new StatedMembers(definition);
  const changes: LiftNote[] = [];
  const questions: LiftNote[] = [];
  const asked = new Set<string>();
  for (const [i, action] of definition.actions.entries())
    for (const { rule, at, gives } of rulesOf(definition, action)) {
      const location = `/actions/${i}${at}`;
      const lift = new RuleLift(stated, action, gives);
      put(document, parsePointer(location) ?? [], lift.liftRule(rule, 'data', 0));
      changes.push(...lift.changes().map((message) => ({ location, message })));
      for (const [name, message] of lift.asked) {
        asked.add(`${location} ${name}`);
        questions.push({ location, message });
      }
    }
  if (stated.facts.size > 0)
    put(document, ['facts'], { ...(document.facts as JsonObject | undefined), ...Object.fromEntries(stated.facts) });
  return { changes, questions, asked };
}

const ofItem = (name: string): string =>
  `${shownName(name)} is a member of the item, which alone language 1 read inside of a list operator: say "language": 2 where the text is of language 2.`;
const ofReduce = (written: string): string =>
  `${shownName(written)} was nothing inside of "reduce", which read current and accumulator alone: say "language": 2 where the text is of language 2.`;
const olderText = (name: string): string =>
  `Where the newest run leaves ${shownName(name)} out, an older value stood for it: say which action's is meant, with a default.`;
const MISSING =
  '"missing" gave short names, also of members that are null or an empty text: it gives whole names of what is not there.';

/** True for a name inside of a list operator that language 2 reads otherwise. */
function isOfLanguage2(written: string): boolean {
  const [head = '', ...rest] = written.split('.');
  const prefixes: readonly string[] = rest.length > 0 ? PREFIXES : [];
  return [...ITEMS, ...prefixes].includes(head);
}

const REDUCED = /^(current|accumulator)(\.|$)/;

/** The members that actions state, and how often actions run. */
class StatedMembers {
  readonly facts = new Map<string, readonly number[]>();
  readonly #by = new Map<string, Action[]>();
  readonly #again: ReadonlySet<Action>;

  constructor(definition: Definition) {
    for (const action of definition.actions)
      for (const name of [...membersOf(action).given, ...membersOf(action).calculated])
        if (!this.#by.get(name)?.push(action)) this.#by.set(name, [action]);
    this.#again = runningAgain(definition);
  }

  by(member: string): readonly Action[] {
    return this.#by.get(member) ?? [];
  }

  mayRunAgain(action: Action): boolean {
    return this.#again.has(action);
  }

  /** True where the newest run of these has the latest value of the member. */
  isNewest(by: readonly Action[], member: string): boolean {
    const [first] = by;
    const isOnce = by.length === 1 && first !== undefined && !this.mayRunAgain(first);
    return isOnce || by.every((action) => membersOf(action).isCertain([member]));
  }
}

/** Actions in a loop, and those to which two branches of one way lead. */
function runningAgain(definition: Definition): ReadonlySet<Action> {
  const { actions } = definition;
  const places = new Map(actions.map(({ id }, place) => [id, place]));
  const next = actions.map((): number[] => []);
  // A rejection takes back what it leads round.
  for (const { from, to, kind } of edgesOf(definition))
    if (kind !== 'rejection') next[places.get(from) as number]?.push(places.get(to) as number);
  const reach = reachOf(actions.length, (place) => next[place] as readonly number[]);
  let twice = 0n;
  for (const { routes = [] } of actions)
    for (const { nextActionIds } of routes) {
      let once = 0n;
      for (const id of nextActionIds) {
        const branch = reach[places.get(id) ?? actions.length] ?? 0n;
        twice |= once & branch;
        once |= branch;
      }
    }
  const isLoop = (place: number) => next[place]?.some((to) => hasBit(reach[to] as bigint, place));
  return new Set(actions.filter((_, place) => hasBit(twice, place) || isLoop(place)));
}

/** The values that a part of a rule reads: data, or inside of a list operator an item, of `reduce` its accumulator. */
type Scope = 'data' | 'item' | 'reduced';

interface Meaning {
  readonly name: Json;
  /** The name that stood where that is absent. */
  readonly older?: string;
  /** The question about it to the author. */
  readonly asks?: string | undefined;
}

/** Places that a division had in language 1 as a double, more or less: money needs its own number of them. */
const PLACES = 6;

/** Operators of one type of value, which every comparison of language 2 is. */
const COMPARED: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
]);
/** Operators that tell a number from one that is a little off. */
const EXACT: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'cat', ...COMPARED.keys()]);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', 'div']);
/** Names of a rule that a note tells. */
const SHOWN_MAX = 10;

class RuleLift {
  /** Questions, by the name that they are about. */
  readonly asked = new Map<string, string>();
  readonly #stated: StatedMembers;
  readonly #action: Action;
  readonly #gives: string | undefined;
  readonly #read = new Set<string>();
  readonly #spelled = new Set<string>();

  constructor(stated: StatedMembers, action: Action, gives: string | undefined) {
    this.#stated = stated;
    this.#action = action;
    this.#gives = gives;
  }

  changes(): readonly string[] {
    const names = [...this.#read].map(shownName);
    const more = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : '';
    const read = names.length > 0 ? [`It reads ${names.slice(0, SHOWN_MAX).join(', ')}${more}.`] : [];
    return [...read, ...this.#spelled];
  }

  liftRule(rule: Json, scope: Scope, depth: number): Json {
    // The check refuses what nests deeper.
    if (depth > LOGIC_DEPTH_MAX) return rule;
    if (Array.isArray(rule)) return rule.map((part) => this.liftRule(part as Json, scope, depth + 1));
    const operation = operationOf(rule);
    if (operation === undefined || !isObject(rule)) return rule;
    const { name, args } = operation;
    const inside = args.map((arg, i) => {
      if (isName(name, i)) return name === 'var' ? arg : this.#names(arg, scope);
      const isBody = ITERATORS.has(name) && i === 1;
      return this.liftRule(arg, isBody ? (name === 'reduce' ? 'reduced' : 'item') : scope, depth + 1);
    });
    if (name === 'var') return this.#variable(inside, scope);
    if (name === 'missing' || name === 'missing_some') this.asked.set(name, MISSING);
    if (EXACT.has(name) && args.some((arg) => this.#isCalculated(arg)))
      this.#spelled.add('A calculated number is exact: 0.1 + 0.2 equals 0.3, which it did not.');
    return this.#operation(name, inside, Array.isArray(rule[name]));
  }

  #operation(name: string, args: readonly Json[], isList: boolean): Json {
    const compared = COMPARED.get(name);
    if (compared !== undefined) {
      this.#spelled.add(
        `"${name}" is "${compared}": "7" in a rule equals 7, and values of different types are not compared.`,
      );
      return { [compared]: args };
    }
    if (name !== '/' || args.length !== 2) return { [name]: isList ? args : (args[0] as Json) };
    this.#spelled.add(`"/" is "div" with ${PLACES} places, rounded half to even: state how many places it needs.`);
    return { div: [...args, PLACES, 'half-even'] };
  }

  #variable([written, ...fallback]: readonly Json[], scope: Scope): Json {
    if (typeof written !== 'string') return { var: [written ?? null, ...fallback] };
    const { name, older } = this.#meaningOf(written, scope);
    const rest = older === undefined ? fallback : [{ var: fallback.length > 0 ? [older, ...fallback] : older }];
    return { var: rest.length > 0 ? [name, ...rest] : name };
  }

  #names(names: Json, scope: Scope): Json {
    if (Array.isArray(names)) return names.map((part) => this.#names(part as Json, scope));
    if (typeof names !== 'string') return names;
    const { name, older } = this.#meaningOf(names, scope);
    if (older !== undefined) this.asked.set(name as string, olderText(name as string));
    return name;
  }

  #meaningOf(written: string, scope: Scope): Meaning {
    const meaning = this.#meaning(written, scope);
    const { name, older, asks } = meaning;
    for (const meant of [name, older]) {
      if (typeof meant !== 'string' || meant === written) continue;
      this.#read.add(meant);
      const [kind, member = ''] = meant.split('.');
      const by = this.#stated.by(member);
      if (kind === 'fact')
        this.#stated.facts.set(
          member,
          by.map(({ id }) => id),
        );
    }
    if (asks !== undefined) this.asked.set(String(name), asks);
    return meaning;
  }

  /** Of a list operator its item; elsewhere the own member, or else the latest of those that state it. */
  #meaning(written: string, scope: Scope): Meaning {
    if (scope === 'item') {
      const name = written === '' ? 'item' : `item.${written}`;
      return isOfLanguage2(written) ? { name, asks: ofItem(name) } : { name };
    }
    // The check refuses a name that is not a text, and one that language 2 does not have.
    if (scope === 'reduced' && !REDUCED.test(written))
      return written === '' || isOfLanguage2(written) ? { name: null, asks: ofReduce(written) } : { name: written };
    if (scope === 'reduced') return { name: written };
    const [member = '', ...rest] = written.split('.');
    const { given, calculated, isCertain, isCertainIn } = membersOf(this.#action);
    const by = this.#stated.by(member);
    // In its own calculation a member is that of an earlier run.
    if (calculated.has(member) && member !== this.#gives) return { name: `calc.${written}` };
    if (!given.has(member)) return this.#latest(written, by);
    const name = `in.${written}`;
    const others = this.#stated.mayRunAgain(this.#action) ? by : by.filter((action) => action !== this.#action);
    if (isCertain([member]) || others.length === 0) return { name };
    const { name: older, asks } = this.#latest(written, others);
    // A default stands for the member and for what is missing in it, and the older value for the member alone.
    const isWhole = rest.length === 0 || isCertainIn([member], rest, false);
    return isWhole && asks === undefined ? { name, older: older as string } : { name, asks: olderText(name) };
  }

  #latest(written: string, by: readonly Action[]): Meaning {
    const [first] = by;
    // No action states it.
    if (!first) return { name: written };
    const [member = ''] = written.split('.');
    const name = by.length === 1 ? `act.${first.id}.${written}` : `fact.${written}`;
    return this.#stated.isNewest(by, member) ? { name } : { name, asks: olderText(name) };
  }

  #isCalculated(rule: Json): boolean {
    const { name = '', args: [written] = [] } = operationOf(rule) ?? {};
    if (name !== 'var' || typeof written !== 'string') return ARITHMETIC.has(name);
    const [member = ''] = written.split('.');
    return this.#stated.by(member).some(({ calculations = {} }) => {
      const made = Object.hasOwn(calculations, member) ? operationOf(calculations[member] as Json) : undefined;
      return made !== undefined && ARITHMETIC.has(made.name);
    });
  }
}
