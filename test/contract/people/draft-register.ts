// A register of a world under the draft of the next rules, with readable moves of parties outside of the node: language
// 2 is called over HTTP.
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { seesOf } from '../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { instanceAt } from '../../../core/instance/rows.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { Submission } from '../../../core/model/transaction.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { PUBLISH_ACTION, transactionOf } from '../../../core/transaction/encode.js';
import { good } from '../../support/base/good.js';
import { submission, type Wallet } from '../../support/register/ledger.js';
import { recordOf } from '../../support/register/people.js';
import { ask, buyer, genesisSubmission, WAIT } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import type { World } from '../world/world.js';

export const BLUEPRINT = 'people';
let serial = 0;

/** The status, and the code with its place where it was refused. */
export const said = ({ status, json }: Answer): string =>
  json.code === undefined ? `${status} ${json.status}` : `${status} ${json.code} ${json.path}`;

export interface DraftRegister {
  readonly registerId: string;
  readonly pin: string;
  submit(tx: Submission): Promise<Answer>;
  /** A version of a record, signed by its first wallet unless stated. */
  record(id: string, wallets: readonly Wallet[], more?: Recording): Promise<Answer>;
  move(action: number, by: Wallet, more?: Moving): Submission;
  /** The instance as it is sealed now. */
  instance(instanceId: string): Instance | undefined;
}

type Recording = Partial<ParticipantRecord> & {
  readonly by?: Wallet;
  readonly after?: string;
  /** Of a new primary wallet. */
  readonly proves?: (record: ParticipantRecord) => ParticipantRecord | Promise<ParticipantRecord>;
};
export interface Moving {
  /** Absent for an opening action. */
  readonly after?: Submission;
  readonly instanceId?: string;
  readonly type?: string;
  readonly payload?: JsonObject;
  readonly metadata?: JsonObject;
  readonly signers?: readonly Wallet[];
}

/** Founds it, with `definition` published; its owner is `buyer`. */
export async function draftRegister(world: World, definition: JsonObject): Promise<DraftRegister> {
  serial += 1;
  const opened = `inst-${serial}`;
  const registerId = `00000000-0000-4000-9000-${String(serial).padStart(12, '0')}`;
  const genesis = good(transactionOf(genesisSubmission(world, registerId)));
  const made = await world.deps.ledger.genesis.found({ transaction: genesis, advertise: false });
  if (isFailure(made)) throw new Error(JSON.stringify(made));
  const createdAt = () => new Date(world.deps.clock.now()).toISOString();
  const submit = (tx: Submission) =>
    ask(world, 'submitTransaction', { params: { registerId }, body: tx }, { headers: WAIT });
  const publication = submission(
    {
      ...{ registerId, blueprintId: BLUEPRINT, actionId: PUBLISH_ACTION, senderWallet: buyer.address },
      ...{ createdAt: createdAt(), payload: definition },
    },
    [buyer],
  );
  // The door asks for a rehearsal, whose sandbox has another register.
  const outcome = world.deps.ledger.submit(good(transactionOf(publication)), { priority: 'Normal', waitMs: 5000 });
  if ((await outcome).status !== 'sealed') throw new Error(JSON.stringify(await outcome));
  const pin = publication.transactionId;
  const plan = planOf(definition as unknown as Definition);
  const instance = (instanceId: string) => {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    return instanceAt(world.deps.chain.view(reg), instanceId);
  };
  return {
    instance,
    registerId,
    pin,
    submit,
    record: async (
      id,
      wallets,
      { by = wallets[0] as Wallet, after, proves = (one: ParticipantRecord) => one, ...more } = {},
    ) =>
      submit(
        submission(
          {
            ...{ registerId, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION },
            ...{ senderWallet: by.address, createdAt: createdAt() },
            ...(after !== undefined && { previousTransactionId: after }),
            payload: (await proves(recordOf(id, wallets, more))) as unknown as Json,
          },
          [by],
        ),
      ),
    move: (action, by, { after, instanceId = opened, type = 'Action', payload, metadata, signers = [by] } = {}) => {
      const next = plan.actions.get(String(action))?.routes[0]?.nextActionIds ?? [];
      const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin };
      const isAction = type === 'Action';
      const planned = after && (isAction || type === 'Vote') ? plan.actions.get(String(action)) : undefined;
      const seen = planned && seesOf(definition as unknown as Definition, planned.action, instance(instanceId));
      return submission(
        {
          ...{ registerId, blueprintId: BLUEPRINT, actionId: String(action), publicationTxId: pin, instanceId },
          ...{ senderWallet: by.address, createdAt: createdAt() },
          ...(after && { previousTransactionId: after.transactionId }),
          payload: payload ?? (isAction ? { n: ++serial } : { type: type.toLowerCase(), reason: 'No.' }),
          // The clock stands still, and signatures are no part of a TxId.
          metadata: {
            type,
            ...(isAction ? { routing } : type === 'Vote' ? {} : { n: ++serial }),
            ...seen,
            ...metadata,
          } as JsonObject,
        },
        signers,
      );
    },
  };
}
