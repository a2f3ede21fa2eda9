// A provider measured by the cases: it is told the description, and its questions are answered by their kind. The draft
// that comes of it is checked, compared with the facts, and walked through.
import { readFileSync } from 'node:fs';
import { runTurn, type TurnPorts } from '../../actors/designer/turn.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { ChatMessage, DesignProvider } from '../../core/designer/provider.js';
import type { Bench } from '../../core/designer/tools/define.js';
import { runTool } from '../../core/designer/tools/table.js';
import { draftOf } from '../../core/edits/draft.js';
import { emptyBlueprint } from '../../core/edits/empty.js';
import { newHistory } from '../../core/edits/history.js';
import { ANSWER_KINDS, type AnswerKind, type Case, type Fact } from './case.js';
import { missingFacts } from './facts.js';
import { walkProblem } from './walk.js';

export const CASE_FILES = ['administration', 'trade', 'health', 'building', 'grants', 'energy'] as const;

/** Questions that are answered in one case: a provider that asks on and on is not done. */
const QUESTIONS_MAX = 20;

export interface Outcome {
  readonly name: string;
  readonly isValid: boolean;
  readonly missing: readonly Fact[];
  readonly facts: number;
  /** Of the scenario; undefined where it runs. */
  readonly problem: string | undefined;
  readonly questions: number;
  readonly edits: number;
  readonly errors: readonly string[];
  readonly blueprint: JsonObject;
  readonly conversation: readonly ChatMessage[];
}

export function readCases(file: (typeof CASE_FILES)[number]): readonly Case[] {
  return casesIn(`test/designer/cases/${file}.json`);
}

/** The cases of a file. */
export function casesIn(path: string): readonly Case[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly Case[];
}

/** A draft without an error whose scenario runs, and that has all facts. */
export function isMet({ isValid, problem, missing }: Outcome): boolean {
  return isValid && problem === undefined && missing.length === 0;
}

export async function evaluate(provider: DesignProvider, of: Case): Promise<Outcome> {
  const begun = draftOf({ blueprint: emptyBlueprint(of.name, `Workflow: ${of.name}.`), scenarios: [] });
  if (isFailure(begun)) throw new Error(begun.issue.message);
  let bench: Bench = { draft: begun, history: newHistory(begun) };
  let memory: Parameters<typeof runTurn>[1]['memory'];
  const messages: ChatMessage[] = [];
  let questions = 0;
  for (let text: string | undefined = of.description; text !== undefined && questions <= QUESTIONS_MAX; ) {
    messages.push({ from: 'person', text });
    const turn = await runTurn(provider, { messages, bench, memory }, portsNow());
    ({ bench, memory } = turn);
    messages.push({ from: 'designer', text: turn.text });
    const kind = questionIn(turn.text, memory);
    text = kind && of.answers[kind];
    if (kind) questions++;
  }
  return outcomeOf(of, bench, { questions, messages });
}

function portsNow(): TurnPorts {
  return {
    runTool: (bench, call) => runTool(bench, call, { documents: () => [] }),
    onText: () => undefined,
    onTool: () => undefined,
    pause: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
}

function outcomeOf(
  of: Case,
  { draft, history }: Bench,
  { questions, messages }: { readonly questions: number; readonly messages: readonly ChatMessage[] },
): Outcome {
  const { blueprint, findings } = draft;
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, location, message }) => `${code} ${location} ${message}`);
  return {
    name: of.name,
    isValid: errors.length === 0,
    missing: missingFacts(blueprint, of.facts),
    facts: of.facts.length,
    problem: errors.length > 0 ? 'the draft has errors' : walkProblem(blueprint, of.scenario),
    questions,
    edits: history.done.length,
    errors,
    blueprint,
    conversation: messages,
  };
}

/** What a question is about, by the words that people ask it in: as a person would hear it. */
const KINDS: Readonly<Record<AnswerKind, RegExp>> = {
  parties: /\bwho (?:takes part|is involved|are the parties)|wer ist beteiligt/i,
  start: /\bwhat starts|how does it (?:start|begin)|womit beginnt/i,
  decisions: /\bwho decides|wer entscheidet/i,
  fields: /\bwhat is stated|which (?:data|fields)|was wird angegeben|welche angaben/i,
  secrets: /\bwho must not (?:see|read)|wer darf was nicht/i,
  deadlines: /\bdeadlines?\b|frist/i,
  refusal: /\bwhat happens (?:when|if|at)\b.*\b(?:no|refus\w+|reject\w+)\b|was geschieht, wenn .* nein/i,
  credentials: /\bwhat is issued|was wird am ende ausgestellt/i,
};

function questionIn(text: string, memory: unknown): AnswerKind | undefined {
  const said = (memory as { asks?: AnswerKind } | undefined)?.asks;
  if (said !== undefined) return said;
  const asked =
    text
      .split(/\n/)
      .filter((line) => line.includes('?'))
      .at(-1) ?? '';
  return ANSWER_KINDS.find((kind) => KINDS[kind].test(asked));
}
