// An instance of a workflow as its parties run it over a local mesh: each acts and reads through its own node, once
// that node has heard of the move before. It keeps what was moved, to compare it with what every node shows; it decides
// nothing about what should come of a move.
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Client, ClientError } from '../../api/client/client.js';
import type { JsonObject } from '../../core/base/json.js';
import { isClientError } from '../remote/remote.js';
import type { SubmittedFile } from '../workflow/attachments.js';
import { clientOf, type Player } from './cast.js';
import type { ClusterMember } from './mesh-cluster.js';

export type InstanceBody = Awaited<ReturnType<Client['getInstance']>>;

/** An action whose gates wait for credentials. */
export type ActionAtGates = Awaited<ReturnType<Client['prepareAction']>>;

export interface MadeMove {
  readonly type: 'Action' | 'Rejection' | 'Cancellation';
  /** Undefined for a cancellation. */
  readonly actionId: number | undefined;
  readonly by: Player;
  readonly txId: string;
}

interface CourseStep {
  readonly actionId: number;
  readonly payload: JsonObject;
  /** Files that go with it. */
  readonly files?: readonly SubmittedFile[] | undefined;
  /** TxId that the action says it follows; nothing is said when left out. */
  readonly follows?: string | undefined;
  /** Another blueprint than that of the instance. */
  readonly blueprintId?: string | undefined;
}

interface ShownStep extends CourseStep {
  /** Id of the credential, in the wallet of who acts. */
  readonly credentialId: string;
  /** DER as base64 of the anchor of its issuer, where the node does not know that. */
  readonly anchor?: string;
}

const HEAR_MS = 30_000;
/** Seconds that a move waits for its seal. */
const WAIT_SECONDS = 20;
/** An action that was refused in the background had been accepted first. */
const ACCEPTED = 202;

export class Course {
  readonly registerId: string;
  readonly blueprintId: string;
  /** The moves that are sealed, in the order in which they were done. */
  readonly made: MadeMove[] = [];
  private id: string | undefined;

  constructor(registerId: string, blueprintId: string) {
    this.registerId = registerId;
    this.blueprintId = blueprintId;
  }

  /** Known once the first action is sealed. */
  get instanceId(): string {
    if (this.id === undefined) throw new Error('The instance has not begun.');
    return this.id;
  }

  /** Does an action; the first one opens the instance. Throws the refusal of the node. */
  act(by: Player, actionId: number, payload: JsonObject) {
    return this.take(by, { actionId, payload });
  }

  /** Like `act`, with what a caller may state besides. */
  async take(by: Player, step: CourseStep) {
    const body = await this.bodyOf(by, step);
    const answer = await clientOf(by).submitAction({ body }, { waitSeconds: WAIT_SECONDS });
    return this.settle(by, step.actionId, answer);
  }

  /** An action that takes credentials: it is prepared, `show` shows them at its gates, and it is submitted. */
  async takeAtGates(by: Player, step: CourseStep, show: (prepared: ActionAtGates) => Promise<unknown>) {
    const client = clientOf(by);
    const prepared = await client.prepareAction({ body: await this.bodyOf(by, step) });
    await show(prepared);
    const params = { gateId: prepared.gateId };
    return this.settle(by, step.actionId, await client.submitPreparedAction({ params }, { waitSeconds: WAIT_SECONDS }));
  }

  /** The same with a credential that the player's wallet holds, at one gate. Throws the refusal of the node. */
  show(by: Player, { credentialId, anchor, ...step }: ShownStep) {
    return this.takeAtGates(by, step, ({ gateId, requirements }) => {
      const { id: requirement = '' } = requirements[0] ?? {};
      const body = { requirement, credentialId, walletAddress: by.address, consent: true };
      return clientOf(by).presentAtGate({
        params: { gateId },
        body: { ...body, ...(anchor !== undefined && { anchor }) },
      });
    });
  }

  private async bodyOf(by: Player, { actionId, payload, files, follows, blueprintId = this.blueprintId }: CourseStep) {
    if (this.id !== undefined) await this.waitForLastMove(by.at);
    return {
      blueprintId,
      actionId: String(actionId),
      senderWallet: by.address,
      registerAddress: this.registerId,
      payloadData: payload,
      ...(files === undefined ? {} : { files: [...files] }),
      ...(this.id === undefined ? {} : { instanceId: this.id }),
      ...(follows === undefined ? {} : { previousTransactionHash: follows }),
    };
  }

  private async settle(by: Player, actionId: number, answer: Awaited<ReturnType<Client['submitAction']>>) {
    const done = 'operationId' in answer ? await this.waitForEncryption(by, String(answer.operationId)) : answer;
    const { transactionId = '', status } = done;
    this.id ??= answer.instanceId;
    this.note({ type: 'Action', actionId, by, txId: transactionId }, status);
    return { ...answer, transactionId };
  }

  /** Follows the operation that encrypts and submits a large action. Throws what it failed with. */
  private async waitForEncryption(by: Player, operationId: string) {
    const until = performance.now() + HEAR_MS;
    for (;;) {
      const value = await clientOf(by).getOperation({ params: { operationId } });
      const { status, transactionHash, errors = [] } = value;
      if (status === 'Completed') return { transactionId: transactionHash, status: 'sealed' };
      const [first] = errors;
      if (first) {
        const details = { path: first.path, issues: [], problem: {}, retryAfterSeconds: undefined };
        throw new ClientError(first.code, ACCEPTED, first.message, details);
      }
      if (status === 'Failed' || performance.now() > until)
        throw by.at.node.failure(`The operation ${operationId} is ${status}: ${value.error}.`);
      await pause(20);
    }
  }

  /** Sends the instance back from an action that the player should do. */
  async reject(by: Player, actionId: number, reason: string | undefined) {
    await this.waitForLastMove(by.at);
    const params = { instanceId: this.instanceId, actionId: String(actionId) };
    const body = { senderWallet: by.address, ...(reason === undefined ? {} : { reason }) };
    const answer = await clientOf(by).rejectInstanceAction({ params, body }, { waitSeconds: WAIT_SECONDS });
    this.note({ type: 'Rejection', actionId, by, txId: answer.transactionId }, answer.status);
    return answer;
  }

  async cancel(by: Player, reason: string | undefined) {
    await this.waitForLastMove(by.at);
    const body = { senderWallet: by.address, ...(reason === undefined ? {} : { reason }) };
    const params = { instanceId: this.instanceId };
    const answer = await clientOf(by).cancelInstance({ params, body }, { waitSeconds: WAIT_SECONDS });
    const { transactionId, status } = answer;
    if (transactionId === undefined || status === 'forgotten') throw new Error('The instance had done nothing yet.');
    this.note({ type: 'Cancellation', actionId: undefined, by, txId: transactionId }, status);
    return { ...answer, transactionId };
  }

  /** The data of the instance that the player's wallet opens at its own node. */
  async dataOf(player: Player): Promise<JsonObject> {
    await this.waitForLastMove(player.at);
    const params = { instanceId: this.instanceId };
    const { data } = await clientOf(player).getInstanceState({ params, query: { wallet: player.address } });
    return data as JsonObject;
  }

  /** The instance as each member's node shows it, once all of them have heard of its last move. */
  async everywhere(members: readonly ClusterMember[]): Promise<InstanceBody[]> {
    const views = await Promise.all(members.map((member) => this.waitForLastMove(member)));
    return views.map(withoutSubject);
  }

  /** True once all of these nodes show the same instance: a credential may be issued behind the last move. */
  async isSame(members: readonly ClusterMember[]): Promise<boolean> {
    const until = performance.now() + HEAR_MS;
    for (;;) {
      const [first, ...others] = await this.everywhere(members);
      if (others.every((view) => isDeepStrictEqual(view, first))) return true;
      if (performance.now() > until) return false;
      await pause(20);
    }
  }

  /** Waits until the member's node shows the last move. Gives what it shows. */
  private async waitForLastMove(member: ClusterMember): Promise<InstanceBody> {
    const { node, token, name } = member;
    const last = this.made.at(-1)?.txId;
    const until = performance.now() + HEAR_MS;
    for (;;) {
      const params = { instanceId: this.instanceId };
      const instance = await foundBy(node.client(token).getInstance({ params }));
      if (instance && (instance.lastTransactionId === last || (await this.isBehindIssuance(member, instance))))
        return instance;
      if (performance.now() > until)
        throw node.failure(`${name} does not hear of ${last}; it has ${instance?.lastTransactionId ?? 'no instance'}.`);
      await pause(10);
    }
  }

  /** True where the node has the last move, and behind it an Issuance, which its party made without being asked. */
  private async isBehindIssuance({ node, token }: ClusterMember, instance: InstanceBody): Promise<boolean> {
    const { issuances = [], lastTransactionId } = instance;
    if (issuances.every(({ transactionId }) => transactionId !== lastTransactionId)) return false;
    const params = { registerId: this.registerId, txId: this.made.at(-1)?.txId ?? '' };
    return (await foundBy(node.client(token).getTransaction({ params }))) !== undefined;
  }

  private note(made: MadeMove, status: string): void {
    if (status !== 'sealed') throw made.by.at.node.failure(`The ${made.type} of ${made.by.name} is ${status}.`);
    // A caller that asks again is told of the move that is sealed already.
    if (!this.made.some(({ txId }) => txId === made.txId)) this.made.push(made);
  }
}

/** Undefined for what is not here yet. */
async function foundBy<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotHereYet(error)) return undefined;
    throw error;
  }
}

/** Another node may have sealed it and this one has not yet: its 404 or its 503 says to ask again. */
export function isNotHereYet(error: unknown): boolean {
  return (
    isClientError(error) && ['TRANSACTION_NOT_FOUND', 'INSTANCE_NOT_FOUND', 'REGISTER_BEHIND'].includes(error.code)
  );
}

/** As all members have it: each wallet reads the subject that it was given. */
export function withoutSubject({ subject: _, ...instance }: InstanceBody): InstanceBody {
  return instance;
}
