// A register whose pins, records and definition let a licence pass the gate of an action: x applies with it, y reads
// the evidence, and z reads the data alone.
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';
import { type GatedRun, nonceOf } from '../../../core/credentials/gate/bytes.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import type { GateFormat } from '../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { KeptGates } from '../../../core/envelope/cells/kept.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { trustRootAt } from '../../../core/register/trust/as-of.js';
import { asks, definitionOf, num, shows, to } from '../definitions/short-definitions.js';
import { alice, bob, AT as MADE_AT, REGISTER_ID, signed, type Wallet, wallet } from '../register/ledger.js';
import { recordOf } from '../register/people.js';
import { SealedLedger, type Sent } from '../register/sealed-ledger.js';
import { byOwner, pinning } from '../register/trust.js';
import { ANCHOR_HASH, AT, AT_SECONDS, AUDIENCE, CHALLENGE, partsOf, REQUIREMENTS, type Showing } from './gate.js';
import { HOLDER } from './shown.js';

export const carol = wallet('carol');
/** The time of the docket, one minute after the gate was judged. */
export const SEALED_MS = AT_SECONDS * 1000 + 60_000;

export type Requires = Partial<CredentialRequirement>;

/** The definition of a gated action and one of y that follows it, with more members. */
export function gatedDefinition(
  requirements: readonly Requires[],
  format: GateFormat = 'sd-jwt-vc',
  next: JsonObject = {},
): JsonObject {
  const gates = requirements.map((more) => ({ readers: ['y'], ...REQUIREMENTS[format], ...more })) as unknown as Json;
  return {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2), credentialRequirements: gates },
      { sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(), ...next },
    ]),
    disputes: {},
    participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    })),
  } as unknown as JsonObject;
}

/** The record of the verifier y, and the one of the holder x. */
function records(holderKey: Uint8Array): readonly Transaction[] {
  const record = (id: string, of: Wallet, more: object): Transaction =>
    signed(
      {
        ...{ registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION },
        ...{ senderWallet: of.address, createdAt: MADE_AT },
        payload: { ...recordOf(id, [of]), ...more } as never,
      },
      [of],
    );
  return [
    record('office', bob, { verifierIds: [AUDIENCE] }),
    record('applicant', alice, { holderKeys: [p256Thumbprint(holderKey)] }),
  ];
}

/** One act for all of them, so that two have the same state. */
const PINNED = byOwner(pinning('eu', 7, [ANCHOR_HASH]));

export interface Shown {
  readonly format?: GateFormat;
  readonly showing?: Showing;
  readonly statement?: Partial<GateStatement>;
  /** Beside it, or in its place. */
  readonly statements?: (usual: JsonObject) => readonly JsonObject[];
  readonly parts?: (parts: GateParts, run: GatedRun) => ReadonlyMap<string, GateParts>;
  readonly isOpen?: boolean;
  readonly onKept?: (kept: KeptGates) => void;
}

export class GatedLedger {
  readonly at: SealedLedger;

  /** `holderKey` is the one in the record of x, and `next` are members of the action that follows. */
  constructor(
    requirements: readonly Requires[] = [{}],
    format: GateFormat = 'sd-jwt-vc',
    {
      holderKey = HOLDER.publicKey,
      next,
    }: { readonly holderKey?: Uint8Array | undefined; readonly next?: JsonObject } = {},
  ) {
    this.at = new SealedLedger(
      gatedDefinition(requirements, format, next),
      [alice, bob, carol],
      [PINNED, ...records(holderKey)],
    );
  }

  /** As the tip has it. */
  statement(more: Partial<GateStatement> = {}): JsonObject {
    const { state, view } = this.at.ledger;
    const usual = { asOf: state.height, at: AT, id: 'licence', trust: trustRootAt(view, state.height) };
    return { ...usual, ...more } as unknown as JsonObject;
  }

  /** The opening of the instance by x, with what it shows. */
  sent(shown: Shown = {}, more: Partial<Sent> = {}): Sent {
    const { format = 'sd-jwt-vc', showing, statement, statements = (usual) => [usual], isOpen = false } = shown;
    const evidence = (run: GatedRun): ReadonlyMap<string, GateParts> => {
      const parts = partsOf(format, { nonce: nonceOf(run, CHALLENGE, 'licence'), ...showing });
      return shown.parts?.(parts, run) ?? new Map([['licence', parts]]);
    };
    const gated = { statements: statements(this.statement(statement)), evidence, isOpen, onKept: shown.onKept };
    return { action: 1, by: alice, data: { n: 1 }, next: [2], gated, ...more };
  }

  run(shown: Shown = {}, more: Partial<Sent> = {}): Transaction {
    return this.at.run(this.sent(shown, more));
  }

  /** `ok`, or the codes, in the docket of the usual time. */
  judge(shown: Shown = {}, more: Partial<Sent> = {}, atMs = SEALED_MS): string {
    return this.at.judge(this.run(shown, more), atMs);
  }

  take(shown: Shown = {}, more: Partial<Sent> = {}): Transaction {
    const tx = this.run(shown, more);
    this.at.ledger.sealAt(SEALED_MS, tx);
    return tx;
  }
}
