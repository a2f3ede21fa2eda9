// A wallet and an issuer that share no code with the node, nor with @openid4vc: mdocs by @auth0/mdl, SD-JWTs by
// @meeco/sd-jwt, the transcript by cborg, all else by node:crypto.
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { DeviceResponse, Document, MDoc, parse, Verifier } from '@auth0/mdl';
import { decodeSDJWT, issueSDJWT, verifySDJWT } from '@meeco/sd-jwt';
import { encode } from 'cborg';
import { jwtOf } from './phone.js';
import type { RequestObject } from './verifier-fixtures.js';

interface Keys {
  readonly privateKey: KeyObject;
}
export interface Certified extends Keys {
  /** DER. */
  readonly certificate: Uint8Array;
}
interface Licence {
  readonly docType: string;
  readonly nameSpace: string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const jwkOf = ({ privateKey }: Keys) => ({ ...privateKey.export({ format: 'jwk' }), kid: 'key-1' });
const publicOf = (keys: Keys) => (({ d: _, kid: __, ...rest }) => rest)(jwkOf(keys) as Record<string, unknown>);
const pemOf = (der: Uint8Array) => new X509Certificate(der).toString();

/** SessionTranscript (OpenID4VP 1.0 appendix B.2.6.1), as the item that ISO 18013-5 signs. */
function transcriptOf({ client_id: clientId, nonce, response_uri: uri, client_metadata: metadata }: RequestObject) {
  const [key] = metadata.jwks?.keys ?? [];
  const members = key && JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x, y: key.y });
  const handover = encode([clientId, nonce, members === undefined ? null : sha256(members), uri]);
  const transcript = encode([null, null, ['OpenID4VPHandover', sha256(handover)]]);
  return Buffer.concat([Buffer.from('d818', 'hex'), encode(transcript)]);
}

/** The response that a credential becomes before its holder chose: what the library reads. */
function wholeMdoc(issued: Uint8Array, docType: string): MDoc {
  const parts = ['a3', 'version', '1.0', 'documents', '81a2', 'docType', docType, 'issuerSigned'];
  const isHead = (part: string) => /^(?:a3|81a2)$/.test(part);
  const head = parts.map((part) => (isHead(part) ? Buffer.from(part, 'hex') : encode(part)));
  return parse(Buffer.concat([...head, issued, encode('status'), encode(0)]));
}

/** An mdoc as an issuer gave it, shown to who asked: the elements of these names. */
export async function showMdoc(
  issued: string,
  { docType, nameSpace, names }: Licence & { readonly names: readonly string[] },
  { request, holder }: { readonly request: RequestObject; readonly holder: Keys },
): Promise<string> {
  const fields = names.map((name) => ({ path: [`$['${nameSpace}']['${name}']`], intent_to_retain: false }));
  const response = await DeviceResponse.from(wholeMdoc(Buffer.from(issued, 'base64url'), docType))
    .usingPresentationDefinition({
      id: 'question',
      input_descriptors: [
        {
          ...{ id: docType, format: { mso_mdoc: { alg: ['ES256'] } } },
          constraints: { limit_disclosure: 'required', fields },
        },
      ],
    })
    .usingSessionTranscriptBytes(transcriptOf(request))
    .authenticateWithSignature(jwkOf(holder), 'ES256')
    .sign();
  return response.encode().toString('base64url');
}

/** What its verifier says against a response. Throws where it cannot read one. */
export async function faultsOfMdoc(response: string, request: RequestObject, root: Uint8Array) {
  const faults: string[] = [];
  await new Verifier([pemOf(root)]).verify(Buffer.from(response, 'base64url'), {
    encodedSessionTranscript: transcriptOf(request),
    onCheck: ({ status, id }) => {
      if (status === 'FAILED') faults.push(id);
    },
  });
  return faults;
}

export async function issueMdoc(
  { docType, nameSpace, elements }: Licence & { readonly elements: Readonly<Record<string, unknown>> },
  { issuer, holder, atMs }: { readonly issuer: Certified; readonly holder: Keys; readonly atMs: number },
): Promise<string> {
  const signed = await new Document(docType)
    .addIssuerNameSpace(nameSpace, { ...elements })
    .useDigestAlgorithm('SHA-256')
    .addValidityInfo({
      signed: new Date(atMs),
      validFrom: new Date(atMs),
      validUntil: new Date(atMs + 86_400_000),
    })
    .addDeviceKeyInfo({ deviceKey: publicOf(holder) as never })
    .sign({ issuerPrivateKey: jwkOf(issuer), issuerCertificate: pemOf(issuer.certificate), alg: 'ES256' });
  // The credential alone, as OpenID4VCI 1.0 A.2.4 carries it, out of the response that the library writes.
  const response = new MDoc([signed]).encode();
  const start = response.indexOf(Buffer.from(encode('issuerSigned'))) + encode('issuerSigned').length;
  const end = response.lastIndexOf(Buffer.from(encode('status')));
  return response.subarray(start, end).toString('base64url');
}

/** An SD-JWT VC shown with the claims of these names. */
export function showSdJwt(
  text: string,
  names: readonly string[],
  { request, holder, atMs }: { readonly request: RequestObject; readonly holder: Keys; readonly atMs: number },
): string {
  const [issued = ''] = text.split('~');
  const shown = decodeSDJWT(text).disclosures.filter(({ key }) => names.includes(key));
  const presented = `${[issued, ...shown.map(({ disclosure }) => disclosure)].join('~')}~`;
  const { client_id: aud, nonce } = request;
  const payload = { aud, nonce, iat: Math.floor(atMs / 1000), sd_hash: sha256(presented).toString('base64url') };
  return presented + jwtOf({ ...holder, jwk: {} }, { typ: 'kb+jwt', alg: 'ES256' }, payload);
}

/** The claims of a credential for who believes its issuer. */
export function claimsOfSdJwt(text: string): Promise<Record<string, unknown>> {
  return verifySDJWT(
    text,
    async () => true,
    async () => (data: string) => sha256(data).toString('base64url'),
  ) as never;
}

export function issueSdJwt(
  claims: Readonly<Record<string, unknown>>,
  { issuer, holder, names }: { readonly issuer: Certified; readonly holder: Keys; readonly names: readonly string[] },
): Promise<string> {
  let salts = 0;
  const x5c = [Buffer.from(issuer.certificate).toString('base64')];
  return issueSDJWT(
    { alg: 'ES256', typ: 'dc+sd-jwt', x5c },
    { ...claims, cnf: { jwk: publicOf(holder) as never } },
    { _sd: [...names] },
    {
      signer: async (header, payload) => jwtOf({ ...issuer, jwk: {} }, header, payload).split('.')[2] as string,
      hash: { alg: 'sha-256', callback: (data) => sha256(data).toString('base64url') },
      generateSalt: () => sha256(`salt ${salts++}`).subarray(0, 16).toString('base64url'),
    },
  );
}
