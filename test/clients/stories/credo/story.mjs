// Credo, a wallet that no test of Quorate was written with: it takes credentials of a node and shows them to it.
// QUORATE_URL and QUORATE_TOKEN are those of an administrator.
import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';
import {
  Agent,
  ConsoleLogger,
  InjectionSymbols,
  Kms,
  LogLevel,
  RecordNotFoundError,
  SdJwtVcModule,
  X509Module,
} from '@credo-ts/core';
import { agentDependencies, NodeInMemoryKeyManagementStorage, NodeKeyManagementService } from '@credo-ts/node';
import { OpenId4VcModule } from '@credo-ts/openid4vc';
import * as x509 from '@peculiar/x509';

const { QUORATE_URL: url, QUORATE_TOKEN: token } = process.env;
const dist = (path) => import(`${process.env.QUORATE_DIST}/${path}.js`);
const { operatorOf, signedList } = await dist('test/support/trust-lists/signed-list');
const DOC_TYPE = 'org.story.member.1';
const SPACE = 'org.story.1';
const LIST = 'authorities';
const POLICY = { sources: [{ kind: 'x509-lotl', trustListId: LIST }] };

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};

async function ask(method, path, body) {
  const answer = await fetch(url + path, {
    ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  check(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** What Credo keeps, in memory. */
class Records {
  supportsCursorPagination = false;
  #byId = new Map();
  #key = ({ type }, id) => `${type} ${id}`;
  async save(_, record) {
    this.#byId.set(this.#key(record, record.id), record.clone());
  }
  async update(_, record) {
    await this.save(_, record);
  }
  async delete(_, record) {
    this.#byId.delete(this.#key(record, record.id));
  }
  async deleteById(_, recordClass, id) {
    this.#byId.delete(this.#key(recordClass, id));
  }
  async getById(_, recordClass, id) {
    const record = this.#byId.get(this.#key(recordClass, id));
    if (record === undefined) throw new RecordNotFoundError('none', { recordType: recordClass.type });
    return record.clone();
  }
  async getAll(_, recordClass) {
    return [...this.#byId.values()].filter(({ type }) => type === recordClass.type).map((record) => record.clone());
  }
  async findByQuery(context, recordClass, query) {
    const all = await this.getAll(context, recordClass);
    return all.filter((record) => isOf(record.getTags(), query));
  }
}

function isOf(tags, { $or, $and, $not, ...simple }) {
  const isIn = ([name, wanted]) =>
    Array.isArray(wanted) ? wanted.every((each) => tags[name]?.includes(each)) : tags[name] === wanted;
  if ($or?.length > 0 && !$or.some((query) => isOf(tags, query))) return false;
  if ($and && !$and.every((query) => isOf(tags, query))) return false;
  if ($not && isOf(tags, $not)) return false;
  return Object.entries(simple).every(isIn);
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
x509.cryptoProvider.set(webcrypto);

/**
 * The certificate for a request, by an authority outside: its names have a country, as ISO 18013-5 has it and Credo
 * wants it.
 */
async function certified(csrPem) {
  const keys = await webcrypto.subtle.generateKey(ES256, true, ['sign', 'verify']);
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 300 * DAY_MS) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=Authority, C=NL', ...dates, signingAlgorithm: ES256, keys },
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const request = new x509.Pkcs10CertificateRequest(csrPem);
  check(await request.verify(), 'the request is not signed by its key');
  const leaf = await x509.X509CertificateGenerator.create({
    ...{ serialNumber: '02', subject: request.subject, issuer: root.subject, ...dates, signingAlgorithm: ES256 },
    ...{ publicKey: request.publicKey, signingKey: keys.privateKey },
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(await request.publicKey.export()),
    ],
  });
  return { root, leaf };
}

/** The wallet of the organisation that issues and asks, with a certificate; its root stands in a trust list. */
async function prepare() {
  const { organizationId } = await ask('GET', '/api/auth/me');
  const made = { title: 'Issuer', keyType: 'NISTP256', organizationId };
  const { walletAddress } = await ask('POST', '/api/wallets', made);
  const base = `/api/v1/trust/tenants/${organizationId}/orgs/${walletAddress}`;
  const { csrPem } = await ask('POST', `${base}/csr`, { subjectDn: 'CN=Permits, C=NL' });
  const { root, leaf } = await certified(csrPem);
  await ask('POST', `${base}/certificates/import`, {
    ...{ certificatePem: leaf.toString('pem'), chainPem: [root.toString('pem')] },
    confirmAnchor: createHash('sha256').update(Buffer.from(root.rawData)).digest('hex'),
  });
  const operator = operatorOf('Operator');
  const certificate = Buffer.from(root.rawData).toString('base64');
  const content = { sequence: Math.floor(Date.now() / 1000), services: [{ certificates: [certificate] }] };
  await ask('POST', '/api/v1/trust/trustlists/import', {
    ...{ trustListId: LIST, file: signedList(content, operator), operatorCertificates: [operator.certificate] },
  });
  return { walletAddress, root: certificate };
}

/** The node names itself by the port of its settings, and listens at one that the machine chose. */
const fetchAt = (at, init) => fetch(String(at).replace(/^http:\/\/localhost:0/, url), init);

async function walletOf(root) {
  const agent = new Agent({
    config: {
      ...{ logger: new ConsoleLogger(LogLevel.off), allowInsecureHttpUrls: true, autoUpdateStorageOnStartup: true },
    },
    dependencies: { ...agentDependencies, fetch: fetchAt },
    modules: {
      // Credo fetches by https alone, unless it is told how.
      sdJwtVc: new SdJwtVcModule({ customTypeMetadataResolver: async (vct) => (await fetchAt(vct)).json() }),
      records: {
        register: (manager) => manager.registerInstance(InjectionSymbols.StorageService, new Records()),
      },
      keys: new Kms.KeyManagementModule({
        backends: [new NodeKeyManagementService(new NodeInMemoryKeyManagementStorage())],
        defaultBackend: 'node',
      }),
      x509: new X509Module({ trustedCertificates: [root] }),
      openid4vc: new OpenId4VcModule(),
    },
  });
  await agent.initialize();
  return agent;
}

/** Takes the credential of an offer, bound to a key of the wallet. */
async function take({ agent, offer, txCode }) {
  const { holder } = agent.openid4vc;
  const resolvedCredentialOffer = await holder.resolveCredentialOffer(offer);
  const given = await holder.requestToken({ resolvedCredentialOffer, ...(txCode && { txCode }) });
  const { credentials } = await holder.requestCredentials({
    ...{ resolvedCredentialOffer, ...given },
    verifyCredentialStatus: true,
    credentialBindingResolver: async () => {
      const { publicJwk } = await agent.kms.createKey({ type: { kty: 'EC', crv: 'P-256' } });
      return { method: 'jwk', keys: [Kms.PublicJwk.fromPublicJwk(publicJwk)] };
    },
  });
  check(credentials.length === 1, 'not one credential');
  const [{ record }] = credentials;
  await (record.type === 'MdocRecord' ? agent.mdoc.store({ record }) : agent.sdJwtVc.store({ record }));
  return record;
}

/** A type that wallets read about at the address that is its name, as the organisation states it. */
async function stateType() {
  const { organizationId } = await ask('GET', '/api/auth/me');
  const { subdomain } = await ask('GET', `/api/organizations/${organizationId}`);
  const { credential_issuer: node } = await ask('GET', '/.well-known/openid-credential-issuer');
  const credentialType = `${node}/credentials/types/${subdomain}/member`;
  await ask('PUT', `/api/organizations/${organizationId}/credential-configurations`, {
    configurations: [{ credentialType, format: 'dc+sd-jwt', display: [{ name: 'Mitglied', locale: 'de' }] }],
  });
  return credentialType;
}

/** Its own schema reads the document. */
async function readType(agent, record, type) {
  const sdJwtVc = agent.sdJwtVc.fromCompact(record.firstCredential.compact);
  const { mergedTypeMetadata } = await agent.sdJwtVc.fetchTypeMetadata(sdJwtVc);
  const [shown] = mergedTypeMetadata.display;
  check(mergedTypeMetadata.vct === type && shown.name === 'Mitglied' && shown.locale === 'de', JSON.stringify(shown));
}

/** Answers a request of the node, and gives what came of it there. */
async function show(agent, question) {
  const { requestId, authorizationRequestUri } = await ask('POST', '/api/v1/verifier/requests', question);
  const { holder } = agent.openid4vc;
  const resolved = await holder.resolveOpenId4VpAuthorizationRequest(authorizationRequestUri);
  const credentials = holder.selectCredentialsForDcqlRequest(resolved.dcql.queryResult);
  await holder.acceptOpenId4VpAuthorizationRequest({
    authorizationRequestPayload: resolved.authorizationRequestPayload,
    dcql: { credentials },
  });
  return ask('GET', `/api/v1/verifier/requests/${requestId}/result`);
}

const { walletAddress, root } = await prepare();
const TYPE = await stateType();
const agent = await walletOf(root);
const done = [];
const WAYS = [{ responseMode: 'direct_post' }, { responseMode: 'direct_post.jwt' }, { profile: 'haip' }];
const CREDENTIALS = [
  ['an SD-JWT VC', { credentialType: TYPE, claims: { given_name: 'Eve', rank: 7 } }, 'given_name'],
  [
    'an mdoc',
    { credentialType: DOC_TYPE, format: 'mso_mdoc', claims: { [SPACE]: { given_name: 'Eve', rank: 7 } } },
    `["${SPACE}","given_name"]`,
  ],
];
for (const [what, stated, claimName] of CREDENTIALS) {
  const offer = { issuerWalletAddress: walletAddress, ...stated, txCode: {} };
  const { credentialType, format } = stated;
  const { offerId, credentialOfferUri, txCode } = await ask('POST', '/api/v1/offers', offer);
  const record = await take({ agent, offer: credentialOfferUri, txCode });
  if (credentialType === TYPE) await readType(agent, record, TYPE);
  const question = { credentialType, ...(format && { format }), requiredClaims: [{ claimName }], trustPolicy: POLICY };
  for (const way of WAYS) {
    const { state, result } = await show(agent, { ...question, ...way });
    check(
      state === 'Verified' && result.verifiedClaims[claimName] === 'Eve',
      `not verified: ${JSON.stringify(result)}`,
    );
  }
  const { credentialId } = await ask('GET', `/api/v1/offers/${offerId}`);
  await ask('POST', `/api/v1/credentials/${credentialId}/revoke`, {});
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { state, result } = await show(agent, question);
  check(state === 'Refused' && result.errors[0].code === 'status', `revoked, and ${state}`);
  done.push(`takes ${what} and shows it in ${WAYS.length} ways, until it is revoked`);
}
process.stdout.write(`Credo ${done.join('; ')}\n`);
await agent.shutdown();
process.exit(0);
