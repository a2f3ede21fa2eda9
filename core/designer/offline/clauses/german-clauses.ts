// A German sentence as clauses: parts with one verb each, whose particle or participle may stand at their end, and
// whose subject is the party in the nominative.
import { isThingNoun } from '../words/parties.js';
import { textOf, type WordToken } from '../words/tokens.js';
import { type Verb, verbsOf } from '../words/verbs.js';
import { BOUNDARIES, type Clause, MODALS, POSSIBLE, PRONOUNS, type Spoken, subjectMentions } from './clause.js';
import type { Mention, PartyNames } from './mentions.js';
import type { NamedParty } from './statement.js';

const GERMAN_PREPOSITIONS =
  /^(?:zu|von|für|mit|bei|an|in|im|am|auf|aus|nach|vor|über|unter|zwischen|innerhalb|bis|durch|ohne|um|gegen|zum|zur|vom|beim|ins)$/;
const OBLIQUE = /^(?:den|dem|des|einen|einem|eines|diesem|diesen|seinem|seinen|ihrem|ihren|jedem|jeden|unserem)$/;

/** The clauses of a German sentence. */
export function germanClauses(tokens: readonly WordToken[], parties: PartyNames, spoken: Spoken): readonly Clause[] {
  const mentions = parties.mentionsIn(tokens);
  const parts = germanParts(tokens, mentions);
  const clauses: Clause[] = [];
  for (const { low, high, verb: match } of parts) {
    const inside = mentions.filter(({ start, end }) => start >= low && end <= high);
    const nominatives = inside.filter((mention) => isNominative(tokens, mention));
    const ahead = nominatives.filter(({ end }) => end <= match.at).at(-1);
    const first = match.isFinal ? nominatives[0] : (ahead ?? nominatives.find(({ start }) => start > match.at));
    const all = first ? allMentionsAround(tokens, nominatives, first) : [];
    const word = tokens
      .slice(low, high)
      .find((token, i) => PRONOUNS.de.has(token.lower) && Math.abs(low + i - match.at) <= 2)?.lower;
    const isThingSubject = !first && !match.isFinal && hasNounBefore(tokens, low, match.at);
    const object = tokens.slice(low, high).filter((_, i) => {
      const at = low + i;
      const isSubject = all.some((mention) => at >= mention.from && at < mention.end);
      const isLead = !match.isFinal && ahead === undefined && !isThingSubject && at < match.at && match.helperAt < 0;
      return at !== match.at && at !== match.particleAt && at !== match.helperAt && !isSubject && !isLead;
    });
    const agent = match.isPassive
      ? inside.find((mention) => /^(von|vom|durch)$/.test(tokens[mention.from - 1]?.lower ?? ''))
      : undefined;
    const named = all.map(({ party }) => party);
    const isLatter = word !== undefined && /^dies/.test(word) && spoken.mentioned !== undefined;
    const carried = isLatter
      ? [spoken.mentioned as NamedParty]
      : word !== undefined || !isThingSubject
        ? spoken.parties
        : [];
    const acting = match.isPassive ? (agent ? [agent.party] : []) : named.length > 0 ? named : carried;
    clauses.push({
      parties: acting,
      verb: match.verb,
      isNegated: tokens.slice(low, high).some(({ lower }) => /^(nicht|nie|niemals|kein|keine|keinen)$/.test(lower)),
      isPassive: match.isPassive,
      isPossible: tokens.slice(low, high).some(({ lower }) => POSSIBLE.test(lower)),
      object: withoutFillers(object),
      subject: textOf(tokens.slice(low, match.at)),
      mentions: inside.filter((mention) => !all.includes(mention)),
      lead: low === 0 && ahead === undefined && !isThingSubject ? tokens.slice(low, match.at) : [],
      isAlternative: tokens.slice(Math.max(0, low - 1), match.at).some(({ lower }) => lower === 'oder'),
    });
    const mentioned = inside.filter((mention) => !all.includes(mention)).at(-1)?.party;
    if (mentioned) spoken.mentioned = mentioned;
    if (acting.length > 0) spoken.parties = acting;
  }
  return clauses;
}

interface GermanVerb {
  readonly at: number;
  readonly verb: Verb;
  readonly isPassive: boolean;
  readonly particleAt: number;
  readonly helperAt: number;
  /** At the end of a subordinate clause. */
  readonly isFinal: boolean;
}

interface GermanPart {
  readonly low: number;
  readonly high: number;
  readonly verb: GermanVerb;
}

/** Parts between commas and conjunctions with one verb each; a part without any belongs to the one before. */
function germanParts(tokens: readonly WordToken[], mentions: readonly Mention[]): readonly GermanPart[] {
  const edges = tokens.flatMap(({ lower }, i) =>
    BOUNDARIES.de.has(lower) || (/^(indem|dass|den|die|das)$/.test(lower) && tokens[i - 1]?.lower === ',') ? [i] : [],
  );
  const pieces = [-1, ...edges, tokens.length];
  const parts: { low: number; high: number; verb?: GermanVerb }[] = [];
  for (let i = 0; i < pieces.length - 1; i++) {
    const low = (pieces[i] as number) + 1;
    const high = pieces[i + 1] as number;
    if (low >= high) continue;
    const { verb, at: lastPiece } = verbFrom(tokens, pieces, i);
    if (verb && lastPiece > i) {
      parts.push({ low, high: pieces[lastPiece + 1] as number, verb });
      i = lastPiece;
      continue;
    }
    const before = parts.at(-1);
    const isOwn = verb !== undefined && !mentions.some(({ start, end }) => start < verb.at && end > verb.at);
    if (isOwn) parts.push({ low, high, verb });
    else if (before) before.high = high;
    else parts.push({ low, high });
  }
  const whole: GermanPart[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.verb) {
      const open =
        i > 0 && !(parts[i - 1] as { verb?: GermanVerb }).verb ? (parts[i - 1] as { low: number }).low : part.low;
      const extended = germanVerbIn(tokens, open, part.high) ?? part.verb;
      whole.push({ low: open, high: part.high, verb: extended });
    }
  }
  return whole;
}

/** The verb of a piece, with its particle in a later one: "gibt Name, Anschrift und Alter an". */
function verbFrom(
  tokens: readonly WordToken[],
  pieces: readonly number[],
  i: number,
): { readonly verb?: GermanVerb; readonly at: number } {
  const low = (pieces[i] as number) + 1;
  const own = germanVerbIn(tokens, low, pieces[i + 1] as number);
  if (own) return { verb: own, at: i };
  const isPending = tokens
    .slice(low, pieces[i + 1])
    .some((token) =>
      lowerVerbs(token).some(({ form, verb }) => (form === 'third' || form === 'base') && verb.particle !== undefined),
    );
  for (let at = i + 1; isPending && at < pieces.length - 1; at++) {
    const verb = germanVerbIn(tokens, low, pieces[at + 1] as number);
    if (verb) return { verb, at };
  }
  return { at: i };
}

function germanVerbIn(tokens: readonly WordToken[], low: number, high: number): GermanVerb | undefined {
  const slice = tokens.slice(low, high);
  const isSubordinate = slice
    .slice(0, 2)
    .some(({ lower }) => /^(wenn|falls|sobald|nachdem|bevor|weil|damit|dass|ob)$/.test(lower));
  const helper = slice.findIndex(({ lower }) => MODALS.de.has(lower));
  const auxiliary = slice.findIndex(({ lower }) => /^(wird|werden|ist|sind|wurde)$/.test(lower));
  const last = slice.length - 1;
  if (helper >= 0 || auxiliary >= 0) {
    const wanted = helper >= 0 ? 'base' : 'participle';
    for (let i = last; i >= 0; i--) {
      const form = lowerVerbs(slice[i] as WordToken).find((item) => item.form === wanted);
      if (form)
        return {
          at: low + i,
          verb: form.verb,
          isPassive: helper < 0,
          particleAt: -1,
          helperAt: low + (helper >= 0 ? helper : auxiliary),
          isFinal: false,
        };
    }
    if (helper >= 0) return undefined;
  }
  for (let i = 0; i <= last; i++) {
    const token = slice[i] as WordToken;
    const forms = lowerVerbs(token).filter(
      ({ form, verb }) =>
        form === 'third' || (form === 'base' && (verb.particle !== undefined || isPluralBefore(slice, i))),
    );
    for (const { verb } of forms) {
      const isLoose = /^(?:zurück|weiter|hoch|frei|fest|zusammen|heraus)$/.test(verb.particle ?? '');
      const particleAt =
        verb.particle === undefined
          ? -1
          : slice.findLastIndex(({ lower }, j) => j > i && (isLoose || j === last) && lower === verb.particle);
      if (verb.particle !== undefined && particleAt < 0) continue;
      return {
        at: low + i,
        verb,
        isPassive: false,
        particleAt: particleAt < 0 ? -1 : low + particleAt,
        helperAt: -1,
        isFinal: isSubordinate || (i === last && i > 2),
      };
    }
  }
  return undefined;
}

/** A verb is written small, but for the first word of a sentence. */
function lowerVerbs({ text, lower }: WordToken) {
  const isNoun = /^\p{Lu}/u.test(text);
  return verbsOf(lower, 'de').filter(({ form, verb }) => !isNoun || form === 'third' || verb.particle !== undefined);
}

function isPluralBefore(slice: readonly WordToken[], at: number): boolean {
  return slice.slice(0, at).some(({ lower }) => /^(und|sie|wir|beide|die|zwei|alle)$/.test(lower)) || at === 0;
}

function isNominative(tokens: readonly WordToken[], { from, article }: Mention): boolean {
  const before = tokens[from - 1]?.lower ?? '';
  if (GERMAN_PREPOSITIONS.test(before)) return false;
  return article === undefined || !OBLIQUE.test(article);
}

function allMentionsAround(
  tokens: readonly WordToken[],
  mentions: readonly Mention[],
  first: Mention,
): readonly Mention[] {
  const all = [first];
  for (const mention of mentions.filter(({ start }) => start > first.start)) {
    const last = all.at(-1) as Mention;
    const between = tokens.slice(last.end, mention.from).map(({ lower }) => lower);
    if (between.length === 0 || between.some((word) => !/^(und|oder|sowie|,)$/.test(word))) break;
    all.push(mention);
  }
  return [
    ...subjectMentions(
      tokens,
      mentions.filter(({ end }) => end <= first.end),
      first,
    ).slice(0, -1),
    ...all,
  ];
}

function hasNounBefore(tokens: readonly WordToken[], low: number, at: number): boolean {
  return tokens
    .slice(low, at)
    .some(
      ({ text }, i) =>
        /^\p{Lu}/u.test(text) &&
        (low + i > 0 || isThingNoun(text, 'de')) &&
        !GERMAN_PREPOSITIONS.test(tokens[low]?.lower ?? '') &&
        /^(der|die|das|ein|eine|dieser|diese)$/.test(tokens[low]?.lower ?? ''),
    );
}

function withoutFillers(tokens: readonly WordToken[]): readonly WordToken[] {
  const plain = tokens.filter(
    ({ lower }) =>
      !/^(danach|dann|anschließend|zuerst|zunächst|schließlich|er|sie|es|sich|auch|nur|dafür|außerdem|darüber|gleichzeitig|daraufhin|zum|schluss|je)$/.test(
        lower,
      ) ||
      (/^(zum)$/.test(lower) && false),
  );
  return plain;
}
