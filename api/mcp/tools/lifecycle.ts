// Tools of the life of a workflow (specification 4.7): found a register, rehearse a draft, publish it, open an
// instance.
import Type from 'typebox';
import { quoteText, showHidden } from '../../../core/base/hidden.js';
import { issue } from '../../../core/base/issue.js';
import { REASON_MAX } from '../../../core/base/limits/ledger/instances.js';
import { ATTESTATIONS_MAX } from '../../../core/base/limits/ledger/registers.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { SignatureAlgorithm } from '../../../core/model/transaction.js';
import { Hash, OpenObject, RegisterId, Uuid } from '../../schemas/base/common.js';
import { InitiateBody } from '../../schemas/registers/registers.js';
import { BlueprintId } from '../../schemas/workflow/blueprint.js';
import { RehearsalParams, RehearsalRoleBody, RehearsalStepBody } from '../../schemas/workflow/rehearsal.js';
import { CreateInstance } from '../../schemas/workflow/workflow.js';
import { type ToolAnswer, type ToolPorts, type ToolRow, tool } from './define.js';

const FOUNDING = [
  ...(['getMe', 'getOrganization', 'listWallets'] as const),
  ...(['initiateRegister', 'signWithWallet', 'finalizeRegister'] as const),
] as const;
type Founding = (typeof FOUNDING)[number];

const { name, description, advertise, purpose, validators } = InitiateBody.properties;
const RegisterCreateInput = Type.Object({
  name,
  description,
  advertise,
  purpose,
  validators,
  ownerWallets: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
      minItems: 1,
      maxItems: ATTESTATIONS_MAX,
      description:
        'Addresses or ids of wallets of this node that the caller may sign with. Default: the oldest active wallet of the caller.',
    }),
  ),
});

const registerCreate = tool({
  name: 'register_create',
  slice: 'lifecycle',
  title: 'Found a register',
  description:
    'Founds a register: a new ledger with its first sealed docket. Use it when a workflow needs a ledger of its own and list of registers has none that fits. ' +
    'A person is always asked before, because it cannot be undone. It publishes no workflow and invites nobody.',
  operations: FOUNDING,
  input: RegisterCreateInput,
  members: { registerId: Uuid, genesisTransactionId: Hash },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: false },
  gate: {
    when: 'always',
    elsewhere: 'quorate register create NAME',
    async ask(input, ports) {
      const me = await ports.call('getMe');
      if (isFailure(me)) return me;
      const organisation = await ports.call('getOrganization', { params: { id: String(me.organizationId) } });
      if (isFailure(organisation)) return organisation;
      const owners = input.ownerWallets ?? (await oldestWallet(ports));
      if (isFailure(owners)) return owners;
      const registerId = ports.newId();
      const seats = input.validators === undefined ? 'this node alone' : input.validators.map(quoteText).join(', ');
      const message =
        `Found the register ${quoteText(input.name)} for the organisation ${quoteText(organisation.name)}? ` +
        `Its id will be ${registerId}. Owners sign with ${owners.map(quoteText).join(', ')}. Validators: ${seats}. ` +
        'It is sealed at once and cannot be undone.';
      return { message, kept: { registerId, owners, userId: me.userId } };
    },
  },
  async run(input, ports, confirmation) {
    const { registerId, owners, userId } = confirmation?.kept ?? {};
    const { ownerWallets: _, ...stated } = input;
    const begun = await ports.call('initiateRegister', {
      body: {
        ...stated,
        registerId: registerId as string,
        owners: (owners as readonly string[]).map((walletId) => ({ userId: userId as string, walletId })),
      },
    });
    if (isFailure(begun)) return begun;
    const signedAttestations = [];
    for (const { walletId, attestationData, dataToSign, derivationPath } of begun.attestationsToSign) {
      const data = Buffer.from(dataToSign, 'hex').toString('base64');
      const signed = await ports.call('signWithWallet', {
        params: { id: walletId },
        body: { data, isPreHashed: true, derivationPath },
      });
      if (isFailure(signed)) return signed;
      const { publicKey, signature, algorithm } = signed;
      signedAttestations.push({ attestationData, publicKey, signature, algorithm: algorithm as SignatureAlgorithm });
    }
    const body = { registerId: begun.registerId, nonce: begun.nonce, signedAttestations };
    const made = await ports.call('finalizeRegister', { body });
    if (isFailure(made)) return made;
    return {
      status: 'Passed',
      message: `The register ${made.registerId} is founded: its first docket is sealed.`,
      members: { registerId: made.registerId, genesisTransactionId: made.genesisTransactionId },
      data: made,
    };
  },
});

const WALLETS_LOOKED_AT = 100;

async function oldestWallet(ports: ToolPorts<Founding>): Promise<Result<readonly string[]>> {
  const wallets = await ports.call('listWallets', { query: { top: WALLETS_LOOKED_AT } });
  if (isFailure(wallets)) return wallets;
  const own = wallets.find(({ status }) => status === 'Active');
  if (own !== undefined) return [own.address];
  return fail(
    issue('OWNER_WALLET_UNKNOWN', '/ownerWallets', 'The caller has no active wallet here that could own the register.'),
  );
}

const { id: rehearsedId, rehearsalId } = RehearsalParams.properties;
const rehearsalMembers = {
  rehearsalId: Uuid,
  blueprintId: BlueprintId,
  execDefHash: Type.String(),
  sandboxRegisterId: Uuid,
  outcome: Type.String(),
  currentActionId: Type.Integer(),
  currentActingRole: Type.String(),
};

interface RehearsalLike {
  readonly rehearsalId: string;
  readonly blueprintId: string;
  readonly execDefHash: string;
  readonly sandboxRegisterId: string;
  readonly outcome: 'InProgress' | 'Passed' | 'Abandoned' | 'Failed';
  readonly currentActingRole: string;
  readonly currentActions: readonly { readonly actionId: number }[];
}

function rehearsalAnswer(rehearsal: RehearsalLike): ToolAnswer {
  const { rehearsalId: id, blueprintId, execDefHash, sandboxRegisterId, outcome, currentActingRole } = rehearsal;
  const currentActionId = rehearsal.currentActions[0]?.actionId;
  return {
    status: outcome === 'Abandoned' ? 'Failed' : outcome,
    message: OUTCOMES[outcome],
    members: {
      rehearsalId: id,
      blueprintId,
      execDefHash,
      sandboxRegisterId,
      outcome,
      currentActionId,
      currentActingRole,
    },
    data: rehearsal,
  };
}

const OUTCOMES: Readonly<Record<RehearsalLike['outcome'], string>> = {
  InProgress: 'The rehearsal waits for the next step: data.currentActions says which actions, by whom and with what.',
  Passed: 'The rehearsal has passed: the draft may be published as it behaves now.',
  Failed: 'The rehearsal has failed: data.log says why.',
  Abandoned: 'The rehearsal was left for a day and has ended. Begin another one.',
};

const rehearsalStart = tool({
  name: 'rehearsal_start',
  slice: 'lifecycle',
  title: 'Begin a rehearsal of a draft',
  description:
    'Begins to walk through a draft of a workflow in the sandbox of the organisation, with a test wallet for each role. Use it before blueprint_publish. ' +
    'Nothing of it reaches a register that others read.',
  operations: ['startRehearsal'],
  input: Type.Object({ blueprintId: rehearsedId }),
  members: rehearsalMembers,
  hints: { isReadOnly: false, isDestructive: false, isIdempotent: false },
  async run({ blueprintId }, { call }) {
    const begun = await call('startRehearsal', { params: { id: blueprintId }, body: { mode: 'full' } });
    return isFailure(begun) ? begun : rehearsalAnswer(begun);
  },
});

const rehearsalStep = tool({
  name: 'rehearsal_step',
  slice: 'lifecycle',
  title: 'Do a step of a rehearsal',
  description:
    'Does one action of a rehearsal as the role that acts, or rejects it. data.currentActions of rehearsal_get says which actions wait, for which role, and the schema of ' +
    'their payload. It acts in the sandbox alone.',
  operations: ['switchRehearsalRole', 'submitRehearsalStep', 'rejectRehearsalStep'],
  input: Type.Object({
    blueprintId: rehearsedId,
    rehearsalId,
    actionId: RehearsalStepBody.properties.actionId,
    actingRole: Type.Optional(RehearsalRoleBody.properties.role),
    payload: Type.Optional(OpenObject),
    vote: RehearsalStepBody.properties.vote,
    reject: Type.Optional(Type.Boolean({ description: 'True: rejects the action in place of doing it.' })),
    reason: Type.Optional(Type.String({ maxLength: REASON_MAX, description: 'Of a rejection.' })),
  }),
  members: rehearsalMembers,
  hints: { isReadOnly: false, isDestructive: false, isIdempotent: true },
  async run({ blueprintId, rehearsalId: id, actionId, actingRole, payload, vote, reject, reason }, { call }) {
    const params = { id: blueprintId, rehearsalId: id };
    if (actingRole !== undefined) {
      const switched = await call('switchRehearsalRole', { params, body: { role: actingRole } });
      if (isFailure(switched)) return switched;
    }
    const done =
      reject === true
        ? await call('rejectRehearsalStep', { params, body: { actionId, ...(reason !== undefined && { reason }) } })
        : await call('submitRehearsalStep', {
            params,
            body: { actionId, payload: payload ?? {}, ...(vote !== undefined && { vote }) },
          });
    return isFailure(done) ? done : rehearsalAnswer(done);
  },
});

const rehearsalGet = tool({
  name: 'rehearsal_get',
  slice: 'lifecycle',
  title: 'Read where a rehearsal stands',
  description:
    'Reads one rehearsal: its steps, its log, the actions that wait and what the acting role sees. It changes nothing.',
  operations: ['getRehearsal'],
  input: Type.Object({ blueprintId: rehearsedId, rehearsalId }),
  members: rehearsalMembers,
  hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
  async run({ blueprintId, rehearsalId: id }, { call }) {
    const rehearsal = await call('getRehearsal', { params: { id: blueprintId, rehearsalId: id } });
    return isFailure(rehearsal) ? rehearsal : rehearsalAnswer(rehearsal);
  },
});

/** Seconds that a publication may take to be sealed before the tool answers that it is under way. */
const SEAL_SECONDS = 20;
const OVERRIDE_REASON_MAX = 1000;

const blueprintPublish = tool({
  name: 'blueprint_publish',
  slice: 'lifecycle',
  title: 'Publish a draft to a register',
  description:
    'Publishes a draft of a workflow on a register, where it stays. Use it when its rehearsal has passed. Without one a person is asked for a reason before it is ' +
    'published all the same. It opens no instance.',
  operations: ['publishDraft'],
  input: Type.Object({ blueprintId: BlueprintId, registerId: RegisterId }),
  members: { blueprintId: BlueprintId, registerId: Uuid, publicationTxId: Hash, execDefHash: Type.String() },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  gate: {
    when: 'REHEARSAL_REQUIRED',
    elsewhere: 'quorate blueprint publish BLUEPRINT --register REGISTER --override',
    async ask({ blueprintId, registerId }) {
      return {
        message:
          `No rehearsal of the draft ${showHidden(blueprintId)} as it is now has passed. Publish it on the register ${registerId} all the same? ` +
          'It cannot be taken back, and the audit trail says who confirmed it and why.',
        fields: { reason: { type: 'string', title: 'Reason', maxLength: OVERRIDE_REASON_MAX } },
      };
    },
  },
  async run({ blueprintId, registerId }, { call }, confirmation) {
    const { reason } = confirmation?.content ?? {};
    const override = confirmation && {
      override: { confirm: true, ...(typeof reason === 'string' && { reason: reason.slice(0, OVERRIDE_REASON_MAX) }) },
    };
    const publication = await call(
      'publishDraft',
      { params: { id: blueprintId }, body: { registerId, ...override } },
      { waitSeconds: SEAL_SECONDS, ...(confirmation && { idempotencyKey: confirmation.key }) },
    );
    if (isFailure(publication)) return publication;
    const { publicationTxId, execDefHash } = publication.publishedBlueprint;
    const isSealed = publication.version !== undefined;
    return {
      status: isSealed ? 'Passed' : 'InProgress',
      message: isSealed
        ? 'The draft is published and sealed.'
        : 'The publication is accepted and durable, and not sealed yet. The same call again tells whether it is.',
      members: {
        blueprintId: publication.blueprintId,
        registerId: publication.registerId,
        publicationTxId,
        execDefHash,
      },
      data: publication,
    };
  },
});

const instanceCreate = tool({
  name: 'instance_create',
  slice: 'lifecycle',
  title: 'Open an instance of a workflow',
  description:
    'Opens an instance of a published workflow on a register. It is on the ledger once its starting action is sealed; this tool does no action. ' +
    'Use it when somebody wants to begin a run.',
  operations: ['createInstance'],
  input: Type.Object({
    registerId: CreateInstance.properties.registerId,
    blueprintId: CreateInstance.properties.blueprintId,
    publicationTxId: CreateInstance.properties.publicationTxId,
    metadata: CreateInstance.properties.metadata,
  }),
  members: { instanceId: Type.String(), registerId: Uuid, blueprintId: Type.String() },
  hints: { isReadOnly: false, isDestructive: false, isIdempotent: false },
  async run(body, { call }) {
    const made = await call('createInstance', { body });
    if (isFailure(made)) return made;
    return {
      status: 'Passed',
      message: 'The instance is open: it waits for its starting action.',
      members: { instanceId: made.id, registerId: made.registerId, blueprintId: made.blueprintId },
      data: made,
    };
  },
});

export const lifecycleTools: readonly ToolRow[] = [
  registerCreate,
  rehearsalStart,
  rehearsalStep,
  rehearsalGet,
  blueprintPublish,
  instanceCreate,
];
