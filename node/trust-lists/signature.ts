// Whether an operator that is pinned signed a trust list, whole: XAdES as ETSI TS 119 612 annex B has it, and no other
// form of XML signature. Names of what is signed are judged here before a library computes digests; keys come from the
// pinned certificates alone. It reads nothing of the list.
import { createHash, webcrypto } from 'node:crypto';
import { DOMImplementation, DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { Application, SignedXml, setNodeDependencies } from 'xadesjs';
import { fromBase64 } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import type { TrustListTask } from '../../core/trust/lists/snapshot.js';
import { readCertificate, type X509Certificate } from '../../core/trust/x509/certificate.js';
import {
  childOf,
  childrenOf,
  type Document,
  demandSigned,
  type Element,
  elementsAt,
  everyElement,
  idsOf,
  isPlainlyNamed,
  textAt,
} from './elements.js';

setNodeDependencies({ DOMParser, XMLSerializer, DOMImplementation } as never);
Application.setEngine('node', webcrypto as never);

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DS}enveloped-signature`;

const RSA = { name: 'RSASSA-PKCS1-v1_5' };
const PSS = { name: 'RSA-PSS' };
const ECDSA = { name: 'ECDSA' };
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';
const HASHES = ['sha256', 'sha384', 'sha512'] as const;

/** Signature algorithms: the one of the key, and the hash. */
const METHODS: ReadonlyMap<string, { readonly name: string; readonly hash: string }> = new Map(
  HASHES.flatMap((hash) => {
    const of = (way: { readonly name: string }) => ({ ...way, hash: hash.replace('sha', 'SHA-') });
    return [
      [`${MORE}rsa-${hash}`, of(RSA)],
      [`${MORE}ecdsa-${hash}`, of(ECDSA)],
      [`${MORE_2007}${hash}-rsa-MGF1`, of(PSS)],
    ] as const;
  }),
);
const DIGESTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  `${MORE}sha384`,
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
/**
 * Of the certificate that signed. Lists of states have SHA-1 there: the certificate itself is compared with the pinned
 * ones, byte for byte, so the digest only chooses among them.
 */
const CERTIFICATE_DIGESTS: ReadonlyMap<string, string> = new Map([
  [`${DS}sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  [`${MORE}sha384`, 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

type SigningOperators = Pick<TrustListTask, 'operators' | 'nowMs'>;

/** The certificate of the operator that signed the whole document. Throws a refusal where none did. */
export async function signerOf(document: Document, root: Element, asked: SigningOperators): Promise<X509Certificate> {
  const signature = onlySignature(root);
  const method = screenReferences(signature, root);
  const signer = operatorOf(signature, asked);
  const isWithin = signer.notBeforeMs <= asked.nowMs && asked.nowMs <= signer.notAfterMs;
  demandSigned(isWithin, 'The certificate that signed the list is not valid at this time.');
  demandSigned(
    await isSigned(document, signature, { signer, method }),
    'The signature of the list is not good, or the list was changed after it was signed.',
  );
  return signer;
}

/** The one signature, directly below the root, in a document whose identifiers each occur once. */
function onlySignature(root: Element): Element {
  const ids = new Set<string>();
  let signatures = 0;
  for (const element of everyElement(root)) {
    demandSigned(
      isPlainlyNamed(element),
      'The list names an attribute or a namespace by characters that a signature does not cover.',
    );
    for (const id of idsOf(element)) {
      demandSigned(!ids.has(id), 'Two elements of the list have one Id.');
      ids.add(id);
    }
    if (element.namespaceURI === DS && element.localName === 'Signature') signatures++;
  }
  const [signature] = childrenOf(root, DS, 'Signature');
  demandSigned(signatures > 0, 'The list is not signed.');
  demandSigned(signatures === 1, `The list has ${signatures} signatures.`);
  demandSigned(signature !== undefined, 'The signature of the list does not stand directly below its root.');
  return signature;
}

/** The signature covers the whole document and its own properties, and nothing else; gives its method. */
function screenReferences(signature: Element, root: Element): string {
  const signedInfo = one(signature, DS, 'SignedInfo');
  const canonical = algorithmOf(one(signedInfo, DS, 'CanonicalizationMethod'));
  demandSigned(canonical === EXCLUSIVE, 'The canonicalisation of the signature is not exclusive.');
  const method = algorithmOf(one(signedInfo, DS, 'SignatureMethod'));
  demandSigned(METHODS.has(method), 'The signature is neither RSA nor ECDSA with SHA-256 or better.');
  const references = childrenOf(signedInfo, DS, 'Reference');
  demandSigned(references.length === 2, `The signature has ${references.length} references in place of two.`);
  const [whole, ...others] = references.filter((reference) => reference.getAttribute('URI') === '');
  const properties = references.find((reference) => reference.getAttribute('Type') === SIGNED_PROPERTIES);
  demandSigned(whole !== undefined && others.length === 0, 'The signature does not cover the whole list.');
  demandSigned(properties !== undefined && properties !== whole, 'The signature does not cover its properties.');
  screenReference(whole, [ENVELOPED, EXCLUSIVE]);
  screenReference(properties, [EXCLUSIVE]);
  const named = [...everyElement(root)].filter((element) => idsOf(element).includes(idOf(properties)));
  const isNamed = named.length === 1 && named[0] === propertiesOf(signature);
  demandSigned(isNamed, 'The signature covers something else in place of its properties.');
  return method;
}

function screenReference(reference: Element, transforms: readonly string[]): void {
  const stated = elementsAt(reference, DS, 'Transforms', 'Transform');
  const isStated =
    stated.length === transforms.length && stated.every((each, i) => algorithmOf(each) === transforms[i]);
  demandSigned(isStated, `A reference has other transforms than ${transforms.join(' and ')}.`);
  const digest = algorithmOf(one(reference, DS, 'DigestMethod'));
  demandSigned(DIGESTS.has(digest), 'A digest of the signature is not SHA-256 or better.');
}

/** The pinned certificate whose digest the signed properties state. */
function operatorOf(signature: Element, { operators }: SigningOperators): X509Certificate {
  const digests = ['SigningCertificate', 'SigningCertificateV2']
    .flatMap((name) => elementsAt(propertiesOf(signature), XADES, 'SignedSignatureProperties', name, 'Cert'))
    .map((cert) => one(cert, XADES, 'CertDigest'));
  demandSigned(digests.length === 1, `The properties of the signature name ${digests.length} certificates.`);
  const [stated] = digests as [Element];
  const hash = CERTIFICATE_DIGESTS.get(algorithmOf(one(stated, DS, 'DigestMethod')));
  demandSigned(hash !== undefined, 'The digest of the certificate that signed is of an unknown kind.');
  const value = textAt(stated, DS, 'DigestValue')?.replaceAll(/\s/g, '');
  const pinned = operators
    .map((text) => fromBase64(text) ?? new Uint8Array(0))
    .find((der) => createHash(hash).update(der).digest('base64') === value);
  demandSigned(pinned !== undefined, 'The certificate that signed the list is not one of the pinned operators.');
  const read = readCertificate(pinned);
  demandSigned(!isFailure(read), 'The certificate of the pinned operator is not of a form that is taken.');
  return read;
}

/** The library computes digests and canonical forms; all that it throws is a signature that is not good. */
async function isSigned(
  document: Document,
  signature: Element,
  { signer, method }: { readonly signer: X509Certificate; readonly method: string },
): Promise<boolean> {
  const { name, hash } = METHODS.get(method) as { readonly name: string; readonly hash: string };
  const { key } = signer;
  const isOfKey = (key.kind === 'RSA') === (name !== ECDSA.name);
  demandSigned(isOfKey, 'The signature is of another kind than the key of the operator.');
  try {
    const algorithm = name === ECDSA.name ? { name, namedCurve: key.kind } : { name, hash };
    const imported = await webcrypto.subtle.importKey('spki', key.spki, algorithm, true, ['verify']);
    const signed = new SignedXml(document as never);
    signed.LoadXml(signature as never);
    // The library imports the key again by this, and would leave the curve out.
    signed.Algorithm = algorithm;
    return await signed.Verify(imported as never);
  } catch {
    return false;
  }
}

function propertiesOf(signature: Element): Element {
  const properties = elementsAt(signature, DS, 'Object').flatMap((object) =>
    elementsAt(object, XADES, 'QualifyingProperties', 'SignedProperties'),
  );
  demandSigned(properties.length === 1, `The signature has ${properties.length} sets of signed properties.`);
  return properties[0] as Element;
}

function one(parent: Element, namespace: string, name: string): Element {
  const child = childOf(parent, namespace, name);
  demandSigned(child !== undefined, `The element ${parent.localName} of the signature has no ${name}.`);
  return child;
}

/** No method is taken with parameters, such as prefixes of a canonicalisation. */
function algorithmOf(method: Element): string {
  const isPlain = [...everyElement(method)].length === 1;
  demandSigned(isPlain, `The ${method.localName} of the signature has parameters.`);
  return method.getAttribute('Algorithm') ?? '';
}

function idOf(reference: Element): string {
  const uri = reference.getAttribute('URI') ?? '';
  demandSigned(uri.startsWith('#') && uri.length > 1, 'The reference to the properties names no Id.');
  return uri.slice(1);
}
