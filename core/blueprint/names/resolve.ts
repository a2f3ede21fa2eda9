// Resolution of the names in the rules of a definition, decided before it is published and never by what
// a payload holds. A name says whose member it is; one that does not is short for the only one that it can be.
import type { Json } from '../../base/json.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import { shownName } from '../definition/shown-name.js';
import type { Action, Definition } from '../definition/types.js';
import { ITEM_NAMES, type ItemName, type Names, type Read, TIME_NAMES, type TimeName } from '../logic/facts.js';
import { operationOf } from '../logic/logic.js';
import { approvalOf, asWritten } from '../plan/approval.js';
import { turnsOf } from '../plan/turns.js';
import { CLAIMS_WORD, claimedGatesOf } from './claims.js';
import { membersOf } from './members.js';
import { resolveClaim } from './resolve-claim.js';
import { type DefinitionRule, rulesOf } from './rules.js';
import { type Use, usesOf } from './uses.js';

export type NameFaultCode = 'BP_NAME_UNKNOWN' | 'BP_NAME_AMBIGUOUS' | 'BP_LOGIC' | 'BP_TIME_DOCKET';

export interface NameFault {
  readonly code: NameFaultCode;
  /** JSON Pointer below the action. */
  readonly at: string;
  readonly message: string;
}

export interface ResolvedUse extends Use {
  readonly name: string;
  readonly read: Read;
  /** Of a name of a list operator: the list that it goes over, where that is read as it stands. */
  readonly list?: Read;
}

/** Faults of one action that say which name was meant. */
const HINTS_MAX = 20;

/** A rule with what each of its names reads. A short name may read another member in another rule of the action. */
export interface ResolvedRule extends DefinitionRule {
  readonly names: Names;
  readonly uses: readonly ResolvedUse[];
}

/**
 * The plan of reads of one action. Rules with a fault have the names that were resolved, and behind FINDINGS_MAX faults
 * none: an action may have ten thousand names, and who refuses it has to be done soon.
 */
export interface ResolvedNames {
  readonly rules: readonly ResolvedRule[];
  readonly faults: readonly NameFault[];
}

const plans = new WeakMap<Action, { readonly definition: Definition; readonly resolved: ResolvedNames }>();

/**
 * Found once for as long as the definition is held. Its rules have passed `checkLogic` and its schemas may be
 * published.
 */
export function resolveNames(definition: Definition, done: Action): ResolvedNames {
  const action = asWritten(done);
  const known = plans.get(action);
  if (known?.definition === definition) return known.resolved;
  const resolved = resolve(definition, action);
  plans.set(action, { definition, resolved });
  return resolved;
}

function resolve(definition: Definition, action: Action): ResolvedNames {
  const faults: NameFault[] = [];
  const naming = new NameResolver(definition, action);
  const rules = rulesOf(definition, action).map((rule): ResolvedRule => {
    const names = new Map<string, Read>();
    const uses = usesOf(rule.rule).flatMap((use) => {
      if (faults.length >= FINDINGS_MAX) return [];
      const read = naming.read(use, rule.gives);
      if ('code' in read) {
        faults.push({ ...read, at: `${rule.at}${use.at}` });
        return [];
      }
      const name = use.name as string;
      names.set(name, read);
      return [{ ...use, name, read }];
    });
    return { ...rule, names, uses: uses.map((use) => withList(use, names)) };
  });
  return { rules, faults };
}

function withList(use: ResolvedUse, names: Names): ResolvedUse {
  const name = listOf(use.over);
  const list = name === undefined ? undefined : names.get(name);
  return list ? { ...use, list } : use;
}

/** Operators that give items of their first operand as they are. */
const CHOOSING: ReadonlySet<string> = new Set(['filter', 'sort', 'slice', 'distinct']);

/** The name of the list that an operator goes through, also behind a choice of its items. */
function listOf(over: Json | undefined): string | undefined {
  const operation = over === undefined ? undefined : operationOf(over);
  const [first] = operation?.args ?? [];
  if (operation && CHOOSING.has(operation.name)) return listOf(first);
  return operation?.name === 'var' && operation.args.length === 1 && typeof first === 'string' ? first : undefined;
}

type Fault = Omit<NameFault, 'at'>;

const unknown = (message: string): Fault => ({ code: 'BP_NAME_UNKNOWN', message });

const UNSEALED: Fault = {
  code: 'BP_TIME_DOCKET',
  message:
    'time.docket is the time of the docket that seals the action, which nobody knows when it is calculated: read time.signed, which is at most an hour before it, or let a timer count from it, {"at": {"var": "time.docket"}, "plus": "P10D"}.',
};

export const PREFIXES = ['in', 'calc', 'act', 'turn', 'runs', 'count', 'votes', 'fact', 'time'] as const;
type Prefix = (typeof PREFIXES)[number];

/** Actions by the decimal spelling of their id: a definition may name one in a hundred thousand places. */
const spelled = new WeakMap<Definition, ReadonlyMap<string, Action>>();

function bySpelling(definition: Definition): ReadonlyMap<string, Action> {
  let known = spelled.get(definition);
  if (!known) {
    known = new Map(definition.actions.map((action) => [String(action.id), action]));
    spelled.set(definition, known);
  }
  return known;
}

/** Actions that declare a name at the root of their data, by name. */
const declarers = new WeakMap<Definition, ReadonlyMap<string, readonly Action[]>>();

function declarersOf(definition: Definition): ReadonlyMap<string, readonly Action[]> {
  const known = declarers.get(definition);
  if (known) return known;
  const byKey = new Map<string, Action[]>();
  for (const action of definition.actions) {
    const { given, calculated } = membersOf(action);
    for (const name of [...given, ...calculated]) {
      const list = byKey.get(name);
      if (list) list.push(action);
      else byKey.set(name, [action]);
    }
  }
  declarers.set(definition, byKey);
  return byKey;
}

/** The names that one action can use. */
class NameResolver {
  readonly #definition: Definition;
  readonly #action: Action;
  #hints = HINTS_MAX;

  constructor(definition: Definition, action: Action) {
    this.#definition = definition;
    this.#action = action;
  }

  /** `gives` is the member that the rule calculates. */
  read({ name, items }: Use, gives: string | undefined): Read | Fault {
    if (name === undefined)
      return {
        code: 'BP_LOGIC',
        message:
          'Names are resolved when a blueprint is published: write the name as a text, not as a rule or a number.',
      };
    if (name === '')
      return items.length > 0
        ? { kind: 'item', path: [] }
        : unknown('An empty name reads nothing here: name a member, as in.quantity or act.1.price.');
    const [head = '', ...rest] = name.split('.');
    if (items.includes(head as ItemName)) return { kind: head as ItemName, path: rest };
    if (rest.length > 0 && (PREFIXES as readonly string[]).includes(head))
      return this.#readQualified(head as Prefix, rest);
    return this.#short([head, ...rest], { inItems: items.length > 0, gives });
  }

  #readQualified(prefix: Prefix, rest: readonly string[]): Read | Fault {
    switch (prefix) {
      case 'in':
      case 'calc':
        return this.#own(prefix, rest);
      case 'act':
      case 'runs':
        return this.#ofAction(prefix, rest);
      case 'turn':
        return this.#ofTurn(rest);
      case 'count': {
        const action = this.#actionOf(rest[0]);
        if (!action || rest.length !== 1) return this.#noAction(`count.${rest.join('.')}`, 'count.1');
        return { kind: 'count', action: action.id };
      }
      case 'votes': {
        const action = this.#actionOf(rest[0]);
        if (action && rest.length === 1 && approvalOf(action)) return { kind: 'votes', action: action.id };
        const voted = this.#definition.actions.find((item) => approvalOf(item));
        const hint = voted ? `expected votes.${voted.id}` : 'no action has an approval';
        return unknown(`There is no ${shownName(`votes.${rest.join('.')}`)}: ${hint}.`);
      }
      case 'fact':
        return this.#fact(rest);
      default: {
        const [of = ''] = rest;
        if (rest.length === 1 && (TIME_NAMES as readonly string[]).includes(of))
          return { kind: 'time', of: of as TimeName };
        if (rest.join('.') === 'docket') return UNSEALED;
        return unknown(
          `There is no time.${shownName(rest.join('.'))}: expected time.opened, time.previous or time.signed.`,
        );
      }
    }
  }

  #own(kind: 'in' | 'calc', path: readonly string[]): Read | Fault {
    const { given, calculated } = membersOf(this.#action);
    const [member = ''] = path;
    const other = kind === 'in' ? calculated : given;
    const instead = `${kind === 'in' ? 'calc' : 'in'}.${path.join('.')}`;
    if (other.has(member))
      return unknown(
        `${shownName(member)} is ${kind === 'in' ? 'calculated by' : 'given to'} this action: write ${shownName(instead)}.`,
      );
    if (!(kind === 'in' ? given : calculated).has(member))
      return this.#undeclaredFault(`${kind}.${path.join('.')}`, member);
    return this.#below(this.#action, path) ?? { kind, path };
  }

  #ofAction(kind: 'act' | 'turn' | 'runs', [id, ...path]: readonly string[]): Read | Fault {
    const action = this.#actionOf(id);
    const written = `${kind}.${[id, ...path].join('.')}`;
    if (!action || path.length === 0) return this.#noAction(written, `${kind}.1.price`);
    const { given, calculated } = membersOf(action);
    const [member = ''] = path;
    const isDeclared = given.has(member) || calculated.has(member);
    if (member === CLAIMS_WORD && claimedGatesOf(action).size > 0)
      return isDeclared ? claimsOrMember(action) : this.#ofClaim(kind, action, path.slice(1));
    if (!isDeclared) {
      const near = this.#near(member, [...given, ...calculated]);
      const hint = near === undefined ? '' : ` Did you mean ${kind}.${action.id}.${shownName(near)}?`;
      return unknown(
        `${shownName(written)} is not there: action ${action.id} declares no ${shownName(member)}.${hint || this.#elsewhere(member)}`,
      );
    }
    const fault = this.#below(action, path);
    if (fault) return fault;
    return this.#readOf(kind, action, path);
  }

  #readOf(kind: 'act' | 'turn' | 'runs', { id: action }: Action, path: readonly string[]): Read {
    if (kind !== 'turn') return { kind, action, path };
    return { kind, action, since: turnsOf(this.#definition).begins(action), path };
  }

  #ofClaim(kind: 'act' | 'turn' | 'runs', action: Action, tokens: readonly string[]): Read | Fault {
    const claim = resolveClaim(action, tokens);
    return 'refused' in claim ? unknown(claim.refused) : this.#readOf(kind, action, claim.path);
  }

  #ofTurn(rest: readonly string[]): Read | Fault {
    const read = this.#ofAction('turn', rest);
    if ('code' in read || read.kind !== 'turn') return read;
    const { action, since } = read;
    const spell = (kind: string): string => shownName([kind, ...rest].join('.'));
    const [written, instead] = [spell('turn'), spell('act')];
    if (since.length === 0)
      return unknown(`${written} is not there: action ${action} is in no loop. Write ${instead}.`);
    if (since.includes(this.#action.id))
      return unknown(
        `${written} is never there: a run of action ${this.#action.id} begins a turn itself. ${instead} is the value of a turn before.`,
      );
    const silent = since.find((number) => this.#isSilent(number));
    if (silent === undefined) return read;
    return unknown(
      `${written} would be of a turn before where a timer ends action ${silent}, which begins each turn, and states nothing: give that timer data.`,
    );
  }

  /** A timer may end the action without a run of it. */
  #isSilent(id: number): boolean {
    const timers = this.#actionOf(String(id))?.timers ?? [];
    return timers.some(({ then: ends, data }) => ends && ends.nextActionIds.length > 0 && data === undefined);
  }

  #fact(path: readonly string[]): Read | Fault {
    const [member = ''] = path;
    const { facts = {} } = this.#definition;
    const actions = Object.hasOwn(facts, member) ? facts[member] : undefined;
    if (!actions) {
      const near = this.#near(member, Object.keys(facts));
      const hint = near === undefined ? '' : ` Did you mean fact.${shownName(near)}?`;
      return unknown(
        `The definition has no fact ${shownName(member)}.${hint} Add it under "facts" with the actions that state it, or name one action: act.1.${shownName(member)}.`,
      );
    }
    for (const id of actions) {
      const action = this.#actionOf(String(id));
      const fault = action && this.#below(action, path);
      if (fault) return fault;
    }
    return { kind: 'fact', actions, path };
  }

  /**
   * The own member if only this action declares it, else that of the one action that does, else the fact. In its own
   * calculation a member is the one of the run before: nothing waits for itself.
   */
  #short(
    path: readonly string[],
    { inItems, gives }: { readonly inItems: boolean; readonly gives: string | undefined },
  ): Read | Fault {
    const [member = ''] = path;
    const by = declarersOf(this.#definition).get(member) ?? [];
    const isFact = Object.hasOwn(this.#definition.facts ?? {}, member);
    // In its own calculation a member is read from the run before: calc would wait for itself.
    const all = this.#spellings(member, by, isFact).filter((name) => name !== `calc.${gives}`);
    const spellings = all.map((name) => shownName([name, ...path.slice(1)].join('.')));
    const written = shownName(path.join('.'));
    if (inItems) return ambiguous(`${written} stands inside of a list operator`, [`item.${written}`, ...spellings]);
    if ((ITEM_NAMES as readonly string[]).includes(member))
      return by.length > 0
        ? ambiguous(`${written} is also a name of list operators`, spellings)
        : unknown(`${written} is read inside of list operators only, and no action declares it.`);
    if (by.length === 0) return this.#undeclaredFault(written, member);
    if (by.length > 1)
      return isFact ? this.#fact(path) : ambiguous(`Several actions declare ${shownName(member)}`, spellings);
    const [owner] = by as [Action];
    const kind = membersOf(owner).calculated.has(member) ? 'calc' : 'in';
    return (
      this.#below(owner, path) ??
      (owner === this.#action && member !== gives ? { kind, path } : { kind: 'act', action: owner.id, path })
    );
  }

  #spellings(member: string, by: readonly Action[], isFact: boolean): readonly string[] {
    const own = by.includes(this.#action)
      ? [membersOf(this.#action).calculated.has(member) ? `calc.${member}` : `in.${member}`]
      : [];
    return [...(isFact ? [`fact.${member}`] : []), ...own, ...by.map(({ id }) => `act.${id}.${member}`)];
  }

  /** A fault where nothing declares the rest of the path. */
  #below(action: Action, path: readonly string[]): Fault | undefined {
    const standing = membersOf(action).standingOf(path);
    // That an action does not declare the member at all is said elsewhere.
    if (standing.is !== 'unknown' || standing.at === 0) return undefined;
    const [whole, token] = [path.slice(0, standing.at).join('.'), path[standing.at] ?? ''];
    const near = this.#near(token, standing.names);
    const hint = near === undefined ? 'Declare it there, or leave it out.' : `Did you mean ${shownName(near)}?`;
    return unknown(`${shownName(whole)} of action ${action.id} declares no member ${shownName(token)}. ${hint}`);
  }

  #undeclaredFault(written: string, member: string): Fault {
    if (member === CLAIMS_WORD && claimedGatesOf(this.#action).size > 0) return OWN_CLAIM;
    const near = this.#near(member, declarersOf(this.#definition).keys());
    const hint = this.#elsewhere(member) || (near === undefined ? '' : this.#elsewhere(near));
    return unknown(
      `${shownName(written)} is not there: ${hint === '' ? 'no data schema and no calculation declares it.' : 'nothing declares it here.'}${hint}`,
    );
  }

  /** How a member that some action declares is written; '' where none does. */
  #elsewhere(member: string): string {
    const by = declarersOf(this.#definition).get(member) ?? [];
    const spellings = this.#spellings(member, by, false).slice(0, 5).map(shownName);
    return spellings.length === 0 ? '' : ` Did you mean ${spellings.join(' or ')}?`;
  }

  #noAction(written: string, example: string): Fault {
    const ids = this.#definition.actions.map(({ id }) => id);
    const listed = ids.length > 10 ? `${ids.slice(0, 10).join(', ')}, …` : ids.join(', ');
    return unknown(
      `${shownName(written)} names no member of an action: expected one like ${example}, of actions ${listed}.`,
    );
  }

  #actionOf(id: string | undefined): Action | undefined {
    return id === undefined ? undefined : bySpelling(this.#definition).get(id);
  }

  #near(word: string, candidates: Iterable<string>): string | undefined {
    return this.#hints-- > 0 ? nearest(word, [...candidates]) : undefined;
  }
}

/** The nonce that the holder signs is over the data of the action, with all that it calculates. */
const OWN_CLAIM = unknown(
  'An action reads no claim of a credential that is shown for itself: the holder signs for what it states and calculates. A later action reads it, as act.1.cred.licence.number.',
);

function claimsOrMember({ id }: Action): Fault {
  return {
    code: 'BP_NAME_AMBIGUOUS',
    message: `Action ${id} has gates, whose claims are act.${id}.${CLAIMS_WORD}, and a member of the same name: name the member otherwise.`,
  };
}

function ambiguous(why: string, spellings: readonly string[]): Fault {
  return { code: 'BP_NAME_AMBIGUOUS', message: `${why}: write ${[...new Set(spellings)].slice(0, 12).join(' or ')}.` };
}
