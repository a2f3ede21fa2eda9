// Parties that a sentence mentions: noun phrases whose last word is one. Several forms of a name mean one party:
// "the lab" is the laboratory, "the club" the sports club.
import { camelName, firstUpper } from '../words/field-phrases.js';
import { isLabel, kindOf } from '../words/labels.js';
import { isPartyNoun, isThingNoun } from '../words/parties.js';
import { asciiOf, stemOf, type TextLanguage, type WordToken } from '../words/tokens.js';
import { verbsOf } from '../words/verbs.js';
import type { NamedParty } from './statement.js';

export interface Mention {
  readonly party: NamedParty;
  /** Of the first token of its name, behind its article. */
  readonly start: number;
  readonly end: number;
  /** With its article. */
  readonly from: number;
  /** The article, in lower case. */
  readonly article?: string;
}

const ARTICLES: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'the a an this that each every any our my your his her its their another both all one no some'.split(' '),
  ),
  de: new Set([
    ...'der die das den dem des ein eine einen einem einer eines dieser diese diesem diesen jeder jede'.split(' '),
    ...'jedem jeden unser unsere unserem unseren sein seine seinem seinen ihr ihre ihrem ihren beide kein keine'.split(
      ' ',
    ),
  ]),
};

/** Words that end a noun phrase on their left. */
const STOPS: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set([
    ...'and or but nor if when where once unless while after before because so then than that which'.split(' '),
    ...'who whom whose what how why whether to from of for with by at in on into onto'.split(' '),
    ...'over under about between within until as via per up out off through during without is are was'.split(' '),
    ...'were be been being has have had do does did not never also only just too again may'.split(' '),
    ...'might must can could should shall will would it he she they we you i them him us'.split(' '),
    ...'me there here this these those now later finally next last otherwise else immediately afterwards meanwhile'.split(
      ' ',
    ),
    ...'neither either both same both said needs wants need want like gets goes gives sends'.split(' '),
  ]),
  de: new Set([
    ...'und oder aber sondern wenn falls sobald nachdem bevor weil damit dass ob dann danach anschließend zuerst zunächst'.split(
      ' ',
    ),
    ...'schließlich sonst zu von für mit bei an in im am auf aus nach vor über unter zwischen'.split(' '),
    ...'innerhalb bis als durch ohne um gegen zum zur vom beim ins ist sind war wird werden hat'.split(' '),
    ...'haben nicht nie auch nur noch mehr kann darf muss soll will können dürfen müssen sollen wollen es'.split(' '),
    ...'er sie wir ihr ihm ihn ihnen uns man wer was wie wo dort hier jetzt später gleichzeitig'.split(' '),
    ...'ebenfalls außerdem daraufhin sich selbst'.split(' '),
  ]),
};

const DROPPED = new Set([
  ...'two three four five several accepted rejected approved successful selected chosen winning zwei drei vier fünf mehrere independent responsible'.split(
    ' ',
  ),
  ...'competent relevant local own respective same whole concerned unabhängige unabhängiger zuständige zuständiger zuständigen eigene'.split(
    ' ',
  ),
  ...'jeweilige jeweiliger'.split(' '),
]);
const MODIFIERS_MAX = 3;

/** Pronouns for a person who wants something: the first party of a process without a name. */
const ANYBODY: Readonly<Record<TextLanguage, RegExp>> = {
  en: /^(?:anybody|anyone|everybody|everyone|people|whoever|someone|somebody)$/,
  de: /^(?:jeder|jedermann|leute|jemand|interessierte|interessent|interessenten)$/,
};

/** The party that may do it again is the one that wants something. */
const RETRYING =
  /^(?:change|correct|revise|retry|try|reapply|resubmit|improve|amend|ändern|verbessern|nachbessern|überarbeiten)$/;
const MAY = /^(?:can|may|must|should|kann|darf|muss|soll)$/;
const WANTING = /^(?:applicant|requester|requestor|claimant|petitioner|candidate|complainant|antragsteller(?:in)?)$/;

/** The parties that a conversation knows, by every form of their names; new ones are added as they are mentioned. */
export class PartyNames {
  private readonly known: { readonly party: NamedParty; readonly stems: readonly string[] }[] = [];
  readonly language: TextLanguage;

  constructor(language: TextLanguage, roles: readonly NamedParty[]) {
    this.language = language;
    for (const party of roles) this.known.push({ party, stems: this.stemsOf(party.name.split(/[\s-]+/)) });
  }

  /** The word of a text for a person who wants something: "anybody" is the requester of the next sentence. */
  anybody: string | undefined;

  /** Looks for that word in a text. */
  lookForAnybody(tokens: readonly WordToken[]): void {
    this.anybody ??= tokens.find(({ lower }) => WANTING.test(lower))?.text;
    const again = tokens.findIndex(({ lower }, i) => RETRYING.test(lower) && MAY.test(tokens[i - 1]?.lower ?? ''));
    const who = tokens[again - 2];
    if (who && isPartyNoun(who.text, this.language)) this.anybody ??= who.text;
  }

  /** The party of this name; a new one where no known name means it. */
  partyNamed(words: readonly string[]): NamedParty {
    return this.find(words) ?? this.add(words);
  }

  find(words: readonly string[]): NamedParty | undefined {
    const stems = this.stemsOf(words);
    const exact = this.known.find((item) => isSame(item.stems, stems));
    if (exact) return exact.party;
    const near = this.known.filter((item) => isShortFor(stems, item.stems) || isShortFor(item.stems, stems));
    return near.length === 1 ? near[0]?.party : undefined;
  }

  /** The parties of the kind that a name stands for: supplier A and supplier B of "the suppliers". */
  membersOf({ name }: NamedParty): readonly NamedParty[] {
    const stems = this.stemsOf(name.split(' '));
    return this.known.flatMap(({ party }) => {
      const kind = kindOf(party.name);
      return kind && isSame(this.stemsOf(kind), stems) ? [party] : [];
    });
  }

  private add(words: readonly string[]): NamedParty {
    const isAnybody = words.length === 1 && ANYBODY[this.language].test((words[0] as string).toLowerCase());
    const called: readonly string[] = isAnybody
      ? [this.anybody ?? (this.language === 'de' ? 'Antragsteller' : 'applicant')]
      : this.language === 'en'
        ? [...words.slice(0, -1), singular(words.at(-1) as string)]
        : words.map((word, i) => nominative(word, i, words));
    const name = firstUpper(called.join(' '));
    const taken = new Set(this.known.map(({ party }) => party.id));
    const base = camelName(name) || 'party';
    let id = base;
    for (let i = 2; taken.has(id) || id === 'opener'; i++) id = `${base}${i}`;
    const party = { id, name };
    this.known.push({ party, stems: this.stemsOf(words) });
    if (isAnybody) this.known.push({ party, stems: this.stemsOf(called) });
    return party;
  }

  private stemsOf(words: readonly string[]): readonly string[] {
    return words.map((word, i) =>
      i < words.length - 1 && this.language === 'de' ? stemOf(word).replace(/e[rmsn]?$/, '') : stemOf(word),
    );
  }

  /** The parties that tokens mention, in their order. */
  mentionsIn(tokens: readonly WordToken[]): readonly Mention[] {
    const mentions: Mention[] = [];
    for (let at = 0; at < tokens.length; at++) {
      if (at < (mentions.at(-1)?.end ?? 0)) continue;
      const mention = this.mentionAt(tokens, at, mentions.at(-1)?.end ?? 0);
      if (mention) mentions.push(mention);
    }
    return mentions;
  }

  /** A mention whose last token is the one at this place. */
  private mentionAt(tokens: readonly WordToken[], at: number, low: number): Mention | undefined {
    const { text, lower } = tokens[at] as WordToken;
    if (
      !/^\p{L}/u.test(text) ||
      (STOPS[this.language].has(lower) && text !== 'IT') ||
      (ARTICLES[this.language].has(lower) && !ANYBODY[this.language].test(lower))
    )
      return undefined;
    if (tokens[at + 1]?.lower === "'s") return undefined;
    const stems = this.stemsOf([text]);
    const single = this.known.some((item) => isSame(item.stems, stems));
    const isNoun = this.language === 'en' || /^\p{Lu}/u.test(text);
    if (!single && !(isNoun && isPartyNoun(text, this.language))) return this.knownPhraseAt(tokens, at, low);
    if (this.language === 'en' && this.isContinued(tokens, at)) return undefined;
    if (this.language === 'en' && this.isVerbHere(tokens, at)) return undefined;
    return this.mentionOf(tokens, at, low);
  }

  /** A party whose last word says nothing by itself, but whose name is known: "doctor on duty". */
  private knownPhraseAt(tokens: readonly WordToken[], at: number, low: number): Mention | undefined {
    for (let words = 4; words >= 2; words--) {
      const start = at - words + 1;
      if (start < low) continue;
      const stems = this.stemsOf(tokens.slice(start, at + 1).map(({ text }) => text));
      const match = this.known.find((item) => isSame(item.stems, stems));
      if (match) return this.mentionWith(tokens, { start, end: at + 1 }, match.party);
    }
    return undefined;
  }

  /** The next word is a party too, and this one says of which kind: "team lead", "police station". */
  private isContinued(tokens: readonly WordToken[], at: number): boolean {
    const next = tokens[at + 1];
    if (!next || !/^\p{L}/u.test(next.text) || STOPS.en.has(next.lower) || ARTICLES.en.has(next.lower)) return false;
    const isParty = isPartyNoun(next.text, 'en') && !this.isVerbHere(tokens, at + 1);
    const isThing = isThingNoun(next.text, 'en') && verbsOf(next.lower, 'en').every(({ form }) => form === 'gerund');
    return isParty || isThing;
  }

  private isVerbHere(tokens: readonly WordToken[], at: number): boolean {
    const before = tokens[at - 1]?.lower ?? '';
    const isVerb = verbsOf((tokens[at] as WordToken).lower, 'en').some(
      ({ form }) => form === 'base' || form === 'third',
    );
    return isVerb && /^(to|may|must|can|should|will|shall|could|not|also|then|who|which|it|they|he|she)$/.test(before);
  }

  private mentionOf(tokens: readonly WordToken[], at: number, low: number): Mention {
    const stops = STOPS[this.language];
    const articles = ARTICLES[this.language];
    let start = at;
    while (start > low && at - start < MODIFIERS_MAX) {
      const before = tokens[start - 1] as WordToken;
      const isWord = /^\p{L}/u.test(before.text) && !stops.has(before.lower) && !articles.has(before.lower);
      if (!isWord || !this.isModifier(before, tokens, start - 1)) break;
      start--;
    }
    while (start < at && DROPPED.has((tokens[start] as WordToken).lower)) start++;
    const end = at + (isLabel(tokens, at + 1) ? 2 : 1);
    const words = tokens.slice(start, end).map(({ text }) => text);
    return this.mentionWith(
      tokens,
      { start, end },
      this.partyNamed(words.map((word, i) => (i === 0 && this.language === 'en' ? lowerFirst(word) : word))),
    );
  }

  private isModifier({ text, lower }: WordToken, tokens: readonly WordToken[], at: number): boolean {
    if (this.language === 'de')
      return (
        (/^\p{Ll}\p{L}*(?:e|er|en|em|es)$/u.test(text) && verbsOf(lower, 'de').every(({ form }) => form === 'base')) ||
        /^\p{Lu}{2,}$/u.test(text)
      );
    if (/ly$/.test(lower) && lower !== 'family') return false;
    const forms = verbsOf(lower, 'en');
    if (forms.length === 0) return true;
    const prior = tokens[at - 1]?.lower ?? '';
    return isArticle(prior) || forms.every(({ form }) => form === 'gerund');
  }

  private mentionWith(
    tokens: readonly WordToken[],
    { start, end }: { start: number; end: number },
    party: NamedParty,
  ): Mention {
    let from = start;
    while (
      from > 0 &&
      (ARTICLES[this.language].has((tokens[from - 1] as WordToken).lower) ||
        DROPPED.has((tokens[from - 1] as WordToken).lower))
    )
      from--;
    const article = from < start ? tokens[from]?.lower : undefined;
    return { party, start, end, from, ...(article !== undefined && { article }) };
  }
}

function isArticle(word: string): boolean {
  return ARTICLES.en.has(word);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/** Organisational words that people leave out: "accounting" is the accounting office. */
const GENERIC = new Set(
  'offic department team servic compani firm agenc agency authority company unit desk staff board abteilung stell amt'
    .split(' ')
    .map(stemOf),
);

/** "Customer service" is another party than the customer. */
const PERSON = /(?:[^t]er|or|ent|ant|ee|ist|ian|izen)$/;

/** Words that tell one party from another one of the same name. */
const ORDINALS =
  /^(?:first|second|third|other|old|new|former|previous|next|erst|zweit|dritt|ander|alt|neu|bisherig|künftig|kuenftig|vorherig|einzeln)$/;

function isShortFor(short: readonly string[], long: readonly string[]): boolean {
  if (short.length === 0 || short.length > long.length) return false;
  const tail = long.slice(long.length - short.length);
  const isOther = long.slice(0, long.length - short.length).some((word) => ORDINALS.test(word));
  if (short.length < long.length && isSame(short, tail)) return !isOther;
  if (
    short.length < long.length &&
    isSame(short, long.slice(0, short.length)) &&
    long.slice(short.length).every((word) => GENERIC.has(word)) &&
    !PERSON.test(short.at(-1) as string)
  )
    return true;
  if (short.length !== 1 || long.length !== 1) return false;
  const [a, b] = [short[0] as string, long[0] as string];
  return a.length >= 3 && b.length >= a.length + 3 && b.startsWith(a) && isPartyNoun(a, 'en');
}

function lowerFirst(word: string): string {
  return /^\p{Lu}\p{Ll}/u.test(word) ? `${word.slice(0, 1).toLowerCase()}${word.slice(1)}` : word;
}

function singular(word: string): string {
  if (/(?:ss|us|is|customs|logistics|sales|premises|works)$/i.test(word) || !/s$/.test(word)) return word;
  return /[^aeiou]ies$/.test(word)
    ? `${word.slice(0, -3)}y`
    : /(?:ches|shes|xes)$/.test(word)
      ? word.slice(0, -2)
      : word.slice(0, -1);
}

/** "Kunden" of "dem Kunden" is the Kunde; an article before tells more than is worth knowing. */
function nominative(word: string, at: number, words: readonly string[]): string {
  const last = words.at(-1) as string;
  if (at < words.length - 1 && /^\p{Ll}/u.test(word))
    return word.replace(/e[rnms]?$/, /in$|stelle$|behörde$|kasse$|firma$|bank$/.test(last) ? 'e' : 'er');
  if (at < words.length - 1 || !/^\p{Lu}/u.test(word)) return word;
  if (/(?:ant|ent|ist|at|arch|oge|soph)en$/.test(word)) return word.slice(0, -2);
  if (/(?:Kund|Bot|Zeug|Erb|Experte?)en$/.test(word)) return word.slice(0, -1);
  if (/(?:er|eur|or|amts?|verein|unternehmen)s$/.test(word) && !/^\p{Lu}{2,}/u.test(word)) return word.slice(0, -1);
  return word;
}

/** True for names that are nouns of things, so that no list of parties has them. */
export function isThing(words: readonly string[], language: TextLanguage): boolean {
  return isThingNoun(asciiOf(words.at(-1) ?? ''), language);
}
