// Shared parts of every command that publishes a blueprint: the override of a missing rehearsal, the next step after a
// refusal, and how a blueprint of language 1 is published.
import { countNoun } from '../../core/base/counted.js';
import type { LiftNotes } from '../../core/design/lift/lift.js';
import { CommandError, EXIT } from '../command/command.js';
import type { CommandInput } from '../command/input.js';
import { isClientError } from '../remote/remote.js';

export const OVERRIDE_OPTIONS = [
  { flags: '--override', description: 'publish without a rehearsal; who did so and why is kept' },
  { flags: '--reason <text>', description: 'why, with --override' },
] as const;

export function overrideIn(input: Pick<CommandInput, 'flag' | 'text'>) {
  const [override, reason] = [input.flag('override'), input.text('reason')];
  if (reason !== undefined && !override) throw new CommandError('--reason is for --override', { exit: EXIT.usage });
  return override ? { override: { confirm: true, ...(reason === undefined ? {} : { reason }) } } : {};
}

/** Questions that are told: JSON has all of them. */
const QUESTIONS_MAX = 10;

/** How a blueprint of language 1 is published, and the places that its author decides; [] for one of language 2. */
export function liftText(notes: LiftNotes | undefined): readonly string[] {
  if (!notes) return [];
  const { changes, questions } = notes;
  const asked = questions.map(
    ({ location, message }) => `  Decide ${location === '' ? '(whole)' : location}: ${message}`,
  );
  return [
    `It is of language 1, and is published in language 2 with ${countNoun(changes.length, 'change')}: quorate blueprint migrate tells them.`,
    ...asked.slice(0, QUESTIONS_MAX),
    ...(asked.length > QUESTIONS_MAX ? [`  and ${asked.length - QUESTIONS_MAX} more to decide`] : []),
  ];
}

/** The refusals of a publication that have a way on: undefined for others. */
export function refusedPublication(
  error: unknown,
  { id, again }: { readonly id: string; readonly again: string },
): CommandError | undefined {
  if (!isClientError(error)) return undefined;
  const { code, details } = error;
  if (code === 'BLUEPRINT_INVALID') {
    const lines = details.issues.map(({ path, message }) => `  ${path === '' ? '(whole)' : path}: ${message}`);
    const hint = 'Correct the file and send it again; "quorate blueprint validate FILE" checks it here.';
    return new CommandError(`the blueprint cannot be published:\n${lines.join('\n')}`, { code, cause: error, hint });
  }
  if (code !== 'REHEARSAL_REQUIRED') return undefined;
  const hash = details.problem.execDefHash;
  const behaviour = typeof hash === 'string' ? ` (behaviour ${hash})` : '';
  return new CommandError(`nobody has rehearsed this definition${behaviour}`, {
    code,
    cause: error,
    hint: `Rehearse it to its end: quorate blueprint rehearse ${id} (with --resume where one was left)\n  Or publish all the same, which is kept under your name: ${again} --override --reason "..."`,
  });
}
