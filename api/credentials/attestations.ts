// Attestations of wallets by their makers, before an issuer: by anchors of its trust lists, of those of the platform, and
// of the settings. An issuer that knows none passes attestations over, as it does what it does not know.

import { makerChain } from '../../core/credentials/issuing/attester.js';
import { type AttestedClient, judgeClientAttestation } from '../../core/credentials/issuing/client-attestation.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import type { ApiDeps } from '../deps/deps.js';
import type { AskedIssuer } from './issuers.js';

type Deps = Pick<ApiDeps, 'certificates' | 'clock' | 'credentials'>;

export interface AttestationHeaders {
  readonly 'oauth-client-attestation'?: string | undefined;
  readonly 'oauth-client-attestation-pop'?: string | undefined;
}

/** Whether the issuer believes any maker of wallets. */
export function takesAttestations(
  { certificates }: Pick<Deps, 'certificates'>,
  { organisation }: AskedIssuer,
): boolean {
  return certificates.hasAnchors(organisation.id);
}

/** To judge an attestation by: anchors are looked up by the certificates that it states. */
export async function attestationView(
  { certificates, clock }: Deps,
  issuer: AskedIssuer,
  attestation: string | undefined,
) {
  const organisationId = issuer.organisation.id;
  const chain = makerChain(attestation);
  const anchors = chain.length > 0 ? await certificates.anchorsOf({ organisationId, chain }) : [];
  return { anchors, atMs: clock.now(), takesAttestations: certificates.hasAnchors(organisationId) };
}

/** The client that the headers attest, its proof unspent; undefined where they attest none. `invalid_client`. */
export async function attestedClient(
  deps: Deps,
  issuer: AskedIssuer,
  { headers, clientId }: { readonly headers: AttestationHeaders; readonly clientId: string | undefined },
): Promise<AttestedClient | WalletRefusal | undefined> {
  const { 'oauth-client-attestation': attestation, 'oauth-client-attestation-pop': proof } = headers;
  if ((attestation === undefined && proof === undefined) || !takesAttestations(deps, issuer)) return undefined;
  if (attestation === undefined || proof === undefined)
    return new WalletRefusal('invalid_client', 'An attestation comes with its proof, each in a header of its own.');
  const view = await attestationView(deps, issuer, attestation);
  const asked = { ...view, audience: issuer.url, clientId };
  return judgeClientAttestation({ attestation, proof }, asked);
}

/** Spends its proof; why it cannot be spent. */
export function spendAttestation(
  { clock, credentials }: Deps,
  client: AttestedClient | undefined,
): WalletRefusal | undefined {
  if (client === undefined || credentials.attestationProofs.add(client.proofId, clock.steady())) return undefined;
  return new WalletRefusal('invalid_client', 'The proof of the attestation came before (jti).');
}
