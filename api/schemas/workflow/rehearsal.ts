// Named schemas of rehearsals (specification 2.2, reference-facts 2.2 and 4.1.5): a draft walked through in the sandbox
// of its organisation, role by role.
import Type from 'typebox';
import { FIELD_ERRORS_MAX, REASON_MAX } from '../../../core/base/limits/ledger/instances.js';
import { SCENARIOS_MAX } from '../../../core/base/limits/node/rehearsals.js';
import { VOTES } from '../../../core/blueprint/plan/approval.js';
import { Hash, namedObject, OpenObject, Timestamp, Uuid } from '../base/common.js';
import { BlueprintId } from './blueprint.js';

/** Any text: what names no rehearsal is told so, whatever its form. */
const RehearsalId = Type.String({ minLength: 1, maxLength: 128, description: 'Id of the rehearsal.' });
export const RehearsalParams = Type.Object({ id: BlueprintId, rehearsalId: RehearsalId });

export const StartRehearsalBody = namedObject('StartRehearsal', {
  mode: Type.String({
    maxLength: 32,
    documented: { enum: ['full'] },
    description: 'Only `full`: a dry run is the business of the designer.',
  }),
});
export const ScenariosBody = namedObject('RehearsalScenarios', {
  scenarios: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: SCENARIOS_MAX,
    description: 'Scenarios as docs/scenarios.md says their form: each moves a clock of its own.',
  }),
});
export const ScenariosResult = namedObject('RehearsalScenariosResult', {
  passed: Type.Boolean({ description: 'The draft may be published as it behaves now.' }),
  reason: Type.String(),
  execDefHash: Type.String({ description: 'Of the draft as it is now: what a pass counts for.' }),
  scenarios: Type.Array(
    Type.Object({
      name: Type.String(),
      passed: Type.Boolean(),
      steps: Type.Integer(),
      state: Type.Optional(
        Type.String({ description: 'Of the instance after the last step; absent where nothing was done.' }),
      ),
      problems: Type.Array(Type.String(), { description: 'Of a long list the first ones.' }),
    }),
  ),
});
export const RehearsalRoleBody = namedObject('RehearsalRole', {
  role: Type.String({ minLength: 1, maxLength: 128, description: 'Participant id.' }),
});
const previousTransactionId = Type.Optional(Hash);
const actionId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const RehearsalStepBody = namedObject('RehearsalSubmission', {
  actionId,
  payload: OpenObject,
  vote: Type.Optional(
    Type.Enum([...VOTES], {
      title: 'Vote',
      description: 'Of an action that several roles decide: what the acting role votes.',
    }),
  ),
  previousTransactionId,
});
export const RehearsalRejectionBody = namedObject('RehearsalRejection', {
  actionId,
  reason: Type.Optional(Type.String({ maxLength: REASON_MAX })),
  fieldErrors: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: REASON_MAX }), { maxProperties: FIELD_ERRORS_MAX }),
  ),
  previousTransactionId,
});

const outcome = Type.Enum(['InProgress', 'Passed', 'Abandoned', 'Failed'], {
  title: 'RehearsalOutcome',
  description:
    'Passed: the workflow came to its end, or every action of one that goes in circles was done. Failed: a rejection or a deadline ended it. Abandoned: no one ' +
    'went on for a day.',
});
const summary = {
  rehearsalId: Uuid,
  blueprintId: Type.String(),
  execDefHash: Type.String({ description: 'Of the draft as it was when the rehearsal began: what a pass counts for.' }),
  mode: Type.Enum(['DryRun', 'Full'], { title: 'RehearsalMode' }),
  sandboxRegisterId: Uuid,
  currentActingRole: Type.String({ description: 'Participant id.' }),
  outcome,
  startedBy: Type.String({ description: 'Platform user id.' }),
  startedAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
};
export const RehearsalSummary = namedObject('RehearsalSummary', summary);

const StepView = namedObject('RehearsalStep', {
  actionId: Type.Integer(),
  title: Type.String(),
  actingRole: Type.String({ description: 'The participant that sends the action.' }),
  status: Type.Enum(['Pending', 'Current', 'Done']),
});
const LogView = namedObject('RehearsalLogLine', {
  at: Timestamp,
  message: Type.String(),
  kind: Type.Enum(['Info', 'Sealed', 'Gate', 'Routed', 'Delivered', 'Error']),
});
const CurrentView = namedObject('RehearsalCurrentAction', {
  actionId: Type.Integer(),
  title: Type.String(),
  participantId: Type.String(),
  voters: Type.Optional(Type.Array(Type.String(), { description: 'Roles that can still vote on it.' })),
  previousTransactionId,
  isRejectable: Type.Boolean(),
  isGated: Type.Boolean({
    description: 'It takes a credential: a test wallet shows one of a test issuer by itself.',
  }),
  schemas: Type.Array(Type.Unknown(), { description: 'JSON Schemas of its payload.' }),
});
export const RehearsalView = namedObject('Rehearsal', {
  ...summary,
  publicationTxId: Type.String({ description: 'The draft as it stands in the sandbox.' }),
  instanceId: Uuid,
  roles: Type.Array(Type.String(), { description: 'Participant ids.' }),
  steps: Type.Array(StepView, { description: 'Every action, in the order of the definition.' }),
  currentActions: Type.Array(CurrentView, { description: 'The actions that may be done now, by whom.' }),
  log: Type.Array(LogView, { description: 'The oldest first; of a long one the newest lines.' }),
  view: Type.Optional(
    Type.Object(
      {
        participantId: Type.String(),
        data: OpenObject,
        runs: Type.Array(
          namedObject('RehearsalRun', { transactionId: Hash, actionId: Type.Integer(), data: OpenObject }),
          { description: 'The runs in force, in ledger order: what rules of its actions read.' },
        ),
      },
      {
        description:
          'The data that the acting role reads of the instance, opened with its wallet. Absent once the wallets are gone.',
      },
    ),
  ),
});
