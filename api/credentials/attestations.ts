// Attestations of wallets by their makers, before an issuer: by anchors of its trust lists, of those of the platform,
// and of the settings. An issuer that knows none passes attestations over, as it does what it does not know.

import { makerChain } from '../../core/credentials/issuing/attester.js';
import { type AttestedClient, judgeClientAttestation } from '../../core/credentials/issuing/client-attestation.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import type { AttestationRule, TypeRules } from '../../core/credentials/issuing/type-rules.js';
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

export interface AskedAttestation {
  /** Anchors are looked up by the certificates that it states. */
  readonly attestation: string | undefined;
  /** Its list alone counts, where it names one. */
  readonly rule?: AttestationRule | undefined;
}

/** To judge an attestation by. */
export async function attestationView(
  { certificates, clock }: Deps,
  issuer: AskedIssuer,
  { attestation, rule }: AskedAttestation,
) {
  const organisationId = issuer.organisation.id;
  const asked = { organisationId, chain: makerChain(attestation), trustListId: rule?.trustListId };
  const anchors = asked.chain.length > 0 ? await certificates.anchorsOf(asked) : [];
  return { anchors, atMs: clock.now(), takesAttestations: certificates.hasAnchors(organisationId) };
}

/** The client that the headers attest, its proof unspent; undefined where they attest none. `invalid_client`. */
export async function attestedClient(
  deps: Deps,
  issuer: AskedIssuer,
  {
    headers,
    clientId,
    rule,
  }: {
    readonly headers: AttestationHeaders;
    readonly clientId: string | undefined;
    readonly rule?: AttestationRule;
  },
): Promise<AttestedClient | WalletRefusal | undefined> {
  const { 'oauth-client-attestation': attestation, 'oauth-client-attestation-pop': proof } = headers;
  if ((attestation === undefined && proof === undefined) || !takesAttestations(deps, issuer)) return undefined;
  if (attestation === undefined || proof === undefined)
    return new WalletRefusal('invalid_client', 'An attestation comes with its proof, each in a header of its own.');
  const view = await attestationView(deps, issuer, { attestation, rule });
  const asked = { ...view, audience: issuer.url, clientId };
  return judgeClientAttestation({ attestation, proof }, asked);
}

/** The rules of the issuer for a type. */
export function rulesOf(
  { credentials }: Pick<Deps, 'credentials'>,
  { organisation }: AskedIssuer,
  type: string,
): TypeRules {
  return credentials.issuers.of(organisation.id).types.find(({ credentialType }) => credentialType === type) ?? {};
}

/** Why a client gets no token for a credential of the type: its maker does not vouch for it as the type asks. */
export async function clientProblem(
  deps: Deps,
  issuer: AskedIssuer,
  asked: {
    readonly client: AttestedClient | undefined;
    readonly headers: AttestationHeaders;
    readonly credentialType: string;
  },
): Promise<WalletRefusal | undefined> {
  const { client, headers, credentialType } = asked;
  const rule = rulesOf(deps, issuer, credentialType).clientAttestation;
  if (rule === undefined) return undefined;
  if (client === undefined)
    return new WalletRefusal('invalid_client', 'A credential of this type is for wallets that their maker attests.');
  const { clientId } = client;
  const named =
    rule.trustListId === undefined ? client : await attestedClient(deps, issuer, { headers, clientId, rule });
  return named instanceof WalletRefusal ? named : undefined;
}

/** Spends its proof; why it cannot be spent. */
export function spendAttestation(
  { clock, credentials }: Deps,
  client: AttestedClient | undefined,
): WalletRefusal | undefined {
  if (client === undefined || credentials.attestationProofs.add(client.proofId, clock.steady())) return undefined;
  return new WalletRefusal('invalid_client', 'The proof of the attestation came before (jti).');
}
