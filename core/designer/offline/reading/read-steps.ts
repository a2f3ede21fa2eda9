// The clauses of a sentence as steps, data, decisions and credentials.

import type { Clause } from '../clauses/clause.js';
import { clausesOf } from '../clauses/clauses.js';
import type { ReadingNow } from '../clauses/reading-now.js';
import type { NamedParty, ProcessStatement, StepCondition } from '../clauses/statement.js';
import { type Field, fieldOfPhrase, firstUpper, splitList } from '../words/field-phrases.js';
import { type TextLanguage, textOf, tokensOf, type WordToken } from '../words/tokens.js';
import type { Verb } from '../words/verbs.js';
import { APPEALS, BACK, ENDS, LISTS, PARALLEL, RECIPIENTS, REFUSED } from './grammar.js';
import { refusalWay } from './refusal-way.js';

interface Under {
  readonly now: ReadingNow;
  /** Words of a condition that compares nothing: "after the trip". */
  readonly about: string;
  readonly condition?: StepCondition;
  /** The text may have told it before. */
  readonly isRestated?: true;
  /** Told as the time of something else. */
  readonly isEcho?: true;
}

/** The statements of the clauses of a text. */
export function stepsIn(text: string, under: Under): readonly ProcessStatement[] {
  const { now } = under;
  const clauses = clausesOf(tokensOf(text), now.parties, now.spoken);
  const isParallel = PARALLEL[now.parties.language].test(text);
  const statements = clauses.flatMap((clause, i) =>
    ofClause(clause, { ...under, text, isParallel, before: clauses[i - 1] }),
  );
  return statements.length > 0 ? statements : contentsOf(text, now);
}

const CONTENTS = {
  en: /^(?:(?:in|on) )?(?:the|an?|this|each|every) (\w+(?: \w+)?) (?:has|contains|includes|must contain|must include|states|shows|lists|needs|must have|names|carries) (.+)$/i,
  de: /^(?:im|in der|in dem|auf dem|der|die|das|ein|eine|jeder|jede) (\p{Lu}\p{L}+) (?:stehen|steht|enthält|umfasst|beinhaltet|nennt|hat|braucht) (.+)$/iu,
};

/** "The order has the number, the kind of work and a price limit": data of who was spoken of. */
const NEEDED =
  /^(?:(?:needed|required|necessary) (?:are|is)|(?:anzugeben|nötig|erforderlich|notwendig) (?:sind|ist)|benötigt (?:werden|wird)|gebraucht werden) (.+)$/i;

function contentsOf(text: string, now: ReadingNow): readonly ProcessStatement[] {
  const { language } = now.parties;
  const needed = NEEDED.exec(text)?.[1];
  const [spoken] = now.spoken.parties;
  if (needed !== undefined && spoken)
    return [{ kind: 'fields', party: spoken, about: '', fields: phrases(needed, language) }];
  const match = CONTENTS[language].exec(text);
  const [party] = now.spoken.parties;
  if (!match || !party) return [];
  const fields = phrases(match[2] as string, language);
  return fields.length < 2 ? [] : [{ kind: 'fields', party, about: match[1] as string, fields }];
}

interface Around extends Under {
  readonly text: string;
  readonly isParallel: boolean;
  readonly before: Clause | undefined;
}

function ofClause(clause: Clause, around: Around): readonly ProcessStatement[] {
  const { verb, parties, isNegated } = asHearing(clause, around.now);
  const { now } = around;
  const { language } = now.parties;
  const objectText = textOf(clause.object);
  if (verb.kind === 'go' || (verb.lemma === 'pass' && parties.length === 0)) return goesTo(clause, around);
  if (verb.kind === 'end')
    return REFUSED[language].test(clause.subject) ? [{ kind: 'refusal', way: { kind: 'end' } }] : [];
  if (verb.kind === 'get') return readReceipt(clause, now);
  const isAnswer = verb.kind === 'reply' && !isNegated && clause.mentions.some(({ party }) => !parties.includes(party));
  if (/^(?:see|reply|remind|appeal)$/.test(verb.kind) && !isAnswer) return [];
  if (parties.length === 0) return verb.kind === 'issue' ? readIssue(clause, around) : [];
  if (isNegated && verb.kind !== 'decide') return [];
  if (AGAIN[language].test(objectText)) return [];
  const isStopping = clause.isAlternative && around.before?.verb.kind === 'decide' && STOPS_ALL.test(verb.lemma);
  if (isStopping) return [{ kind: 'refusal', ...(parties[0] && { party: parties[0] }), way: { kind: 'end' } }];
  if (verb.kind === 'revise') return readAskingAgain(clause, around);
  if (isAsking(clause, language)) return readAskingAgain(clause, around);
  if (verb.kind === 'issue') return readIssue(clause, around);
  const steps = stepOf({ ...clause, verb, parties }, around);
  return [...(verb === clause.verb ? steps : steps.map(withOpinion(language))), ...refusalOf(clause, around)];
}

/** The other way of a decision: "awards the contract or cancels the tender". */
const STOPS_ALL = /^(?:cancel|withdraw|terminate|stop|close|discard|abbrechen|aufheben|einstellen)$/;

const AGAIN = { en: /\b(?:again|anew|once more)\b/i, de: /(?:noch ?mal|noch einmal|erneut|abermals|nochmals)/i };

const ASKED_AGAIN =
  /\b(?:to (?:re|change|correct|improve|amend|modify|adjust)|more|further|additional|missing|corrections?|improvements?|changes|clarifications?)/i;

/** "asks the auditor to redo it", "demands improvements": back to who did it. */
function isAsking({ verb, object }: Clause, language: TextLanguage): boolean {
  return language === 'en' && /^(?:ask|request|demand)$/.test(verb.lemma) && ASKED_AGAIN.test(textOf(object));
}

function readAskingAgain(clause: Clause, { before }: Around): readonly ProcessStatement[] {
  const [target] = clause.mentions;
  const [party] = clause.parties;
  if (!clause.isPossible && !(clause.isAlternative && before)) return [];
  return [{ kind: 'refusal', ...(party && { party }), way: { kind: 'back', ...(target && { to: target.party }) } }];
}

function withOpinion(language: TextLanguage): (statement: ProcessStatement) => ProcessStatement {
  const title = language === 'de' ? 'Stellung nehmen' : 'Give an opinion';
  return (statement) => (statement.kind === 'step' ? { ...statement, title, fields: [] } : statement);
}

/** "The board must be heard": the party that is asked acts. */
function asHearing(clause: Clause, { parties }: ReadingNow): Pick<Clause, 'verb' | 'parties' | 'isNegated'> {
  const isHeard =
    clause.isPassive &&
    clause.parties.length === 0 &&
    /^(?:hear|consult|ask|involve|call|question|anhören|befragen|beteiligen)$/.test(clause.verb.lemma);
  const [mention] = isHeard ? parties.mentionsIn(tokensOf(clause.subject)) : [];
  return mention ? { ...clause, parties: [mention.party], verb: { ...clause.verb, kind: 'check' } } : clause;
}

function goesTo(clause: Clause, { now, text, condition }: Around): readonly ProcessStatement[] {
  const { language } = now.parties;
  const target = clause.mentions.at(-1);
  if (!target) return [];
  if (BACK[language].test(textOf(clause.object)) || BACK[language].test(clause.subject))
    return REFUSED[language].test(text) ? [{ kind: 'refusal', way: { kind: 'back', to: target.party } }] : [];
  if (clause.parties.length > 0 && !condition) return [];
  now.spoken.parties = [target.party];
  return condition ? [{ ...plainStep([target.party], condition), title: language === 'de' ? 'Prüfen' : 'Check' }] : [];
}

function plainStep(parties: readonly NamedParty[], condition: StepCondition) {
  return {
    kind: 'step' as const,
    parties,
    verb: '',
    verbKind: 'check' as const,
    title: '',
    fields: [],
    isParallel: false,
    condition,
  };
}

const CREDENTIAL =
  /\b(?:permit|licen[cs]e|certificate|certification|credential|card|badge|tag|bill of lading|authori[sz]ation|approval|diploma|passport|pass|visa|confirmation|registration|attestation|warrant|agreement|transcript|ticket|voucher|deed|title|bescheid|genehmigung|erlaubnis|bescheinigung|zertifikat|zeugnis|urkunde|nachweis|\p{L}*ausweis|\p{L}*schein|\p{L}*karte|lizenz|zulassung|bestätigung|\p{L}*pass|\p{L}*marke|\p{L}*plakette|frachtbrief|\p{L}*genehmigung|\p{L}*bescheid|\p{L}*bescheinigung)\b/iu;

/** Papers that are issued to somebody and prove nothing. */
const PAPERS =
  /\b(?:invoices?|bills?|statements?|warnings?|reminders?|orders?|payments?|notices?|reports?|refunds?|rechnung\p{L}*|mahnung\p{L}*|geräte?|schlüssel|ware\p{L}*)\b/iu;

/** True where a text names a credential. */
export function isCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

function readReceipt(clause: Clause, now: ReadingNow): readonly ProcessStatement[] {
  const [to] = clause.parties;
  const match = CREDENTIAL.test(textOf(clause.object));
  if (!to || !match) return [];
  const from = clause.mentions.find(({ party }) => party.id !== to.id);
  return [
    { kind: 'issue', to, credential: credentialOf(textOf(clause.object), now), ...(from && { party: from.party }) },
  ];
}

function readIssue(clause: Clause, { now, text, condition, isParallel, about }: Around): readonly ProcessStatement[] {
  const [party] = clause.parties;
  const named = clause.isPassive ? clause.subject : textOf(clause.object);
  const credential = credentialOf(named.replace(RECIPIENTS[now.parties.language], ''), now);
  const to = clause.mentions.find((mention) => mention.party.id !== party?.id)?.party;
  const isHandedOut = to !== undefined && !PAPERS.test(named);
  if (party && (condition || (!CREDENTIAL.test(named) && !isHandedOut)))
    return stepOf(
      { ...clause, verb: { ...clause.verb, kind: condition ? 'decide' : 'do' } },
      { now, text, isParallel, about, before: undefined, ...(condition && { condition }) },
    );
  return [{ kind: 'issue', credential, ...(party && { party }), ...(to && { to }) }];
}

/** The name of a credential, without the parties around it. */
export function credentialOf(text: string, { parties }: ReadingNow): string {
  const mentions = parties.mentionsIn(tokensOf(text));
  const without = mentions.reduce(
    (rest, { party }) =>
      rest.replace(new RegExp(`\\b(?:dem|der|den|the|an die|an den|to the)?\\s*${literal(party.name)}\\b`, 'i'), ' '),
    text,
  );
  const plain = without
    .replace(
      /^(?:\s|the\b|a\b|an\b|der\b|die\b|das\b|den\b|dem\b|ein\b|eine\b|einen\b|finally\b|then\b|is\b|\W)+/gi,
      '',
    )
    .replace(RECIPIENTS[parties.language], '')
    .replace(/\s+(?:issued|ausgestellt)$/i, '')
    .trim();
  return plain === ''
    ? parties.language === 'de'
      ? 'Nachweis'
      : 'Certificate'
    : plain.split(/\s+/).slice(0, 4).join(' ');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** "Otherwise it orders straight away": what comes behind the condition too. */
const STRAIGHT = /\b(?:straight away|right away|directly|immediately|at once|sofort|direkt|gleich)\b/i;

const TOO = /\b(?:too|also|as well|in addition|additionally|auch|ebenfalls|außerdem|zusätzlich)\b/i;

/** "gives a vote", "trifft die Entscheidung": the noun decides. */
const DECISIONS =
  /\b(?:votes?|decisions?|verdict|ruling|approval|consent|permission|go-ahead|sign-off|entscheidung|zustimmung|einwilligung|einverständnis|genehmigung|votum)\b/i;
const GIVING = /^(?:give|take|make|cast|reach|pass|treffen|fällen|geben|abgeben)$/;

function asDecision(clause: Clause): Clause {
  const isOne = GIVING.test(clause.verb.lemma) && DECISIONS.test(textOf(clause.object.slice(0, 4)));
  return isOne ? { ...clause, verb: { ...clause.verb, kind: 'decide' } } : clause;
}

function stepOf(
  said: Clause,
  { now, text, condition, isParallel, about, isRestated, isEcho }: Around,
): readonly ProcessStatement[] {
  const clause = asDecision(said);
  const { language } = now.parties;
  const { verb, parties } = clause;
  const fields = fieldsOf(clause, language);
  const objectText = textOf(clause.object);
  if (verb.kind === 'state') {
    const [party] = parties;
    if (fields.length === 0) return [];
    return [
      {
        kind: 'fields',
        ...(party && { party }),
        about: `${about} ${textOf(clause.lead)}`.trim(),
        title: titleOf(clause, language),
        ...(clause.relativeTo && { isRelative: true as const }),
        fields,
      },
    ];
  }
  if (verb.kind === 'return' && clause.isAlternative) return [];
  return [
    {
      kind: 'step',
      parties,
      verb: verb.lemma,
      verbKind: verb.kind === 'return' ? (clause.isPossible ? 'check' : 'do') : verb.kind,
      title: titleOf(clause, language),
      fields,
      isParallel: isParallel && parties.length > 1,
      ...(isRestated && { isRestated }),
      ...(isEcho && { isEcho }),
      ...(TOO.test(text) && { isToo: true as const }),
      ...(/\b(?:otherwise|sonst|andernfalls|ansonsten)\b/i.test(textOf(clause.lead) || text.slice(0, 12)) &&
        !STRAIGHT.test(text) && {
          isOtherwise: true as const,
          ...(ENDS[language].test(text) && { isLast: true as const }),
        }),
      ...(/(?<!\b(?:a|an|the|its|their|his|her) )\b(?:first|beforehand|zuerst|zunächst|vorher)\b/i.test(objectText) && {
        isFirst: true as const,
      }),
      ...(condition && { condition }),
    },
  ];
}

/** The way behind a clause that says no, as the same sentence has it. */
function refusalOf(clause: Clause, { now, text }: Around): readonly ProcessStatement[] {
  const { language } = now.parties;
  const [party] = clause.parties;
  const by = party && { party };
  if (clause.verb.kind === 'return' && (clause.isAlternative || clause.isPossible)) {
    const target = clause.mentions[0]?.party;
    return [{ kind: 'refusal', ...by, way: { kind: 'back', ...(target && { to: target }) } }];
  }
  if (clause.verb.kind !== 'refuse') return [];
  if (APPEALS[language].test(text) && clause.verb.lemma !== 'widersprechen') return [];
  const tail = /,\s*(?:then|so|in which case|dann|worauf(?:hin)?)?\s*(.+)$/i.exec(text)?.[1] ?? '';
  const way = ENDS[language].test(text)
    ? { kind: 'end' as const }
    : now.parties.mentionsIn(tokensOf(tail)).length > 0
      ? refusalWay(tail, now)
      : undefined;
  return way ? [{ kind: 'refusal', ...by, way }] : [];
}

const DOCUMENT_VERBS =
  /^(?:write|make|draft|prepare|draw up|create|produce|quote|offer|propose|calculate|measure|machen|erstellen|verfassen|abgeben|anbieten|berechnen|messen|vorschlagen|enter|fill in|fill out|eintragen|record|erfassen|book|ask|hand in|hand over|analyse|upload|submit|einreichen|vorlegen|register|registrieren|anmelden|request|order|apply|bestellen|beantragen|ablesen|send|send in)$/;

/** Data that a clause names: an enumeration, what is behind "with" or a colon, or the object of "states". */
function fieldsOf(clause: Clause, language: TextLanguage): readonly Field[] {
  const { verb } = clause;
  if (clause.relativeTo) return phrases(textOf(clause.relativeTo.slice(-3)).replace(/^.*,\s*/, ''), language).slice(-1);
  const partyText = verb.kind === 'state' ? [] : clause.mentions.map(({ party }) => party.name.toLowerCase());
  const object = textOf(clause.object).replace(/^[,:]?\s*(?:that|dass)\s.*$/i, '');
  const [head, ...lists] = object.split(LISTS[language]);
  const isListed = lists.length > 0;
  const listed = lists
    .filter(
      (list) =>
        list.trim() !== '' &&
        !partyText.some((name) =>
          list
            .toLowerCase()
            .replace(/^(?:a|the|an|dem|der|den|einem|einer) /, '')
            .startsWith(name),
        ),
    )
    .flatMap((list) => phrases(list, language));
  const plain = (head ?? '').trim();
  const items = splitList(plain.replace(/^(?:the request|it|him|them)\s+/, ''));
  const isData = verb.kind === 'state' || (DOCUMENT_VERBS.test(verb.lemma) && items.length > 1);
  const isSingle =
    !isListed &&
    items.length === 1 &&
    /^(?:write|quote|offer|propose|calculate|measure|set|determine|estimate|festlegen|festsetzen|machen|verfassen|abgeben|anbieten|berechnen|messen|vorschlagen|enter|eintragen|record|erfassen|ablesen|give)$/.test(
      verb.lemma,
    ) &&
    verb.kind === 'do';
  if (listed.length > 0 && verb.kind !== 'state') return listed;
  if (isData || isSingle)
    return [...phrases(isSingle ? plain.replace(RECIPIENTS[language], '') : plain, language, partyText), ...listed];
  return listed;
}

/** Things that a step is about, and that are not its data. */
const SUBJECTS =
  /^(?:application|request|form|claim|order|case|report|process|matter|antrag|anfrage|formular|auftrag|meldung|vorgang|fall|trip|job|work|system|anlage|belieferung|space|platz)$/i;

function phrases(list: string, language: TextLanguage, parties: readonly string[] = []): readonly Field[] {
  const items = splitList(list.replace(/^us\s+/i, '').replace(/\s*\bab$/, ''));
  return items.flatMap((item) => {
    const field = fieldOfPhrase(item, language);
    if (!field || SUBJECTS.test(field.label) || parties.some((name) => field.label.toLowerCase() === name)) return [];
    return [field];
  });
}

/** The members that a bare list names: "name, price and reason". */
export function fieldsOnlyOf(text: string, language: TextLanguage): readonly Field[] {
  return phrases(text.replace(LISTS[language], ' '), language);
}

const TITLE_WORDS_MAX = 6;

/** "Check the application"; in German "Antrag prüfen". */
function titleOf({ verb, object, isPassive, subject }: Clause, language: TextLanguage): string {
  const words = cutObject(isPassive ? [...tokensOf(subject).slice(-2), ...object] : object, language);
  if (language === 'de')
    return firstUpper(
      [
        ...words.filter(
          (word) =>
            !/^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|es|ihn|sie|nicht|kann|darf|muss|soll|für|über|beim|ob|gegen|innerhalb)$/i.test(
              word,
            ),
        ),
        verb.lemma,
      ]
        .join(' ')
        .trim(),
    );
  const said = lemmaOf(verb);
  return firstUpper(
    [said, ...words.filter((word) => !/^(?:it|them|him|her|us|that|itself|himself|whether)$/i.test(word))]
      .join(' ')
      .trim()
      .replace(/\s+(?:as well|too|also|first|itself|instead|afterwards|in its place)$/i, '')
      .replace(/\s+(?:the|a|an|to|of|for|on|with|in|from|by|as)$/i, ''),
  );
}

function lemmaOf({ lemma }: Verb): string {
  return lemma;
}

function cutObject(object: readonly WordToken[], language: TextLanguage): readonly string[] {
  const stop =
    language === 'en'
      ? /^(?:,|:|\(|\)|with|giving|including|stating|naming|if|when|that|which|who|so|and|or|but|together|within|because|what|how|why)$/
      : /^(?:,|:|\(|\)|mit|und|oder|wenn|dass|ob|weil|aber|an|innerhalb|binnen|bei)$/;
  const end = object.findIndex(({ lower }) => stop.test(lower));
  return object
    .slice(0, end < 0 ? undefined : end)
    .slice(0, TITLE_WORDS_MAX)
    .map(({ text }) => text);
}
