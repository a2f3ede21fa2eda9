// Credentials of the mdoc format between Quorate and two libraries of others: each issues and presents, and the others
// judge. Changed presentations are refused by all. QUORATE_DIST is the compiled program.
import 'reflect-metadata';
import {
  createHash,
  createPrivateKey,
  randomBytes,
  sign as signWith,
  verify as verifyWith,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import auth0 from '@auth0/mdl';
import * as owf from '@owf/mdoc';
import * as x509 from '@peculiar/x509';

const core = (path) => import(`${process.env.QUORATE_DIST}/core/${path}.js`);
const { heldMdocOf } = await core('credentials/mdoc/issuer-signed');
const { draftMdocCopy } = await core('credentials/issuing/mdoc-copy');
const { mdocCells, mdocResponse } = await core('credentials/mdoc/cells');
const { draftPresentation } = await core('credentials/mdoc/present');
const { verifyMdoc } = await core('credentials/mdoc/verify');
const { transcriptOf } = await core('credentials/mdoc/device-signed');
const { encodedItem, writeCbor } = await core('credentials/cbor/write');

const DOC = 'org.iso.18013.5.1.mDL';
const SPACE = 'org.iso.18013.5.1';
const ELEMENTS = {
  family_name: 'Garc\u00eda',
  document_number: '4711',
  age_over_18: true,
  height: 175,
  portrait: new Uint8Array(300),
};
const SHOWN = ['family_name', 'age_over_18', 'height'];
const NOW = Math.floor(Date.now() / 1000) * 1000;
const DAY = 86_400_000;

x509.cryptoProvider.set(webcrypto);
const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const generate = async () => {
  const keys = await webcrypto.subtle.generateKey(ES256, true, ['sign', 'verify']);
  const jwk = await webcrypto.subtle.exportKey('jwk', keys.privateKey);
  const point = new Uint8Array(await webcrypto.subtle.exportKey('raw', keys.publicKey));
  return { keys, point, jwk: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, d: jwk.d } };
};
const [ROOT, LEAF, HOLDER] = [await generate(), await generate(), await generate()];
HOLDER.jwk.kid = 'holder-1';
LEAF.jwk.kid = 'office-1';
const dates = { notBefore: new Date(NOW - 30 * DAY), notAfter: new Date(NOW + 30 * DAY) };
const root = await x509.X509CertificateGenerator.createSelfSigned({
  ...{ serialNumber: '01', name: 'CN=Root, C=NL', ...dates, signingAlgorithm: ES256, keys: ROOT.keys },
  extensions: [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ],
});
const leaf = await x509.X509CertificateGenerator.create({
  ...{ serialNumber: '02', subject: 'CN=Office, C=NL', issuer: root.subject, ...dates, signingAlgorithm: ES256 },
  ...{ publicKey: LEAF.keys.publicKey, signingKey: ROOT.keys.privateKey },
  extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)],
});
const [ROOT_DER, LEAF_DER] = [new Uint8Array(root.rawData), new Uint8Array(leaf.rawData)];

const ASKED = {
  clientId: 'x509_san_dns:shop.example',
  nonce: randomBytes(32).toString('base64url'),
  responseUri: 'https://shop.example/respond',
};
const TRANSCRIPT = transcriptOf(ASKED);
const signBy = ({ jwk }, bytes) =>
  signWith('sha256', bytes, { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' });

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};

/** Quorate: its judge of paths is asked elsewhere, so a leaf is one that the root signed. */
function judgedByQuorate(response, change = {}) {
  const findIssuer = ({ chain: [first] }) => {
    const certificate = new X509Certificate(first);
    if (!certificate.verify(new X509Certificate(ROOT_DER).publicKey)) return undefined;
    const { x, y } = certificate.publicKey.export({ format: 'jwk' });
    const publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return {
      publicKey,
      anchor: 'root',
      notBeforeMs: Date.parse(certificate.validFrom),
      notAfterMs: Date.parse(certificate.validTo),
    };
  };
  const claims = [
    { name: 'age', path: [SPACE, 'age_over_18'], values: [true] },
    { name: 'name', path: [SPACE, 'family_name'], values: [ELEMENTS.family_name] },
  ];
  return verifyMdoc(mdocCells(response), {
    docTypes: [DOC],
    claims,
    binding: ASKED,
    atMs: NOW + 1000,
    findIssuer,
    status: 'open',
    ...change,
  });
}

const quorate = {
  issue: async () => {
    // As the issuer of a node makes it of the claims of an offer.
    const { kty, crv, x, y } = HOLDER.jwk;
    const portrait = `data:image/jpeg;base64,${Buffer.from(ELEMENTS.portrait).toString('base64')}`;
    const draft = draftMdocCopy({
      ...{ credentialType: DOC, claims: { [SPACE]: { ...ELEMENTS, portrait, birth_date: '2001-02-28' } } },
      ...{ disclosable: [], issuerUrl: 'https://office.example', holder: { kty, crv, x, y } },
      ...{ issuer: { chain: [LEAF_DER], notBeforeMs: NOW - 30 * DAY }, issuedAtMs: NOW, validUntilMs: NOW + DAY },
      ...{ status: { uri: 'https://office.example/lists/1', index: 7 }, random: (length) => randomBytes(length) },
    });
    return Buffer.from(draft.finish(signBy(LEAF, draft.toSign)), 'base64url');
  },
  present: async (issued) => {
    const draft = draftPresentation(heldMdocOf(issued), ASKED, (_, name) => SHOWN.includes(name));
    return mdocResponse(draft.finish(signBy(HOLDER, draft.toSign)));
  },
  judge: async (response) => {
    const verdict = judgedByQuorate(response);
    check(verdict.claims?.get(SPACE)?.size === SHOWN.length, `Quorate refused it: ${verdict.code} ${verdict.message}`);
  },
};

const keyOf = (jwk) => owf.CoseKey.fromJwk({ ...jwk, alg: 'ES256' });
const ctx = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace('-', '')).update(bytes).digest(),
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) => new Uint8Array(signBy(key, toBeSigned)),
      verify: ({ sign1, key }) =>
        verifyWith(
          'sha256',
          sign1.toBeSigned,
          { key: (({ alg, ...rest }) => rest)(key.jwk), format: 'jwk', dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => new x509.X509Certificate(certificate).issuerName.getField(field),
    getPublicKey: ({ certificate }) => keyOf(new X509Certificate(certificate).publicKey.export({ format: 'jwk' })),
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const isSigned = new X509Certificate(x5chain[0]).verify(new X509Certificate(trustedCertificates[0]).publicKey);
      check(isSigned, 'a chain of another root');
    },
    getCertificateData: ({ certificate }) => {
      const read = new X509Certificate(certificate);
      return {
        ...{
          issuerName: read.issuer,
          subjectName: read.subject,
          serialNumber: read.serialNumber,
          thumbprint: read.fingerprint256,
        },
        ...{ notBefore: new Date(read.validFrom), notAfter: new Date(read.validTo), pem: read.toString() },
      };
    },
  },
};
const owfMdoc = {
  issue: async () => {
    const issuer = new owf.Issuer(DOC, ctx);
    issuer.addIssuerNamespace(SPACE, ELEMENTS);
    const { d: _, ...publicJwk } = HOLDER.jwk;
    const signed = await issuer.sign({
      ...{
        signingKey: keyOf(LEAF.jwk),
        algorithm: owf.SignatureAlgorithm.ES256,
        digestAlgorithm: 'SHA-256',
        certificates: [LEAF_DER],
      },
      validityInfo: { signed: new Date(NOW), validFrom: new Date(NOW), validUntil: new Date(NOW + DAY) },
      deviceKeyInfo: { deviceKey: owf.DeviceKey.fromJwk(publicJwk) },
    });
    return Buffer.from(signed.encodedForOid4Vci, 'base64url');
  },
  present: async (issued) => {
    const request = owf.DeviceRequest.create({
      docRequests: [
        owf.DocRequest.create({
          itemsRequest: owf.ItemsRequest.create({
            docType: DOC,
            namespaces: { [SPACE]: Object.fromEntries(SHOWN.map((name) => [name, false])) },
          }),
        }),
      ],
    });
    const response = await owf.Holder.createDeviceResponseForDeviceRequest(
      {
        ...{ deviceRequest: request, sessionTranscript: await owf.SessionTranscript.forOid4Vp(ASKED, ctx) },
        ...{
          issuerSigned: [owf.IssuerSigned.fromEncodedForOid4Vci(Buffer.from(issued).toString('base64url'))],
          signature: { signingKey: keyOf(HOLDER.jwk) },
        },
      },
      ctx,
    );
    return Buffer.from(response.encodedForOid4Vp, 'base64url');
  },
  judge: async (response) => {
    await owf.Verifier.verifyDeviceResponse(
      {
        deviceResponse: new Uint8Array(response),
        sessionTranscript: await owf.SessionTranscript.forOid4Vp(ASKED, ctx),
        trustedCertificates: [ROOT_DER],
        now: new Date(NOW + 1000),
      },
      ctx,
    );
  },
};

const TRANSCRIPT_ITEM = Buffer.from(writeCbor(encodedItem(TRANSCRIPT)));
const auth0Mdl = {
  issue: async () => {
    const document = new auth0.Document(DOC)
      .addIssuerNameSpace(SPACE, ELEMENTS)
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed: new Date(NOW), validFrom: new Date(NOW), validUntil: new Date(NOW + DAY) })
      .addDeviceKeyInfo({ deviceKey: (({ d, ...key }) => key)(HOLDER.jwk) });
    const signed = await document.sign({
      issuerPrivateKey: LEAF.jwk,
      issuerCertificate: leaf.toString('pem'),
      alg: 'ES256',
    });
    return { signed };
  },
  present: async ({ signed }) => {
    const fields = SHOWN.map((name) => ({ path: [`$['${SPACE}']['${name}']`], intent_to_retain: false }));
    const response = await auth0.DeviceResponse.from(new auth0.MDoc([signed]))
      .usingPresentationDefinition({
        id: 'a',
        input_descriptors: [
          { id: DOC, format: { mso_mdoc: { alg: ['ES256'] } }, constraints: { limit_disclosure: 'required', fields } },
        ],
      })
      .usingSessionTranscriptBytes(TRANSCRIPT_ITEM)
      .authenticateWithSignature(HOLDER.jwk, 'ES256')
      .sign();
    return response.encode();
  },
  judge: async (response) => {
    const { documents } = await new auth0.Verifier([root.toString('pem')]).verify(new Uint8Array(response), {
      encodedSessionTranscript: TRANSCRIPT_ITEM,
    });
    check(documents.length === 1, 'not one document');
  },
};

const done = [];
const pairs = [
  ['Quorate', quorate, '@owf/mdoc', owfMdoc],
  ['Quorate', quorate, '@auth0/mdl', auth0Mdl],
  ['@owf/mdoc', owfMdoc, 'Quorate', quorate],
  ['@auth0/mdl', auth0Mdl, 'Quorate', quorate],
];
for (const [maker, making, judge, judging] of pairs) {
  const response = await making.present(await making.issue());
  await judging.judge(response);
  done.push(`${maker} to ${judge}`);
}
// A credential of one in the wallet of the other.
await quorate.judge(await quorate.present(await owfMdoc.issue()));
await owfMdoc.judge(await owfMdoc.present(await quorate.issue()));
await quorate.judge(await owfMdoc.present(await quorate.issue()));
done.push('issued by one, presented by the other');

// Each byte of one response changed: what another library still takes, Quorate refuses all the same.
const response = Buffer.from(await quorate.present(await quorate.issue()));
const taken = { Quorate: 0, '@owf/mdoc': 0, '@auth0/mdl': 0 };
let changes = 0;
for (let at = 0; at < response.length; at += 3, changes++) {
  const changed = Buffer.from(response);
  changed[at] ^= 1 << (at % 8);
  for (const [name, { judge }] of Object.entries({ Quorate: quorate, '@owf/mdoc': owfMdoc, '@auth0/mdl': auth0Mdl })) {
    try {
      await judge(changed);
      taken[name]++;
    } catch {}
  }
}
check(taken.Quorate === 0, `Quorate takes ${taken.Quorate} of ${changes} changes`);
done.push(
  `of ${changes} changed bits Quorate takes none, @owf/mdoc ${taken['@owf/mdoc']}, @auth0/mdl ${taken['@auth0/mdl']}`,
);
process.stdout.write(`${done.join('; ')}\n`);
