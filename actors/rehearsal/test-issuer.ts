// The test issuer of a rehearsal as formats of credentials know it: by a DID that is its key, and by a certificate. The
// authority of that signs no other and is gone. The definition in the sandbox names both, and nothing else does: so
// what the test issuer gives opens no gate of another register.
import { fromBase64, toBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { didOfJwk } from '../../core/crypto/keys/did-keys.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { signForm, spkiOf } from '../../core/trust/certificates/signed-form.js';
import {
  commonName,
  makeAuthorityCertificate,
  makeOrganisationCertificate,
} from '../../storage/pki/organisation-certificate.js';
import type { RoleWallet } from '../../storage/tables/workflow/rehearsals.js';

/** Stands in the place of a role. It is not a participant id. */
export const TEST_ISSUER = '@issuer';
const SEED_BYTES = 32;
/** A rehearsal ends a day after somebody last went on with it. */
const LIFE_MS = 365 * 24 * 60 * 60 * 1000;
const HOST = 'rehearsal.invalid';

interface IssuerPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'bytes'>;
}

/** The certificates (DER) of the key, an uncompressed point of P-256. */
export async function certifyTestIssuer(
  { clock, random }: IssuerPorts,
  publicKey: Uint8Array,
): Promise<Result<NonNullable<RoleWallet['certificates']>>> {
  const pair = generate('NISTP256', random.bytes(SEED_BYTES));
  const key = { spki: spkiOf(pair.publicKey), sign: async (form: Uint8Array) => signForm(pair, 'authority', form) };
  const life = { notBeforeMs: clock.now(), notAfterMs: clock.now() + LIFE_MS };
  const anchor = await makeAuthorityCertificate(key, { name: 'Rehearsal', ...life });
  const leaf = isFailure(anchor)
    ? anchor
    : await makeOrganisationCertificate(
        { ...key, issuer: anchor },
        { ...life, subject: commonName('Test issuer'), host: HOST, spki: spkiOf(publicKey), uses: ['credentials'] },
      );
  pair.privateKey.fill(0);
  if (isFailure(anchor)) return anchor;
  return isFailure(leaf) ? leaf : { anchor: toBase64(anchor), leaf: toBase64(leaf) };
}

/** The source of trust of a definition in the sandbox, for formats whose issuers have certificates. */
export function anchorSource({ certificates }: RoleWallet): JsonObject {
  const anchors = certificates === undefined ? [] : [sha256Hex(bytesOf(certificates.anchor))];
  return { kind: 'x509-tenant', anchors, confersAssurance: 'Low' };
}

/** The same for formats whose issuers may be a DID. */
export function didSource(issuer: RoleWallet): JsonObject {
  return { kind: 'did-allowlist', allowedIssuers: [didOf(issuer)], confersAssurance: 'Low' };
}

const bytesOf = (text: string) => fromBase64(text) as Uint8Array;
const pointOf = ({ publicKey }: RoleWallet) => bytesOf(publicKey);
export const keyIn = (issuer: RoleWallet) => spkiOf(pointOf(issuer));
export const didOf = (issuer: RoleWallet) => didOfJwk(p256Jwk(pointOf(issuer)));
