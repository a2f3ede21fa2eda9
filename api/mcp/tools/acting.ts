// Tools that sign for a person in a workflow. Each of them asks before, and says who will read what.
import Type from 'typebox';
import { quoteText, showHidden } from '../../../core/base/hidden.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { Address, RegisterId } from '../../schemas/base/common.js';
import { Id } from '../../schemas/base/ids.js';
import { CancelBody, InstanceActionBody, InstanceRejectBody } from '../../schemas/workflow/workflow.js';
import { type ToolAnswer, type ToolPorts, type ToolRow, tool } from './define.js';

const SLICE = 'participant';
/** Seconds that a move may take to be sealed before the tool answers that it is under way. */
const SEAL_SECONDS = 20;

const ofAction = {
  instanceId: Id,
  registerId: Type.Optional(RegisterId),
  actionId: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  walletAddress: Address,
};
const members = { transactionId: Type.String(), instanceId: Type.String() };
const hints = { isReadOnly: false, isDestructive: true, isIdempotent: false };

interface OfInstance {
  readonly instanceId: string;
  readonly registerId?: string | undefined;
}

function placeOf({ instanceId, registerId }: OfInstance) {
  return { params: { instanceId }, query: registerId === undefined ? {} : { registerId } };
}

function sealedAnswer(
  verb: string,
  {
    transactionId,
    instanceId,
    status,
  }: { readonly transactionId?: string | undefined; readonly instanceId: string; readonly status: string },
  data: unknown,
): ToolAnswer {
  const isSealed = status === 'sealed' || status === 'forgotten';
  return {
    status: isSealed ? 'Passed' : 'InProgress',
    message: isSealed
      ? `${verb} and sealed.`
      : `${verb} and accepted, and not sealed yet: tx_receipt tells when it is.`,
    members: { transactionId, instanceId },
    data,
  };
}

type Asking = 'getInstance' | 'getNextActions' | 'executeDisclose';

const actionSubmit = tool({
  name: 'action_submit',
  slice: SLICE,
  title: 'Do an action of an instance',
  description:
    'Signs and submits an action of an instance for the person, who is asked before, but where a standing grant of that person covers it. Use action_validate and disclosure_preview first. It cannot be taken back.',
  operations: ['getInstance', 'getNextActions', 'executeDisclose', 'executeInstanceAction'],
  input: Type.Object({
    ...ofAction,
    data: InstanceActionBody.properties.payloadData,
    vote: InstanceActionBody.properties.vote,
    role: InstanceActionBody.properties.role,
  }),
  members: { ...members, standingGrantId: Type.String(), actsLeftToday: Type.Integer() },
  hints,
  gate: {
    when: 'always',
    alone: 'executeInstanceAction',
    elsewhere: 'quorate action submit',
    async ask(input, ports) {
      const title = await titleOf(input, ports);
      if (isFailure(title)) return title;
      const readers = await readersOf(input, ports);
      if (isFailure(readers)) return readers;
      const message =
        `Do the action ${title} of the instance ${showHidden(input.instanceId)} with the wallet ${input.walletAddress}? ` +
        `Readers: ${readers}. It is signed and cannot be taken back.`;
      return { message };
    },
  },
  async run(input, { call }, confirmation) {
    const { actionId, walletAddress: senderWallet, data: payloadData, vote, role } = input;
    const place = placeOf(input);
    const sent = await call(
      'executeInstanceAction',
      {
        ...place,
        params: { ...place.params, actionId: String(actionId) },
        body: { senderWallet, payloadData, ...(vote !== undefined && { vote }), ...(role !== undefined && { role }) },
      },
      { waitSeconds: SEAL_SECONDS, ...(confirmation && { idempotencyKey: confirmation.key }) },
    );
    return isFailure(sent) ? sent : sealedAnswer('The action is done', sent, sent);
  },
});

async function titleOf(
  input: OfInstance & { readonly actionId: number },
  ports: ToolPorts<Asking>,
): Promise<Result<string>> {
  const next = await ports.call('getNextActions', placeOf(input));
  if (isFailure(next)) return next;
  const waiting = next.nextActions.find(({ actionId }) => actionId === input.actionId);
  return waiting === undefined ? String(input.actionId) : `${quoteText(waiting.title)} (${input.actionId})`;
}

/** By party, as the definition of the instance says it for these fields. */
async function readersOf(
  input: OfInstance & { readonly actionId: number; readonly data: Readonly<Record<string, unknown>> },
  ports: ToolPorts<Asking>,
): Promise<Result<string>> {
  const instance = await ports.call('getInstance', placeOf(input));
  if (isFailure(instance)) return instance;
  const { blueprintId, publicationTxId, registerId } = instance;
  const preview = await ports.call('executeDisclose', {
    body: { blueprintId, publicationTxId, registerId, actionId: String(input.actionId), data: { ...input.data } },
  });
  // Rules that read earlier actions need data that the tool does not open.
  if (isFailure(preview)) return `as the definition says (${preview.issue.code} without the data of earlier actions)`;
  const lines = preview.disclosures.map(
    ({ participantId, disclosedData }) =>
      `${showHidden(participantId)} reads ${
        Object.keys(disclosedData)
          .map((name) => showHidden(name))
          .join(', ') || 'nothing'
      }`,
  );
  return lines.join('; ') || 'nobody';
}

const actionReject = tool({
  name: 'action_reject',
  slice: SLICE,
  title: 'Reject an action of an instance',
  description:
    'Rejects an action that waits for the person, who is always asked before. The workflow goes back to where the definition says. It cannot be taken back.',
  operations: ['getNextActions', 'rejectInstanceAction'],
  input: Type.Object({ ...ofAction, reason: InstanceRejectBody.properties.reason }),
  members,
  hints,
  gate: {
    when: 'always',
    elsewhere: 'quorate action reject',
    async ask(input, ports) {
      const title = await titleOf(input, ports as ToolPorts<Asking>);
      if (isFailure(title)) return title;
      return {
        message: `Reject the action ${title} of the instance ${showHidden(input.instanceId)} with the wallet ${input.walletAddress}? It is signed and cannot be taken back.`,
      };
    },
  },
  async run(input, { call }, confirmation) {
    const { actionId, walletAddress: senderWallet, reason } = input;
    const place = placeOf(input);
    const sent = await call(
      'rejectInstanceAction',
      {
        ...place,
        params: { ...place.params, actionId: String(actionId) },
        body: { senderWallet, ...(reason !== undefined && { reason }) },
      },
      { waitSeconds: SEAL_SECONDS, ...(confirmation && { idempotencyKey: confirmation.key }) },
    );
    return isFailure(sent) ? sent : sealedAnswer('The action is rejected', sent, sent);
  },
});

const instanceCancel = tool({
  name: 'instance_cancel',
  slice: SLICE,
  title: 'Cancel an instance',
  description:
    'Cancels an instance for the wallet that opened it, or gives the consent of a party. The person is always asked before. It cannot be taken back.',
  operations: ['getInstance', 'cancelInstance'],
  input: Type.Object({
    instanceId: Id,
    registerId: Type.Optional(RegisterId),
    walletAddress: Address,
    reason: CancelBody.properties.reason,
  }),
  members,
  hints,
  gate: {
    when: 'always',
    elsewhere: 'quorate instance cancel',
    async ask(input, { call }) {
      const instance = await call('getInstance', placeOf(input));
      if (isFailure(instance)) return instance;
      return {
        message: `Cancel the instance ${showHidden(input.instanceId)} of ${showHidden(instance.blueprintId)}, which is ${instance.state}, with the wallet ${input.walletAddress}? It is signed and cannot be taken back.`,
      };
    },
  },
  async run(input, { call }, confirmation) {
    const { walletAddress: senderWallet, reason } = input;
    const sent = await call(
      'cancelInstance',
      { ...placeOf(input), body: { senderWallet, ...(reason !== undefined && { reason }) } },
      { waitSeconds: SEAL_SECONDS, ...(confirmation && { idempotencyKey: confirmation.key }) },
    );
    return isFailure(sent) ? sent : sealedAnswer('The cancellation is made', sent, sent);
  },
});

export const actingTools: readonly ToolRow[] = [actionSubmit, actionReject, instanceCancel];
