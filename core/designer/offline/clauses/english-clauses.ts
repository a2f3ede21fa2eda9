// An English sentence as clauses: who does what. The verb is found first, its subject before it, and everything up
// to the next clause is its object.
import { isThingNoun } from '../words/parties.js';
import { type TextLanguage, textOf, type WordToken } from '../words/tokens.js';
import { type Verb, verbsOf } from '../words/verbs.js';
import {
  BOUNDARIES,
  type Clause,
  FILLERS,
  MODALS,
  POSSIBLE,
  PRONOUNS,
  type Spoken,
  subjectMentions,
} from './clause.js';
import type { Mention, PartyNames } from './mentions.js';
import type { NamedParty } from './statement.js';

interface FoundVerb {
  readonly at: number;
  readonly verb: Verb;
  readonly isPassive: boolean;
  readonly isNegated: boolean;
  readonly isPossible: boolean;
  /** Of the auxiliary, or of the verb itself. */
  readonly head: number;
  /** "They read and grade": a form that further verbs may have. */
  readonly isPlural?: true;
}

/** The clauses of an English sentence. */
export function englishClauses(tokens: readonly WordToken[], parties: PartyNames, spoken: Spoken): readonly Clause[] {
  const mentions = parties.mentionsIn(tokens);
  const verbs: FoundVerb[] = [];
  for (const at of tokens.keys()) {
    const match = englishVerbAt(tokens, at, { mentions, before: verbs.at(-1) });
    if (match) verbs.push(match);
  }
  const clauses: Clause[] = [];
  let bound = 0;
  for (const [i, match] of verbs.entries()) {
    const before = mentions.filter((mention) => mention.end <= match.head && mention.start >= bound);
    const subject = englishSubject(tokens, { match, before, bound, all: mentions }, spoken);
    const next = verbs[i + 1];
    const end = next
      ? clauseStart(tokens, { low: match.at + 1, high: next.head, mentions, language: 'en' })
      : tokens.length;
    const object = withoutParticle(tokens.slice(match.at + 1, end), match.verb.particle);
    const inside = mentions.filter((mention) => mention.start > match.at && mention.end <= end);
    const agent = match.isPassive
      ? inside.find((mention) => /^by$/.test(tokens[mention.from - 1]?.lower ?? ''))
      : undefined;
    const acting = match.isPassive ? (agent ? [agent.party] : []) : subject.parties;
    const from = Math.max(bound, subject.from);
    clauses.push({
      parties: acting,
      verb: match.verb,
      isNegated: match.isNegated,
      isPassive: match.isPassive,
      isPossible: match.isPossible,
      object: match.isPassive && agent ? object.slice(0, Math.max(0, agent.from - 1 - (match.at + 1))) : object,
      subject: textOf(tokens.slice(from, match.head)),
      mentions: inside,
      lead: i === 0 ? tokens.slice(0, from) : tokens.slice(bound, from),
      isAlternative: tokens.slice(bound, match.head).some(({ lower }) => lower === 'or'),
      ...(subject.relativeTo && { relativeTo: subject.relativeTo }),
    });
    if (acting.length > 0) spoken.parties = acting;
    else if (match.isPassive && subject.parties.length > 0) spoken.parties = subject.parties;
    const group = inside.filter(({ party }) => parties.membersOf(party).length > 1);
    if (group.length > 0) spoken.group = group.map(({ party }) => party);
    bound = end;
  }
  return clauses;
}

/** A verb in a finite form, behind a modal, or as a participle behind "is". */
function englishVerbAt(
  tokens: readonly WordToken[],
  at: number,
  { mentions, before }: { readonly mentions: readonly Mention[]; readonly before: FoundVerb | undefined },
): FoundVerb | undefined {
  const { lower } = tokens[at] as WordToken;
  const forms = verbsOf(lower, 'en').filter(({ verb }) => hasParticle(tokens, at, verb));
  if (forms.length === 0 || mentions.some((mention) => at >= mention.start && at < mention.end)) return undefined;
  let head = at;
  let isNegated = false;
  while (head > 0 && FILLERS.en.has((tokens[head - 1] as WordToken).lower)) {
    head--;
    if (/^(not|never)$/.test((tokens[head] as WordToken).lower)) isNegated = true;
  }
  const aux = tokens[head - 1]?.lower ?? '';
  const at1 = (form: string) => forms.find((item) => item.form === form)?.verb;
  const isNegatedAt = (low: number) =>
    isNegated || /^(cannot|not|never|don't|doesn't|didn't|can't|won't|mustn't)$/.test(tokens[low - 1]?.lower ?? '');
  const participle = at1('participle');
  if (participle && /^(is|are|was|were|be|been|being|gets)$/.test(aux)) {
    let low = head - 1;
    while (
      low > 0 &&
      (MODALS.en.has((tokens[low - 1] as WordToken).lower) ||
        FILLERS.en.has((tokens[low - 1] as WordToken).lower) ||
        /^(has|have|be|been)$/.test((tokens[low - 1] as WordToken).lower))
    )
      low--;
    return { at, verb: participle, isPassive: true, isNegated, isPossible: false, head: low };
  }
  const base = at1('base');
  const isModal = MODALS.en.has(aux) || /^(don't|doesn't|do|does|cannot|can't|won't)$/.test(aux);
  if (base && isModal)
    return {
      at,
      verb: base,
      isPassive: false,
      isNegated: isNegatedAt(head),
      isPossible: POSSIBLE.test(aux),
      head: head - 1,
    };
  const isObliged =
    tokens.slice(head, at).some(({ lower: word }) => word === 'to') &&
    tokens.slice(head, at).some(({ lower: word }) => /^(has|have|needs?|had)$/.test(word));
  if (base && isObliged) return { at, verb: base, isPassive: false, isNegated, isPossible: false, head };
  if (tokens.slice(head, at).some(({ lower: word }) => word === 'to')) return undefined;
  const third = at1('third');
  if (third && isFiniteHere(tokens, { at, head, mentions }))
    return { at, verb: third, isPassive: false, isNegated, isPossible: false, head };
  const isGoingOn = before?.isPlural && /^(and|or|,)$/.test(tokens[head - 1]?.lower ?? '');
  if (base && (isGoingOn || isPluralSubject(tokens, head, mentions)))
    return { at, verb: base, isPassive: false, isNegated, isPossible: false, head, isPlural: true };
  return undefined;
}

function hasParticle(tokens: readonly WordToken[], at: number, { particle }: Verb): boolean {
  return particle === undefined || tokens.slice(at + 1, at + 7).some(({ lower }) => lower === particle);
}

/** Words that open what a verb is about. */
export const OPENS =
  /^(the|a|an|it|them|him|her|its|their|his|to|on|about|whether|how|that|all|any|this|these|each|every|with|for|in|of|back|why|what)$/;

/** Forms in -s that stand in lists of things as well. */
export const AMBIGUOUS =
  /^(?:orders|offers|requests|reports|checks|tests|claims|quotes|books|grants|reviews|states|names|lists|signs|stamps|votes|bids|loads|rates|notes|bills|invoices|plans|drafts|files|ships|hosts|leads|prints|transfers|visits|answers|repairs|charges|credits|debits|advances|finances|funds|seals|samples|surveys|maps|scans|weighs|labels|posts|mails|emails|calls|builds|stores|trains|details|mentions|estimates|changes|updates|ends|stops|returns|studies|awards|rules|permits|supports|judges|clears|samples|measures|searches|translates|tenders|contracts|contacts|processes|records|sponsors|hires|rents|leases|insures|exports|imports|purchases|deposits|discharges|schedules|proposals|views|reads)$/;

/** A form in -s is a noun as well: it is a verb behind a party, a pronoun, an adverb, or another verb and "and". */
function isFiniteHere(
  tokens: readonly WordToken[],
  { at, head, mentions }: { readonly at: number; readonly head: number; readonly mentions: readonly Mention[] },
): boolean {
  const before = tokens[head - 1];
  if (before === undefined) return head < at;
  if (mentions.some(({ end }) => end === head)) return true;
  if (/^(it|he|she|who|which|that|then|finally|otherwise|also|this|them)$/.test(before.lower)) return true;
  const after = tokens[at + 1]?.lower ?? '';
  const opens = OPENS.test(after);
  const isPair = /^(or|and)$/.test(after) && verbsOf(tokens[at + 2]?.lower ?? '', 'en').length > 0;
  const hasOwn = verbsOf((tokens[at] as WordToken).lower, 'en').some(({ verb }) => verb.particle === after);
  const isNoun = AMBIGUOUS.test((tokens[at] as WordToken).lower);
  if (/^(and|or|,|but)$/.test(before.lower)) return opens || isPair || hasOwn || !isNoun;
  if (isBehindPhrase(tokens, { head, mentions })) return true;
  const isThing = isThingNoun(before.lower, 'en');
  if (isThing)
    return /^(go|come|lapse|end|count|move|proceed|expire|return|pass)/.test((tokens[at] as WordToken).lower);
  const stop =
    /^(the|a|an|of|to|from|by|with|for|at|in|on|into|its|their|his|her|our|all|any|no|these|those|two|three|more|than)$/.test(
      before.lower,
    );
  return !stop && /^\p{L}/u.test(before.text) && (opens || at === tokens.length - 1);
}

/** "The owner of a house requests": the verb is behind a phrase that belongs to the party. */
function isBehindPhrase(
  tokens: readonly WordToken[],
  { head, mentions }: { readonly head: number; readonly mentions: readonly Mention[] },
): boolean {
  const last = mentions.filter(({ end }) => end < head).at(-1);
  const between = last ? tokens.slice(last.end, head) : [];
  const opener = tokens[(last?.from ?? 0) - 1]?.lower ?? '';
  const isOf =
    between.length > 1 &&
    between.length < 6 &&
    /^(of|on|in|at|for|from|with|wants?|needs?|wishes)$/.test(between[0]?.lower ?? '');
  return (
    isOf &&
    !/^(to|from|by|with|of)$/.test(opener) &&
    between.every(({ text, lower }) => /^\p{L}/u.test(text) && !/^(and|or)$/.test(lower))
  );
}

function isPluralSubject(tokens: readonly WordToken[], head: number, mentions: readonly Mention[]): boolean {
  const before = tokens[head - 1];
  if (before === undefined) return false;
  if (/^(they|we|both|who)$/.test(before.lower)) return true;
  const [first] = mentions;
  const isPeopleWho = first && first.from === 0 && tokens[first.end]?.lower === 'who' && head > first.end + 2;
  if (isPeopleWho && /^(to|for|at|with)$/.test(tokens[head + 1]?.lower ?? '') && !/^(to|and|or)$/.test(before.lower))
    return true;
  return mentions.some(
    ({ end }) =>
      end === head &&
      (/s$/.test(before.lower) ||
        /^people$/.test(before.lower) ||
        mentions.some((other) => other.end < end && /^(and)$/.test(tokens[other.end]?.lower ?? ''))),
  );
}

function englishSubject(
  tokens: readonly WordToken[],
  {
    match,
    before,
    bound,
    all,
  }: {
    readonly match: FoundVerb;
    readonly before: readonly Mention[];
    readonly bound: number;
    readonly all: readonly Mention[];
  },
  spoken: Spoken,
): { readonly parties: readonly NamedParty[]; readonly from: number; readonly relativeTo?: readonly WordToken[] } {
  const last = before.at(-1);
  const word = tokens[match.head - 1]?.lower ?? '';
  if (last && last.end === match.head) {
    const together = subjectMentions(tokens, before, last);
    const from = together[0]?.from ?? last.from;
    const opener = tokens[from - 1]?.lower ?? '';
    if (/^(to|from|by|with|for|at|of|into)$/.test(opener)) {
      const owner = before.filter((mention) => mention.end <= from).at(-1);
      return owner && !/^(to|from|by|with|for|at|of|into|in)$/.test(tokens[owner.from - 1]?.lower ?? '')
        ? { parties: [owner.party], from: owner.from }
        : { parties: spoken.parties, from };
    }
    const isRelative = /^(which|that)$/.test(opener);
    return {
      parties: together.map(({ party }) => party),
      from: isRelative ? from - 1 : from,
      ...(isRelative && { relativeTo: tokens.slice(bound, from - 1) }),
    };
  }
  if (word === 'who' || word === 'which') {
    const named = all.filter(({ end }) => end <= match.head).at(-1);
    return { parties: named ? [named.party] : spoken.parties, from: match.head - 1 };
  }
  if (word === 'them') return { parties: spoken.group ?? spoken.parties, from: match.head - 1 };
  if (PRONOUNS.en.has(word)) return { parties: spoken.parties, from: match.head - 1 };
  const isCarried = /^(and|or|,|but|then|:|so|afterwards|finally|otherwise)$/.test(word) || match.head === bound;
  if (isCarried) return { parties: spoken.parties, from: match.head };
  const noun = last && !/^(to|from|by|with|for|at|into)$/.test(tokens[last.from - 1]?.lower ?? '') ? last : undefined;
  // "The operator of a wind farm orders": the party is the one that the phrase begins with.
  const between = noun ? tokens.slice(noun.end, match.head) : [];
  const isOwner =
    noun &&
    /^(of|on|in|at|for|from|with|who|wants?|needs?|wishes)$/.test(between[0]?.lower ?? '') &&
    between.every(({ lower }) => lower !== ',');
  if (isOwner) return { parties: [noun.party], from: noun.from };
  const gap = noun && between[0]?.lower === ',' && between.at(-1)?.lower === ',';
  if (gap) return { parties: [noun.party], from: noun.from };
  return { parties: [], from: bound };
}

function clauseStart(
  tokens: readonly WordToken[],
  {
    low,
    high,
    mentions,
    language,
  }: {
    readonly low: number;
    readonly high: number;
    readonly mentions: readonly Mention[];
    readonly language: TextLanguage;
  },
): number {
  const subject = mentions.filter((mention) => mention.end === high && mention.start >= low).at(-1);
  const first = subject
    ? (
        subjectMentions(
          tokens,
          mentions.filter(({ start, end }) => start >= low && end <= high),
          subject,
        )[0] as Mention
      ).from
    : high;
  let at = first;
  const isEdge = (i: number) => BOUNDARIES[language].has(tokens[i]?.lower ?? '');
  if (!subject) {
    let edge = high - 1;
    while (edge >= low && !isEdge(edge)) edge--;
    at = edge >= low ? edge : high;
  }
  while (at > low && isEdge(at - 1)) at--;
  return Math.max(low, at);
}

function withoutParticle(tokens: readonly WordToken[], particle: string | undefined): readonly WordToken[] {
  if (particle === undefined) return tokens;
  const at = tokens.findIndex(({ lower }) => lower === particle);
  return tokens.filter((_, i) => i !== at);
}
