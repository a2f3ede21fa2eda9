// The orders that a person gives about a draft, in English and German: a row a way to say it. Every other text is
// read as sentences about the process.
import type { TextLanguage } from '../words/tokens.js';

export type Order =
  | { readonly kind: 'undo' | 'check' | 'simulate' | 'help' | 'show' }
  | { readonly kind: 'who sees'; readonly field: string }
  | { readonly kind: 'take template'; readonly which: string }
  | { readonly kind: 'find template'; readonly words: string }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'rename'; readonly what: string; readonly to: string }
  | { readonly kind: 'remove'; readonly what: string; readonly from?: string }
  | { readonly kind: 'move'; readonly what: string; readonly before: boolean; readonly other: string }
  | { readonly kind: 'add field'; readonly fields: string; readonly to?: string }
  | { readonly kind: 'add party'; readonly names: string }
  | { readonly kind: 'add step'; readonly title: string; readonly party: string };

interface OrderRow {
  readonly pattern: Readonly<Record<TextLanguage, RegExp>>;
  readonly order: (match: readonly string[]) => Order;
}

const ARTICLE = '(?:(?:a|an|the|new|another|one|ein|eine|einen|der|die|das|den|neue|neuen|neues) )*';

/** In their order: the first that matches counts. */
const ROWS: readonly OrderRow[] = [
  {
    pattern: {
      en: /^(?:please )?(?:undo|take (?:it|that|this) back|revert)\b.*$/i,
      de: /^(?:bitte )?(?:rückgängig|undo|nimm (?:das|es) zurück|mach (?:das|es) rückgängig)\b.*$/i,
    },
    order: () => ({ kind: 'undo' }),
  },
  {
    pattern: {
      en: /^(?:what(?:'s| is) (?:wrong|missing|open)|(?:show |list )?(?:the )?findings|check(?: it| the draft)?|is it (?:valid|complete|ok))\b.*$/i,
      de: /^(?:was (?:fehlt|ist falsch|stimmt nicht|ist offen)|prüfe? (?:es|den entwurf)|befunde|ist (?:es|das) (?:gültig|vollständig))\b.*$/i,
    },
    order: () => ({ kind: 'check' }),
  },
  {
    pattern: {
      en: /^(?:simulate|walk through|play|try|run|test)(?: (?:it|the (?:draft|process|workflow)|through it))?$/i,
      de: /^(?:simuliere?|spiele? (?:es )?durch|teste?|probiere?)(?: (?:es|das|den (?:entwurf|ablauf)))?(?: aus| durch)?$/i,
    },
    order: () => ({ kind: 'simulate' }),
  },
  {
    pattern: {
      en: /^(?:help|what can (?:you|i) (?:do|say)|how does this work)\b.*$/i,
      de: /^(?:hilfe|was kann(?:st du| ich)|wie geht das)\b.*$/i,
    },
    order: () => ({ kind: 'help' }),
  },
  {
    pattern: {
      en: /^(?:show|describe|tell)(?: me)?(?: (?:it|the (?:draft|process|workflow|steps)|what we have))?$|^what do we have$/i,
      de: /^(?:zeige?|beschreibe?)(?: mir)?(?: (?:es|den (?:entwurf|ablauf)|die schritte))?$|^was haben wir$/i,
    },
    order: () => ({ kind: 'show' }),
  },
  {
    pattern: {
      en: /^who (?:sees|reads|can see|can read|may see|may read|knows|learns) (?:the )?(.+)$/i,
      de: /^wer (?:sieht|liest|kennt|erfährt|darf|kann) (?:die |den |das )?(.+?)(?: sehen| lesen)?$/i,
    },
    order: ([field = '']) => ({ kind: 'who sees', field }),
  },
  {
    pattern: {
      en: /^(?:(?:please )?(?:take|use|choose)|i(?:'ll| will| would) (?:take|use)|let's (?:take|use)) (?:the )?(?:template |number |no )?(.+?)(?: template)?(?: please)?$/i,
      de: /^(?:nimm|nehme|verwende|wähle|ich nehme|wir nehmen) (?:die )?(?:vorlage |nummer |nr )?(.+?)(?: bitte)?$/i,
    },
    order: ([which = '']) => ({ kind: 'take template', which }),
  },
  {
    pattern: {
      en: /^(?:find|search|list|show|are there|which) (?:me )?(?:a |an )?(?:templates?|examples?)(?: (?:for|about|on|of))? ?(.*)$/i,
      de: /^(?:finde|suche|zeige?|gibt es|welche) (?:mir )?(?:eine )?(?:vorlagen?|beispiele?)(?: (?:für|zu|über))? ?(.*)$/i,
    },
    order: ([words = '']) => ({ kind: 'find template', words }),
  },
  {
    pattern: {
      en: /^(?:call (?:it|the (?:process|workflow|draft))|(?:the )?title(?: is)?:?) "?([^"]+)"?$/i,
      de: /^(?:nenne (?:es|den ablauf|den entwurf)|(?:der )?titel(?: ist)?:?) "?([^"]+)"?$/i,
    },
    order: ([title = '']) => ({ kind: 'title', title }),
  },
  {
    pattern: {
      en: /^rename (.+?) (?:to|as|into) (.+)$/i,
      de: /^(?:benenne|nenne) (.+?) (?:um )?(?:in|zu) (.+?)(?: um)?$/i,
    },
    order: ([what = '', to = '']) => ({ kind: 'rename', what, to }),
  },
  {
    pattern: {
      en: /^(?:remove|delete|drop) (.+?)(?: (?:from|of|in) (.+))?$/i,
      de: /^(?:entferne|lösche|streiche) (.+?)(?: (?:aus|von|in|bei) (.+))?$/i,
    },
    order: ([what = '', from]) => ({ kind: 'remove', what, ...(from !== undefined && { from }) }),
  },
  {
    pattern: {
      en: /^(?:move|put) (.+?) (before|after|behind) (.+)$/i,
      de: /^(?:verschiebe|setze|stelle) (.+?) (vor|nach|hinter) (.+)$/i,
    },
    order: ([what = '', where = '', other = '']) => ({
      kind: 'move',
      what,
      before: /^(?:before|vor)$/i.test(where),
      other,
    }),
  },
  {
    pattern: {
      en: new RegExp(`^add ${ARTICLE}fields? (.+?)(?: (?:to|in|for) (?:the step |step )?([^()]+))?$`, 'i'),
      de: new RegExp(
        `^(?:füge|ergänze) ${ARTICLE}felde?r? (.+?)(?: (?:zu|in|bei|zum) (?:dem schritt |schritt )?([^()]+?))?(?: hinzu| ein)?$`,
        'i',
      ),
    },
    order: ([fields = '', to]) => ({ kind: 'add field', fields, ...(to !== undefined && { to }) }),
  },
  {
    pattern: {
      en: new RegExp(`^add ${ARTICLE}(?:role|party|participant)s? (.+)$`, 'i'),
      de: new RegExp(`^(?:füge|ergänze) ${ARTICLE}(?:rolle|partei|beteiligten?|beteiligter?)n? (.+?)(?: hinzu)?$`, 'i'),
    },
    order: ([names = '']) => ({ kind: 'add party', names }),
  },
  {
    pattern: {
      en: new RegExp(`^add ${ARTICLE}(?:step|action) (.+?) (?:by|done by|for) (?:the )?(.+)$`, 'i'),
      de: new RegExp(
        `^(?:füge|ergänze) ${ARTICLE}schritt (.+?) (?:von|durch|für) (?:der |die |das |den |dem )?(.+?)(?: hinzu)?$`,
        'i',
      ),
    },
    order: ([title = '', party = '']) => ({ kind: 'add step', title, party }),
  },
];

/** The order in a text; undefined for any other text. */
export function orderIn(text: string, language: TextLanguage): Order | undefined {
  const plain = text.trim().replace(/[.!?]+$/, '');
  if (plain.includes('\n') || plain.length > 300) return undefined;
  for (const of of language === 'en' ? (['en', 'de'] as const) : (['de', 'en'] as const))
    for (const { pattern, order } of ROWS) {
      const match = pattern[of].exec(plain);
      if (match) return order(match.slice(1) as unknown as string[]);
    }
  return undefined;
}
