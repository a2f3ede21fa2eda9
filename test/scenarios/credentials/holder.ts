// A person who holds credentials in a wallet of a node: takes what is offered, and shows it to verifiers and at gates.
import { clientOf, newPlayer, type Player } from '../../../cli/harness/cast.js';
import type { ActionAtGates } from '../../../cli/harness/course.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { codeOf } from './refusals.js';

export interface Held {
  readonly holder: Player;
  readonly credentialId: string;
}

/** Its wallet both acts and holds. */
export function newHolder(at: ClusterMember, name: string): Promise<Player> {
  return newPlayer({ name, organisation: at.name, at, algorithm: 'NISTP256' });
}

export async function receive(holder: Player, offerUri: string): Promise<Held> {
  const params = { address: holder.address };
  const answer = await clientOf(holder).receiveCredentials({ params, body: { offerUri, consent: true } });
  const [credential] = 'credentials' in answer ? answer.credentials : [];
  if (credential === undefined || !('credentialId' in credential)) throw new Error('No credential came.');
  return { holder, credentialId: credential.credentialId };
}

/** The text of a copy, with all that its holder may show. */
export async function textOf({ holder, credentialId }: Held): Promise<string> {
  const params = { address: holder.address, credentialId };
  const { tokens } = await clientOf(holder).exportHeldCredential({ params });
  return tokens[0]?.rawToken ?? '';
}

/** Shows it to a verifier, by the text of the QR code. A verifier that refuses it says so to the wallet. */
export async function showTo(asked: { readonly authorizationRequestUri: string }, { holder, credentialId }: Held) {
  const client = clientOf(holder);
  const body = { request: asked.authorizationRequestUri, walletAddress: holder.address };
  const { presentationId, verifier, selection } = await client.resolvePresentation({ body });
  const chosen = selection.map(({ queryId }) => ({ queryId, credentialId }));
  const accepted = client.acceptPresentation({
    ...{ params: { presentationId }, body: { selection: chosen, consent: true } },
  });
  const refusal = await accepted.then(() => undefined, codeOf);
  return { verdict: verifier.verdict, refusal };
}

export const showAtGate =
  ({ holder, credentialId }: Held) =>
  async ({ gateId, requirements }: ActionAtGates) => {
    const body = {
      ...{ requirement: requirements[0]?.id ?? '', credentialId, consent: true },
      walletAddress: holder.address,
    };
    return clientOf(holder).presentAtGate({ params: { gateId }, body });
  };
