// Attestations of wallets by their makers, before an issuer: by anchors of its trust lists, of those of the platform,
// and of the settings. An issuer that knows none passes attestations over, as it does what it does not know.

import type { AttestationView } from '../../core/credentials/issuing/attester.js';
import {
  type AttestedClient,
  judgeClientAttestation,
  readClientAttestation,
} from '../../core/credentials/issuing/client-attestation.js';
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

export interface AskedMaker {
  /** The certificates that its attestation states: anchors are looked up by them. */
  readonly chain: readonly Uint8Array[];
  /** Its list alone counts, where it names one. */
  readonly rule: AttestationRule | undefined;
}

/** To judge an attestation by. */
export async function attestationView(
  { certificates, clock }: Deps,
  { organisation }: AskedIssuer,
  { chain, rule }: AskedMaker,
): Promise<AttestationView> {
  const asked = { organisationId: organisation.id, chain, trustListId: rule?.trustListId };
  return { anchors: await certificates.anchorsOf(asked), atMs: clock.now() };
}

/**
 * The client that the headers attest, as the type asks it where that is known; its proof is unspent. Undefined where
 * they attest none, and no type asks for one. `invalid_client`.
 */
export async function attestedClient(
  deps: Deps,
  issuer: AskedIssuer,
  {
    headers,
    clientId,
    credentialType,
  }: {
    readonly headers: AttestationHeaders;
    readonly clientId: string | undefined;
    readonly credentialType?: string | undefined;
  },
): Promise<AttestedClient | WalletRefusal | undefined> {
  const { 'oauth-client-attestation': attestation, 'oauth-client-attestation-pop': proof } = headers;
  const rule = credentialType === undefined ? undefined : rulesOf(deps, issuer, credentialType).clientAttestation;
  if ((attestation === undefined && proof === undefined) || !takesAttestations(deps, issuer))
    return (
      rule && new WalletRefusal('invalid_client', 'A credential of this type is for wallets that their maker attests.')
    );
  if (attestation === undefined || proof === undefined)
    return new WalletRefusal('invalid_client', 'An attestation comes with its proof, each in a header of its own.');
  const asked = { atMs: deps.clock.now(), audience: issuer.url, clientId };
  const client = readClientAttestation({ attestation, proof }, asked);
  if (client instanceof WalletRefusal) return client;
  return judgeClientAttestation(client, await attestationView(deps, issuer, { chain: client.chain, rule }));
}

/** The rules of the issuer for a type. */
export function rulesOf(
  { credentials }: Pick<Deps, 'credentials'>,
  { organisation }: AskedIssuer,
  type: string,
): TypeRules {
  return credentials.issuers.of(organisation.id).types.find(({ credentialType }) => credentialType === type) ?? {};
}

/** Spends its proof; why it cannot be spent. */
export function spendAttestation(
  { clock, credentials }: Deps,
  client: AttestedClient | undefined,
): WalletRefusal | undefined {
  if (client === undefined) return undefined;
  // Its key holds the place, so that one wallet fills no room of others.
  const [key] = client.proofId.split(' ');
  if (credentials.attestationProofs.add(client.proofId, clock.steady(), key)) return undefined;
  return new WalletRefusal(
    'invalid_client',
    'The proof of the attestation came before (jti), or too many came of its key.',
  );
}
