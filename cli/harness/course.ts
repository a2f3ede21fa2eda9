// One instance of a workflow as its parties run it over a local mesh: each acts and reads through its own node, once that node has heard of the move before.
// It keeps what was moved, to compare it with what every node shows; it decides nothing about what should come of a move.
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client.js';
import type { JsonObject } from '../../core/base/json.js';
import { isClientError } from '../remote.js';
import { clientOf, type Player } from './cast.js';
import type { Member } from './mesh-cluster.js';

export type InstanceBody = Awaited<ReturnType<Client['getInstance']>>;

export interface Made {
  readonly type: 'Action' | 'Rejection' | 'Cancellation';
  /** Undefined for a cancellation. */
  readonly actionId: number | undefined;
  readonly by: Player;
  readonly txId: string;
}

export interface ActOptions {
  /** TxId that the action says it follows; nothing is said when left out. */
  readonly follows?: string | undefined;
  /** Another blueprint than that of the instance. */
  readonly blueprintId?: string | undefined;
}

const HEAR_MS = 30_000;
/** Seconds that a move waits for its seal. */
const WAIT_SECONDS = 20;

export class Course {
  readonly registerId: string;
  readonly blueprintId: string;
  /** What is sealed of it, in the order in which it was done. */
  readonly made: Made[] = [];
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
  async act(by: Player, actionId: number, payload: JsonObject, options: ActOptions = {}) {
    if (this.id !== undefined) await this.heard(by.at);
    const { follows, blueprintId = this.blueprintId } = options;
    const body = {
      blueprintId,
      actionId: String(actionId),
      senderWallet: by.address,
      registerAddress: this.registerId,
      payloadData: payload,
      ...(this.id === undefined ? {} : { instanceId: this.id }),
      ...(follows === undefined ? {} : { previousTransactionHash: follows }),
    };
    const answer = await clientOf(by).submitAction({ body }, { waitSeconds: WAIT_SECONDS });
    const { transactionId } = answer;
    if (transactionId === undefined) throw new Error('The action is encrypted in the background.');
    this.id ??= answer.instanceId;
    this.note({ type: 'Action', actionId, by, txId: transactionId }, answer.status);
    return { ...answer, transactionId };
  }

  /** Sends the instance back from an action that the player should do. */
  async reject(by: Player, actionId: number, reason: string | undefined) {
    await this.heard(by.at);
    const params = { instanceId: this.instanceId, actionId: String(actionId) };
    const body = { senderWallet: by.address, ...(reason === undefined ? {} : { reason }) };
    const answer = await clientOf(by).rejectInstanceAction({ params, body }, { waitSeconds: WAIT_SECONDS });
    this.note({ type: 'Rejection', actionId, by, txId: answer.transactionId }, answer.status);
    return answer;
  }

  async cancel(by: Player, reason: string | undefined) {
    await this.heard(by.at);
    const body = { senderWallet: by.address, ...(reason === undefined ? {} : { reason }) };
    const params = { instanceId: this.instanceId };
    const answer = await clientOf(by).cancelInstance({ params, body }, { waitSeconds: WAIT_SECONDS });
    this.note({ type: 'Cancellation', actionId: undefined, by, txId: answer.transactionId }, answer.status);
    return answer;
  }

  /** The data of the instance that the player's wallet opens at its own node. */
  async seenBy(player: Player): Promise<JsonObject> {
    await this.heard(player.at);
    const params = { instanceId: this.instanceId };
    const { data } = await clientOf(player).getInstanceState({ params, query: { wallet: player.address } });
    return data as JsonObject;
  }

  /** The instance as each member's node shows it, once all of them have heard of its last move. */
  everywhere(members: readonly Member[]): Promise<InstanceBody[]> {
    return Promise.all(members.map((member) => this.heard(member)));
  }

  /** True if all of these nodes show the same instance. */
  async isSame(members: readonly Member[]): Promise<boolean> {
    const [first, ...others] = await this.everywhere(members);
    return others.every((view) => isDeepStrictEqual(view, first));
  }

  /** Waits until the member's node shows the last move. Gives what it shows. */
  private async heard({ node, token, name }: Member): Promise<InstanceBody> {
    const last = this.made.at(-1)?.txId;
    const until = Date.now() + HEAR_MS;
    for (;;) {
      const found = await node
        .client(token)
        .getInstance({ params: { instanceId: this.instanceId } })
        .catch((error: unknown) => {
          if (isClientError(error) && error.code === 'INSTANCE_NOT_FOUND') return undefined;
          throw error;
        });
      if (found && found.lastTransactionId === last) return found;
      if (Date.now() > until)
        throw node.failure(`${name} does not hear of ${last}; it has ${found?.lastTransactionId ?? 'no instance'}.`);
      await pause(10);
    }
  }

  private note(made: Made, status: string): void {
    if (status !== 'sealed') throw made.by.at.node.failure(`The ${made.type} of ${made.by.name} is ${status}.`);
    // Who asks again is told of what is sealed already.
    if (!this.made.some(({ txId }) => txId === made.txId)) this.made.push(made);
  }
}
