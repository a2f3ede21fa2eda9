// All statements of a text made into edits: what there is first, then what is said of it, and who reads what at
// last.
import type { ProcessStatement } from '../clauses/statement.js';
import { makeChosen } from './choosing.js';
import { disclose, type Secret, secretsOf } from './disclosing.js';
import { hideConditions } from './hiding-conditions.js';
import { makeIssue } from './issuing.js';
import { makeFields, makeStep, roleOf } from './make.js';
import type { Making } from './making.js';
import { makeDeadline, makeRefusal, timedStep } from './terms.js';

interface Time {
  readonly statement: Extract<ProcessStatement, { readonly kind: 'deadline' }>;
  readonly step: number | undefined;
}

/** The rest that a text left for later, and what it settled. */
export interface MadeText {
  readonly secrets: readonly Secret[];
  /** Decisions of which nothing says what a no leads to. */
  readonly undecided: readonly number[];
  readonly hasTimes: boolean;
}

/** Makes the statements in their order, then times, refusals and disclosures. */
export function makeText(
  making: Making,
  statements: readonly ProcessStatement[],
  before: Pick<MadeText, 'secrets' | 'undecided'>,
): MadeText {
  const times: Time[] = [];
  const refusals: {
    readonly statement: Extract<ProcessStatement, { readonly kind: 'refusal' }>;
    readonly open: number;
    readonly last: number | undefined;
  }[] = [];
  for (const statement of statements) {
    if (statement.kind === 'party') roleOf(making, statement.party);
    else if (statement.kind === 'step' && statement.isChosen && making.isStory) makeChosen(making, statement);
    else if (statement.kind === 'step') makeStep(making, statement);
    else if (statement.kind === 'fields') makeFields(making, statement);
    else if (statement.kind === 'issue') makeIssue(making, statement);
    else if (statement.kind === 'deadline')
      times.push({ statement, step: timedStep(making, statement.party, statement.consequence) });
    else if (statement.kind === 'refusal')
      refusals.push({ statement, open: making.undecided.length, last: making.last });
  }
  const settled = new Set<number>();
  for (const { statement, open, last } of refusals) {
    const outcome = [...before.undecided, ...making.undecided.slice(0, open)].filter((id) => !settled.has(id));
    for (const id of makeRefusal(making, statement, { open: outcome, last })) settled.add(id);
  }
  const hasTimes = makeTimes(making, times);
  const secrets = [
    ...before.secrets,
    ...statements.flatMap((statement) =>
      statement.kind === 'hidden' || statement.kind === 'sees' ? secretsOf(making, statement) : [],
    ),
  ];
  disclose(making, secrets);
  hideConditions(making);
  const undecided = [...before.undecided, ...making.undecided].filter(
    (id) => !settled.has(id) && making.drafting.action(id)?.rejectionConfig !== undefined,
  );
  return { secrets, undecided: [...new Set(undecided)], hasTimes };
}

/** A time and what follows it may be said in two sentences: they are one deadline of one step. */
function makeTimes(making: Making, times: readonly Time[]): boolean {
  const mergeTarget = new Map<number, { duration?: string; consequence?: Time['statement']['consequence'] }>();
  for (const { statement, step } of times) {
    const id = step ?? timedStep(making, statement.party, statement.consequence);
    if (id === undefined) continue;
    const had = mergeTarget.get(id);
    mergeTarget.set(id, {
      ...had,
      ...(statement.duration !== undefined && { duration: statement.duration }),
      ...(statement.consequence && { consequence: statement.consequence }),
    });
  }
  for (const [id, { duration, consequence }] of mergeTarget)
    if (duration !== undefined) makeDeadline(making, id, { duration, ...(consequence && { consequence }) });
  return mergeTarget.size > 0;
}
