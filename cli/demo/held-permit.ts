// The act of the permit in the wallet: the town issues the permit that it approved, and the contractor takes it into a
// wallet of its own node.
import { clientOf, type Player } from '../harness/cast.js';
import { accountAt, awaitCredential, takeCredential } from '../harness/credentials.js';
import type { Narrator } from './narrator.js';
import type { Approval, Town } from './permit.js';
import { short } from './world.js';

const DAYS = 1095;
const DAY_MS = 86_400_000;

export interface HeldPermit {
  /** Id of the credential where it was issued. */
  readonly issuedId: string;
  /** TxId of its Issuance. */
  readonly issuance: string;
  /** Id in the wallet of its holder. */
  readonly heldId: string;
  readonly type: string;
}

export function holdPermit(tell: Narrator, { players }: Town, { instanceId }: Approval): Promise<HeldPermit> {
  return tell.step(async (step) => {
    const { contractor, planner } = players;
    step.say(
      'The approval says that a credential follows from it. The town seals an Issuance behind it: digests, and no claim.',
    );
    const { credentialId: issuedId, issuanceTxId: issuance } = await awaitCredential(contractor, instanceId);
    step.show('issuance', short(issuance));
    step.say(
      'The contractor has an account at the town, and linked its wallet there by a signature. It opens an offer; its wallet takes the permit over OpenID4VCI.',
    );
    const account = await accountAt(planner.at, contractor);
    const heldId = await takeCredential(contractor, { issuer: planner.at, account, credentialId: issuedId });
    const held = await readHeld(contractor, heldId);
    const { type, issuer, receivedAt, expiresAt = '', claims } = held;
    step.show('type', type);
    step.show('issuer', issuer);
    step.show('number', String(claims.permitNumber));
    const days = (Date.parse(expiresAt) - Date.parse(receivedAt)) / DAY_MS;
    step.expect(Math.round(days) === DAYS, `The permit is in the contractor's wallet, good for ${DAYS} days.`);
    return { issuedId, issuance, heldId, type };
  });
}

function readHeld(player: Player, credentialId: string) {
  return clientOf(player).getHeldCredential({ params: { address: player.address, credentialId } });
}
