// The data that people name: what a phrase such as "the maximum load in tonnes (optional)" is called, and of which
// type it is. Words decide the type; a phrase without any of them is a text.
import { asciiOf, type TextLanguage } from './tokens.js';

export type FieldType =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'date'
  | 'time'
  | 'file'
  | 'list'
  | 'choice'
  | 'number'
  | 'duration';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly isOptional: boolean;
  readonly values?: readonly string[];
  readonly unit?: string;
}

const TYPE_WORDS: readonly (readonly [RegExp, FieldType])[] = [
  [/^(text|string|texte?)$/, 'text'],
  [/^(yes[ /]?(or|\/)?[ /]?no|boolean|ja[ /]?(oder|\/)?[ /]?nein|checkbox)$/, 'boolean'],
  [/^(integer|whole number|ganzzahl|ganze zahl)$/, 'integer'],
  [/^(number|decimal|zahl|dezimalzahl|kommazahl)$/, 'decimal'],
  [/^(money|amount|currency|geld|betrag|geldbetrag)$/, 'money'],
  [/^(date|day|datum|tag)$/, 'date'],
  [/^(time|date and time|zeitpunkt|uhrzeit)$/, 'time'],
  [/^(file|document|attachment|upload|datei|anhang|dokument)$/, 'file'],
  [/^(list|liste)$/, 'list'],
  [/^(duration|dauer)$/, 'duration'],
];

/** A type that a person names by its word; undefined for any other word. */
function typeNamed(word: string): FieldType | undefined {
  return TYPE_WORDS.find(([pattern]) => pattern.test(word.trim().toLowerCase()))?.[1];
}

const UNITS =
  /\b(?:in|of) (kg|kilograms?|grams?|tons?|tonnes?|t|m|cm|km|mm|met(?:re|er)s?|square met(?:re|er)s?|hectares?|kw|kwh|mw|mwh|kwp|watts?|volts?|litres?|liters?|percent|per cent|%|hours?|minutes?|days?|weeks?|months?|years?|quadratmetern?|metern?|kilometern?|kilogramm|tonnen|litern?|hektar|prozent|stunden|tagen|wochen|monaten|jahren|euros?|dollars?|eur|usd|chf)\b/i;
const COUNTS =
  /^(?:number|count|quantity|how many|anzahl|menge|stückzahl|zahl)\b|\b(?:quantity|anzahl|menge|stückzahl|headcount)$|(?:storeys|anzahl|menge|stückzahl)$/i;

const KINDS: readonly (readonly [RegExp, FieldType])[] = [
  [/^(?:whether|ob|if) /i, 'boolean'],
  [
    /\b(?:e-?mail|mail|phone|telephone|fax|bank account|account number|iban|bankverbindung|kontonummer|telefon\p{L}*|adresse|address|anschrift)\b/iu,
    'text',
  ],
  [/\b(?:number of|how many)\b|^anzahl\b/i, 'integer'],
  [/(?:number|\bno|nummer|code|reference|kennzeichen|kennung|aktenzeichen|id)$/i, 'text'],
  [
    /(?:\b(?:photos?|pictures?|images?|scans?|pdf|drawings?|receipts?|attachments?|blueprints?)|fotos?|bilder|bild|zeichnung(?:en)?|belege?|anhang|anlagen?|datei(?:en)?|skizze)\b|\bfiles?$|\bas (?:a )?file\b|\bals datei\b/iu,
    'file',
  ],
  [
    /\b(?:price list|cost cent(?:re|er)|kind|type|name|description|reason|purpose|use|art|grund|begründung|beschreibung|zweck|bezeichnung)\b/i,
    'text',
  ],
  [
    /(?:\b(?:amount|price|cost|costs|fee|sum|budget|income|salary|capital|turnover|revenue|rent|deposit|premium|rate|money|payment|quote|how much|loan|credit|fine|tax|wage|wages|estimate|compensation|bid|value|limit)$|(?:betrag|beitrag|preis|kosten|gebühr|summe|einkommen|gehalt|kapital|umsatz|miete|kaution|prämie|honorar|zuschuss|tarif|wert|lohn|entgelt|steuer))$/i,
    'money',
  ],
  [/^(?:amount|price|costs?|fee|sum|budget|value|income|betrag|preis|kosten|gebühr|summe|how much)\b/i, 'money'],
  [
    /(?:\b(?:dates?|day|deadline|birthday|birth)|datum|termin|\btag|stichtag|geburtstag|date)$|^(?:dates?|day|datum|tag|when|wann|first day|last day|start|end)\b/iu,
    'date',
  ],
  [/(?:\b(?:times?|hour|appointment)|uhrzeit|zeitpunkt)$/i, 'time'],
  [
    /(?:\b(?:height|length|width|weight|area|size|power|consumption|load|distance|volume|percentage|share|temperature|savings|score|capacity|surface)|höhe|länge|breite|gewicht|fläche|größe|leistung|verbrauch|entfernung|volumen|prozent|anteil|temperatur|einsparung|kapazität)$/iu,
    'decimal',
  ],
  [
    /^(?:height|length|width|weight|area|size|power|consumption|maximum load|höhe|länge|breite|gewicht|fläche|größe|leistung)\b/i,
    'decimal',
  ],
  [
    /(?:\b(?:quantity|storeys|floors|seats|copies|pieces|pages|hours|people|participants|children|persons|guests|years|age)|anzahl|menge|stückzahl|zähler|personen|teilnehmer|stockwerke|alter|seiten|stunden)$/iu,
    'integer',
  ],
];

const LEADING =
  /^(?:(?:the|a|an|his|her|its|their|our|your|my|some|any|all|also|and|und|sowie|der|die|das|den|dem|des|ein|eine|einen|einem|einer|seine?n?|ihre?n?|dessen|deren|jeweils|je|both|of|for|about|as well as|plus|then|only|nur|exact|with|mit|ihr|sein|such as|e\.?g|namely|desired(?= stall)|at least) )+/i;
const ENGLISH_TAILS =
  /\s+(?:of|for|on|in|at|from|to|that|which|who|because|so that|when|if|after|before|once|by|within|during|under|it|they|he|she)\b.*$/i;
const GERMAN_TAILS =
  /\s+(?:des|der|für|im|in|am|an|von|vom|aus|auf|zu|zur|zum|die|das|den|dem|weil|damit|wenn|bei|nach|vor|über|um|und|mit)\b.*$/i;

/** Words of a phrase that say nothing about what is stated. */
const PRONOUNS =
  /^(?:it|them|this|that|these|those|us|him|everything|all|something|nothing|none|es|sie|ihn|ihm|alles|das|dies|etwas|nichts|so|data|daten|details|information|informationen|following|folgendes|again|erneut)$/i;

/** The member that a phrase names; undefined where it names none. */
export function fieldOfPhrase(phrase: string, language: TextLanguage): Field | undefined {
  const isOptional = /\b(?:optional(?:ly)?|if any|if known|wenn vorhanden|falls vorhanden|freiwillig)\b/i.test(phrase);
  const marks = [...phrase.matchAll(/\(([^)]*)\)/g)].flatMap(([, inside]) => (inside as string).split(/[,;]/));
  const named = marks.map((mark) => typeNamed(mark.trim())).find((type) => type !== undefined);
  const values = valuesIn(phrase);
  const plain = phrase
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/["]/g, '')
    .replace(/\b(?:optional(?:ly)?|required|erforderlich|freiwillig)\b/gi, ' ')
    .replace(/\s+(?:first|too|as well|also|then|zuerst|ebenfalls)$/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s*,?\s*(?:if any|if known|wenn vorhanden|falls vorhanden|falls nötig)$/i, '')
    .replace(LEADING, '')
    .trim();
  if (plain === '' || PRONOUNS.test(plain) || !/\p{L}{2}/u.test(plain)) return undefined;
  const unit = UNITS.exec(plain)?.[1];
  const type = named ?? (values ? 'choice' : typeOf(plain, unit));
  const label = shorten(rephrase(plain), language);
  const name = camelName(label);
  if (name === '' || PRONOUNS.test(label)) return undefined;
  return {
    name,
    label: firstUpper(label),
    type,
    isOptional,
    ...(values && { values }),
    ...(unit && { unit: unit.toLowerCase() }),
  };
}

function typeOf(phrase: string, unit: string | undefined): FieldType {
  if (unit !== undefined && /^(euro|dollar|eur|usd|chf)/i.test(unit)) return 'money';
  if (unit !== undefined && !/^(?:day|month|year|week|tag|monat|jahr|woche)/i.test(unit)) return 'decimal';
  if (COUNTS.test(phrase)) return 'integer';
  const match = KINDS.find(([pattern]) => pattern.test(phrase));
  if (match) return match[1];
  const head = phrase.replace(ENGLISH_TAILS, '').replace(GERMAN_TAILS, '');
  return KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? 'text';
}

/** "how many metres of space they need" is the number of metres of space. */
function rephrase(phrase: string): string {
  return phrase
    .replace(
      /^how many (.*?)(?: (?:they|it|he|she|there|we|are|is|was|were|will|has|have|in|does|do)\b.*)?$/i,
      'number of $1',
    )
    .replace(/^how much(?: money)?\b.*$/i, 'amount')
    .replace(/^what (?:the )?(.*?) (?:is|are|was) (?:for|about|needed)$/i, 'purpose')
    .replace(/^what (?:has )?happened$/i, 'description')
    .replace(/^what is (.*)$/i, '$1')
    .replace(/^why\b.*$/i, 'reason')
    .replace(/^where\b.*$/i, 'place')
    .replace(/^when\b.*$/i, 'date')
    .replace(
      /^what (?:they|he|she|it|we|you) (?:want|wants|intend|intends|plan|plans|need|needs)? ?(?:to )?/i,
      'what to ',
    )
    .replace(/^(?:which|what) ([\p{L}-]+).*$/iu, '$1')
    .replace(/^whether (?:or not )?(?:(?:it|they|he|she|the [\p{L}]+) (?:is|are|was|were|has|have) )?/iu, '')
    .replace(/^ob (?:(?:er|sie|es|der|die|das) )?/i, '')
    .replace(/^wie ?viele? (.*)$/i, 'Anzahl $1')
    .replace(/^(?:warum|weshalb|wieso)\b.*$/i, 'Begründung')
    .replace(/^wofür\b.*$/i, 'Zweck')
    .replace(/^(?:wann)\b.*$/i, 'Datum')
    .replace(/^(?:wo)\b.*$/i, 'Ort')
    .replace(/\s+(?:the )?(?:applicant|person)?\s*(?:wants?|wanted|needed|required|wished|gewünscht)$/i, (tail) =>
      /wanted|needed/.test(tail) ? '' : tail,
    )
    .replace(LEADING, '');
}

const LABEL_WORDS_MAX = 5;

function shorten(phrase: string, language: TextLanguage): string {
  const plain = phrase
    .replace(new RegExp(UNITS.source.replace('(?:in|of)', 'in'), 'i'), '')
    .replace(/\bas (?:a )?file\b|\bals datei\b/gi, '')
    .replace(/[,:]+\s*$/, '')
    .trim();
  const words = plain.split(/\s+/);
  const isCount =
    /^(?:number of|anzahl|date of|day of|port of|place of|kind of|type of|name of|tag der|datum der|bill of|hours|nummer)/i.test(
      plain,
    );
  const cut =
    words.length <= (isCount ? LABEL_WORDS_MAX : 3)
      ? plain
      : plain.replace(language === 'de' ? GERMAN_TAILS : isCount ? /^$/ : ENGLISH_TAILS, '');
  return cut.split(/\s+/).slice(0, LABEL_WORDS_MAX).join(' ');
}

function valuesIn(phrase: string): readonly string[] | undefined {
  const match = /\((?:one of |choice of |choice: ?|either |eine[rs]? von |auswahl: ?)([^)]*)\)/i.exec(phrase);
  if (!match) return undefined;
  const values = splitList(match[1] as string);
  return values.length > 1 ? values : undefined;
}

/** "the first and last day": the first word needs what stands behind the second one. */
const HALVES =
  /^(?:the )?(?:first|last|earliest|latest|start|old|new|planned|actual|minimum|maximum|gross|net|erste[rs]?|letzte[rs]?|alte[rs]?|neue[rs]?)$/i;

/** The items of an enumeration: `a, b and c`. */
export function splitList(text: string): readonly string[] {
  const inner: string[] = [];
  const guarded = text.replace(/\([^)]*\)?/g, (mark) => `\u0001${inner.push(mark) - 1}\u0002`);
  return guarded
    .split(
      /\s*,\s*(?:and also |and |or |und |sowie |oder )?|\s+(?:and also|and|und|sowie|as well as|plus|oder|or|along with|together with)\s+/i,
    )
    .map((item) => item.replace(/\u0001(\d+)\u0002/g, (_, at) => inner[Number(at)] as string).trim())
    .filter((item) => item !== '')
    .map((item, i, all) =>
      HALVES.test(item) && all[i + 1] !== undefined
        ? `${item} ${(all[i + 1] as string).replace(/^(?:the )?\S+ /, '')}`
        : item,
    );
}

/** A name as members have it: `maximumLoad`. */
export function camelName(label: string): string {
  const words = asciiOf(label).match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word, i) =>
      i === 0 ? word.toLowerCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`,
    )
    .join('')
    .slice(0, 60);
}

/** With a capital at the beginning. */
export function firstUpper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
