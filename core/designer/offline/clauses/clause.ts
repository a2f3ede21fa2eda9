// A clause of a sentence, and the small words by which its parts are told in both languages.
import type { TextLanguage, WordToken } from '../words/tokens.js';
import type { Verb } from '../words/verbs.js';
import type { Mention } from './mentions.js';
import type { NamedParty } from './statement.js';

export interface Clause {
  readonly parties: readonly NamedParty[];
  readonly verb: Verb;
  readonly isNegated: boolean;
  /** "is inspected by the officer"; without parties where the sentence names no party. */
  readonly isPassive: boolean;
  /** "may", "can". */
  readonly isPossible: boolean;
  /** Without its particle. */
  readonly object: readonly WordToken[];
  /** Of a passive or of a thing that goes somewhere. */
  readonly subject: string;
  /** PartyNames that the object names. */
  readonly mentions: readonly Mention[];
  /** "which the owner also enters": what is before it. */
  readonly relativeTo?: readonly WordToken[];
  /** Tokens before the subject of the first clause. */
  readonly lead: readonly WordToken[];
  readonly isAlternative: boolean;
}

/** The parties that were spoken of last, for pronouns. */
export interface Spoken {
  parties: readonly NamedParty[];
  /** Several of one kind, which were spoken of as one: "each of them". */
  group?: readonly NamedParty[];
  /** Beside the party that acted: "dieser". */
  mentioned?: NamedParty;
}

export const MODALS: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set('may might must can could should shall will would'.split(' ')),
  de: new Set('kann können darf dürfen muss müssen soll sollen will wollen möchte könnte sollte lässt'.split(' ')),
};
export const POSSIBLE = /^(may|might|can|could|kann|können|darf|dürfen|könnte)$/;
export const FILLERS: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set([
    ...'also then not never only finally first afterwards subsequently immediately to always usually directly either still now just'.split(
      ' ',
    ),
    ...'together both has have had need needs again additionally therefore jointly independently separately simultaneously each later in parallel itself'.split(
      ' ',
    ),
    ...'himself herself themselves'.split(' '),
  ]),
  de: new Set(
    'auch dann nicht nie nur zuerst anschließend sich noch sofort immer direkt wieder außerdem dafür'.split(' '),
  ),
};
export const PRONOUNS: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set(['it', 'they', 'he', 'she', 'who', 'which', 'that', 'both']),
  de: new Set(['er', 'sie', 'es', 'der', 'die', 'das', 'dieser', 'diese', 'dieses']),
};
export const BOUNDARIES: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set([',', ':', '(', ')', 'and', 'or', 'but', 'then', 'while', 'otherwise', 'who', 'which']),
  de: new Set([',', ':', '(', ')', 'und', 'oder', 'aber', 'sondern', 'während', 'sonst']),
};

/** The mentions that are one subject: "the traffic department and the police". */
export function subjectMentions(
  tokens: readonly WordToken[],
  before: readonly Mention[],
  last: Mention,
): readonly Mention[] {
  const all = [last];
  for (let i = before.length - 2; i >= 0; i--) {
    const mention = before[i] as Mention;
    const next = all[0] as Mention;
    const between = tokens.slice(mention.end, next.from).map(({ lower }) => lower);
    if (between.length === 0 || between.some((word) => !/^(and|or|,|und|oder|sowie)$/.test(word))) break;
    const isObject = /^(to|from|by|with|for|at|of|into|an|von|mit|für|bei)$/.test(
      tokens[mention.from - 1]?.lower ?? '',
    );
    if (isObject) break;
    all.unshift(mention);
  }
  return all;
}
