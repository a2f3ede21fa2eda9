// Runs of an action that are sealed to a, b and c, of whatever values: what a node seals, and a patched one.
import { sha256 } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../core/blueprint/plan/planned.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { contentOf, encryptCells } from '../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../core/envelope/cells/expecting.js';
import { type OpenedCells, openCells } from '../../core/envelope/cells/open.js';
import { openingOf } from '../../core/envelope/cells/opening.js';
import { groupsFor } from '../../core/envelope/layout/expected.js';
import { type Layout, layoutOf } from '../../core/envelope/layout/layout.js';
import type { Transaction } from '../../core/model/transaction.js';
import { good } from '../support/base/good.js';
import { keyOf } from '../support/node/ledger-world.js';
import { RECEIVING } from '../support/register/people.js';

/** The wallet of a, b or c, by its number. */
export const walletOf = (by: number): string => addressOf('ED25519', keyOf(`sender ${by}`).publicKey);

export function receiverOf(walletAddress: string) {
  const by = [0, 1, 2].find((one) => walletOf(one) === walletAddress);
  const { publicKey } = keyOf(`sender ${by}`);
  return { walletAddress, algorithm: 'ED25519' as const, publicKey };
}

export class SealedAction {
  private readonly planned: PlannedAction;
  private readonly layout: Layout;

  constructor(
    private readonly definition: Definition,
    action: number,
    private readonly by: number,
  ) {
    this.planned = planOf(definition).actions.get(String(action)) as PlannedAction;
    this.layout = layoutOf(definition, this.planned.action);
  }

  payload(run: Parameters<typeof encryptCells>[0]['run'], data: JsonObject): JsonObject {
    const { definition, planned, layout } = this;
    const of = { sender: run.senderWallet, opener: walletOf(0), held: {}, taken: {}, cannotReceive: () => false };
    const groups = groupsFor({ ...of, definition, planned, type: 'Action' }).map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map((walletAddress) => receiverOf(walletAddress)),
    }));
    const content = good(contentOf(layout, data, []));
    const entropy = sha256(`${run.previousTransactionId} ${JSON.stringify(data)}`);
    return JSON.parse(
      JSON.stringify(good(encryptCells({ run, ...content, groups, files: [], entropy }))),
    ) as JsonObject;
  }

  /** As its sender reads it. */
  opened(run: Transaction): OpenedCells {
    const wallet = walletOf(this.by);
    const expected = expectGroup(this.definition, run, { wallet, taken: {}, row: undefined });
    if (!expected) throw new Error('its sender reads it');
    const keys = { ...keyOf(`sender ${this.by}`), encapsulation: RECEIVING };
    const opener = { walletAddress: wallet, keys, carrying: () => undefined };
    return openCells(good(readEnvelope(run.payload)), opener, expected) as OpenedCells;
  }

  shown(run: Transaction, pointers: readonly string[]): Json {
    const of = { txId: run.txId, run: run.header, layout: this.layout, opened: this.opened(run) };
    return JSON.parse(JSON.stringify(good(openingOf(of, [...pointers])))) as Json;
  }
}
