// The words of the offline provider, in English and German. A sentence is a row; values go in by their names.
import type { JsonObject } from '../../base/json.js';
import { textMember } from './making/drafting.js';
import type { Memory } from './memory.js';
import { silentActions } from './questions.js';
import type { DesignQuestion } from './reading/question-kinds.js';
import type { TextLanguage } from './words/tokens.js';

type Texts = Readonly<Record<TextLanguage, string>>;

const TEXTS = {
  welcome: {
    en: 'Tell me how the process runs, in your own words: who takes part, what starts it, who decides, what is stated, who must not see what, and what happens at a no. You can also say what it is about ("a building permit"), and I show the templates that fit.',
    de: 'Erzählen Sie in eigenen Worten, wie es abläuft: wer beteiligt ist, womit es beginnt, wer entscheidet, was angegeben wird, wer etwas nicht sehen darf und was bei einem Nein geschieht. Sie können auch nur sagen, worum es geht („eine Baugenehmigung“): Dann zeige ich passende Vorlagen.',
  },
  help: {
    en: 'I am not a language model. I understand simple sentences about a process, such as:\n- The trade office checks the application. Finance approves when the amount is over 10,000.\n- The carrier must not see the price.\n- If the bank does not answer within 5 working days, it counts as consent.\n- If it is refused, it goes back to the applicant.\n- The office issues a permit to the applicant.\nAnd these orders: add a field price (money, required) to "Quote"; add a party X; add a step Y by X; rename X to Y; remove X; move X before Y; undo; what is wrong; who sees the price; simulate; show; find template; take 1; call it X.',
    de: 'Ich bin kein Sprachmodell. Ich verstehe einfache Sätze über einen Ablauf, zum Beispiel:\n- Das Amt prüft den Antrag. Die Kämmerei genehmigt, wenn der Betrag über 10.000 Euro liegt.\n- Der Spediteur darf den Preis nicht sehen.\n- Antwortet die Bank nicht innerhalb von 5 Werktagen, gilt das als Zustimmung.\n- Bei Ablehnung geht der Antrag zurück an den Antragsteller.\n- Das Amt stellt dem Antragsteller den Ausweis aus.\nUnd diese Anweisungen: füge ein Feld Preis (Geld) zu „Angebot“ hinzu; füge einen Beteiligten X hinzu; füge einen Schritt Y von X hinzu; benenne X in Y um; entferne X; verschiebe X vor Y; rückgängig; was fehlt; wer sieht den Preis; simuliere; zeige; suche Vorlagen für X; nimm 1; nenne es X.',
  },
  unread: { en: 'I did not understand: {what}', de: 'Nicht verstanden habe ich: {what}' },
  unreadHelp: {
    en: 'Say it in a simple sentence, such as "The office checks the application", or say "help" for what I understand.',
    de: 'Sagen Sie es in einem einfachen Satz wie „Das Amt prüft den Antrag“, oder „Hilfe“ für das, was ich verstehe.',
  },
  unknown: { en: 'Nothing in the draft is called {what}.', de: 'Im Entwurf heißt nichts {what}.' },
  changed: { en: 'Changed:', de: 'Geändert:' },
  noted: { en: 'Noted.', de: 'Vermerkt.' },
  gone: { en: 'Gone: {what}', de: 'Weg: {what}' },
  undone: { en: 'Taken back.', de: 'Zurückgenommen.' },
  already: { en: 'The draft has that already.', de: 'Das steht schon im Entwurf.' },
  refused: { en: 'Not done: {what}', de: 'Nicht gemacht: {what}' },
  errors: { en: 'Still wrong: {what}', de: 'Noch falsch: {what}' },
  noErrors: { en: 'The draft has no errors.', de: 'Der Entwurf hat keine Fehler.' },
  warnings: { en: 'Worth a look: {what}', de: 'Ansehen sollten Sie: {what}' },
  pending: {
    en: 'Nothing that is stated is called {what} yet: it stays hidden from {who} once it is.',
    de: 'Noch nichts Angegebenes heißt {what}: Es bleibt {who} verborgen, sobald es das gibt.',
  },
  keeps: { en: '{who} does not read {what}', de: '{who} liest nicht: {what}' },
  flow: { en: 'The steps are now:', de: 'Die Schritte sind jetzt:' },
  complete: {
    en: 'The draft is complete as far as I can ask. I walked through it once:',
    de: 'Mehr habe ich nicht zu fragen. Einmal durchgespielt:',
  },
  incomplete: { en: 'I cannot walk through it yet.', de: 'Durchspielen lässt er sich noch nicht.' },
  step: { en: '{n}. {who}: {what}', de: '{n}. {who}: {what}' },
  ended: { en: 'The workflow is at its end ({state}).', de: 'Der Ablauf ist zu Ende ({state}).' },
  stopped: { en: 'It does not come to its end: {what}', de: 'Er kommt nicht zu Ende: {what}' },
  sees: { en: '{field} in "{action}": {who}', de: '{field} in „{action}“: {who}' },
  seesNobody: { en: 'only who states it', de: 'nur wer es angibt' },
  templates: { en: 'These templates come nearest:', de: 'Diese Vorlagen kommen dem am nächsten:' },
  templatesHow: {
    en: 'Say "take 1" to begin with one, or describe your process.',
    de: 'Sagen Sie „nimm 1“, um damit zu beginnen, oder beschreiben Sie Ihren Ablauf.',
  },
  noTemplates: { en: 'No template has these words.', de: 'Keine Vorlage hat diese Wörter.' },
  noneOffered: {
    en: 'There is no such template: say "find template" and what it is about.',
    de: 'Diese Vorlage gibt es nicht: Sagen Sie „suche Vorlagen für“ und worum es geht.',
  },
  silent: {
    en: 'A step without any data asks for a remark, which may be left out.',
    de: 'Ein Schritt ohne Angaben fragt nach einer Bemerkung, die fehlen darf.',
  },
  remark: { en: 'Remark', de: 'Bemerkung' },
  scenario: { en: 'The usual way', de: 'Der übliche Weg' },
  assumedEnd: {
    en: 'Until you say otherwise, a no ends the process.',
    de: 'Solange Sie nichts anderes sagen, beendet ein Nein den Ablauf.',
  },
  isStart: { en: 'starts it', de: 'beginnt' },
  mayRefuse: { en: 'may say no', de: 'darf ablehnen' },
  onlyIf: { en: 'under a condition', de: 'unter einer Bedingung' },
  within: { en: 'has {time}', de: 'hat {time}' },
  issues: { en: 'issues {what}', de: 'stellt {what} aus' },
} as const satisfies Readonly<Record<string, Texts>>;

export type TextName = keyof typeof TEXTS;

/** A sentence with its values. */
export function say(language: TextLanguage, name: TextName, values: Readonly<Record<string, string>> = {}): string {
  return Object.entries(values).reduce(
    (text, [key, value]) => text.replaceAll(`{${key}}`, value),
    TEXTS[name][language] as string,
  );
}

const QUESTIONS: Readonly<Record<DesignQuestion, Texts>> = {
  parties: {
    en: 'Who takes part? Name the persons, offices and firms.',
    de: 'Wer ist beteiligt? Nennen Sie Personen, Stellen und Firmen.',
  },
  start: { en: 'What starts the process, and who does that?', de: 'Womit beginnt der Ablauf, und wer tut das?' },
  decisions: {
    en: 'Who decides something, and what? Say also under which condition, if there is one.',
    de: 'Wer entscheidet etwas, und was? Sagen Sie auch, unter welcher Bedingung, wenn es eine gibt.',
  },
  fields: {
    en: 'What is stated in {what}? Name the data, and mark what may be left out as (optional).',
    de: 'Was wird angegeben in {what}? Nennen Sie die Angaben, und was fehlen darf als (optional).',
  },
  secrets: {
    en: 'Everybody reads everything now. Who must not see what?',
    de: 'Jetzt lesen alle alles. Wer darf was nicht sehen?',
  },
  deadlines: {
    en: 'Is there a deadline? Who has how long, and what happens when nobody answers?',
    de: 'Gibt es eine Frist? Wer hat wie lange Zeit, und was geschieht, wenn niemand antwortet?',
  },
  refusal: {
    en: 'What happens when {what} says no: does it end, or go back to somebody?',
    de: 'Was geschieht, wenn {what} Nein sagt: Endet es, oder geht es an jemanden zurück?',
  },
  credentials: {
    en: 'What is issued at the end, by whom and to whom: a permit, a certificate, nothing?',
    de: 'Was wird am Ende ausgestellt, von wem und für wen: eine Genehmigung, ein Nachweis, nichts?',
  },
};

/** The question, about the draft as it stands. */
export function askText(kind: DesignQuestion, blueprint: JsonObject, { language, undecided }: Memory): string {
  const silent = silentActions(blueprint).map(
    (action) => `${action.id} "${textMember(action, 'title')}" (${roleName(blueprint, String(action.sender))})`,
  );
  const what = kind === 'fields' ? silent.join(', ') : undecidedNames(blueprint, undecided);
  return QUESTIONS[kind][language].replace('{what}', what);
}

function undecidedNames(blueprint: JsonObject, undecided: readonly number[]): string {
  const actions = Array.isArray(blueprint.actions) ? (blueprint.actions as readonly JsonObject[]) : [];
  const names = actions
    .filter(({ id }) => undecided.includes(Number(id)))
    .map(({ sender }) => roleName(blueprint, String(sender)));
  return [...new Set(names)].join(', ');
}

/** The name of a role for people. */
export function roleName(blueprint: JsonObject, id: string): string {
  const roles = Array.isArray(blueprint.participants) ? (blueprint.participants as readonly JsonObject[]) : [];
  return (
    textMember(
      roles.find((role) => role.id === id),
      'name',
    ) || id
  );
}
