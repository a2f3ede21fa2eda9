// A sealed action of a party whose key is elsewhere: what it commits is up to the test.
import { sha256 } from '../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import { contentOf, encryptCells } from '../../../../core/envelope/cells/encrypt.js';
import type { FileReference } from '../../../../core/envelope/envelope.js';
import type { FileManifest } from '../../../../core/envelope/files.js';
import { groupsOf } from '../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import type { WalletKey } from '../../../../core/envelope/sealed-group.js';
import type { Submission } from '../../../../core/model/transaction.js';
import { good } from '../../../support/base/good.js';
import { type Gated, gatedContent } from '../../../support/credentials/gated-runs.js';
import { submission, type Wallet } from '../../../support/register/ledger.js';
import type { World } from '../../world/world.js';
import { BLUEPRINT, type DraftRegister } from '../draft-register.js';

export interface OutsideRun {
  readonly definition: JsonObject;
  /** That of the draft register unless stated. */
  readonly blueprintId?: string;
  readonly instanceId: string;
  /** The place of the action in the definition: the first unless stated. */
  readonly at?: number;
  /** The transaction that it follows. */
  readonly previous?: string;
  readonly by: Wallet;
  readonly data: JsonObject;
  readonly next: readonly number[];
  /** Wallets by role. */
  readonly holders: Readonly<Record<string, string>>;
  readonly keys: readonly Pick<WalletKey, 'walletAddress' | 'publicKey'>[];
  readonly files?: { readonly manifests: readonly FileManifest[]; readonly references: readonly FileReference[] };
  /** What it states of its gates, and the evidence. */
  readonly gated?: Gated;
  /** The change that a patched sender makes to the text of its payload. */
  readonly alter?: (payload: string) => string;
}

export function outsideRun(
  world: World,
  { registerId, pin }: Pick<DraftRegister, 'registerId' | 'pin'>,
  of: OutsideRun,
): Submission {
  const { by, data, next, holders, keys, instanceId, previous, files, gated, alter = (text) => text } = of;
  const definition = of.definition as unknown as Definition;
  const action = definition.actions[of.at ?? 0] as Action;
  const place = { registerId, instanceId, actionId: String(action.id), publicationTxId: pin };
  const run = { ...place, senderWallet: by.address, ...(previous && { previousTransactionId: previous }) };
  const layout = layoutOf(definition, action);
  const all = new Map(Object.entries(holders).map(([role, wallet]) => [role, [wallet]]));
  const groups = groupsOf(layout, all).map(({ wallets, classes }) => ({
    classes,
    recipients: wallets.map((wallet) => {
      const key = keys.find(({ walletAddress }) => walletAddress === wallet);
      if (!key) throw new Error(`a key of ${wallet}`);
      return { ...key, algorithm: 'ED25519' as const };
    }),
  }));
  const manifests = files?.manifests ?? [];
  const content = gated
    ? gatedContent({ run, layout, data, files: manifests }, gated)
    : good(contentOf(layout, data, manifests));
  const made = good(
    encryptCells({ run, ...content, groups, files: files?.references ?? [], entropy: sha256(instanceId) }),
  );
  const payload = JSON.parse(alter(JSON.stringify(made))) as { wallets: readonly { walletAddress: string }[] };
  const routing = { completedActionId: action.id, next: [...next], blueprintDefinitionTxId: pin };
  const draft = {
    ...{ ...run, blueprintId: of.blueprintId ?? BLUEPRINT, createdAt: new Date(world.deps.clock.now()).toISOString() },
    recipients: payload.wallets.map(({ walletAddress }) => walletAddress),
    metadata: {
      ...{ type: 'Action', contentEncoding: 'encrypted', routing },
      ...(gated && { gates: gated.statements as Json }),
    } as JsonObject,
    payload: payload as unknown as Json,
  };
  return submission(draft, [by]);
}
