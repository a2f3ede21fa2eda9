// Trust lists for tests, signed with node:crypto and no library of XML: what is digested is written in its canonical
// form, so that the text is the form. Each part may be replaced before it is signed, or the text after.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { toBase64 } from '../../../core/base/bytes.js';
import { certificate, type KeyKind, partyOf } from '../certificates/certificates.js';

export const TSL = 'http://uri.etsi.org/02231/v2#';
export const CA_QC = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC';
export const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
export const LIST_OF_LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists';
const LIST = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const ADDITIONAL = 'http://uri.etsi.org/02231/v2/additionaltypes#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export interface Service {
  readonly type?: string;
  readonly status?: string;
  readonly since?: string;
  /** DER as base64. */
  readonly certificates: readonly string[];
}

export interface Pointer {
  readonly url: string;
  readonly territory: string;
  readonly operators: readonly string[];
  readonly mime?: string;
}

export interface ListParts {
  readonly sequence?: number | string;
  readonly type?: string;
  readonly territory?: string;
  readonly issued?: string;
  /** '' for a closed list. */
  readonly nextUpdate?: string;
  readonly services?: readonly Service[];
  readonly pointers?: readonly Pointer[];
  readonly tag?: string;
  /** Elements behind all others of the root. */
  readonly more?: string;
}

/** A list without a signature. */
export function listText({ services = [], pointers = [], more = '', ...parts }: ListParts = {}): string {
  const { sequence = 1, type = LIST, territory = 'XA' } = parts;
  const { issued = '2026-01-01T00:00:00Z', nextUpdate = '2029-01-01T00:00:00Z' } = parts;
  const next = nextUpdate === '' ? '' : `<dateTime>${nextUpdate}</dateTime>`;
  const tag = parts.tag ?? 'http://uri.etsi.org/19612/TSLTag';
  return (
    `<TrustServiceStatusList xmlns="${TSL}" Id="list" TSLTag="${tag}"><SchemeInformation>` +
    `<TSLVersionIdentifier>5</TSLVersionIdentifier><TSLSequenceNumber>${sequence}</TSLSequenceNumber><TSLType>${type}</TSLType>` +
    `<SchemeOperatorName><Name xml:lang="en">Office of ${territory}</Name></SchemeOperatorName>` +
    `<SchemeTerritory>${territory}</SchemeTerritory>${pointersText(pointers)}` +
    `<ListIssueDateTime>${issued}</ListIssueDateTime><NextUpdate>${next}</NextUpdate></SchemeInformation>` +
    `<TrustServiceProviderList><TrustServiceProvider><TSPServices>${services.map(serviceText).join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList>` +
    `${more}</TrustServiceStatusList>`
  );
}

function serviceText({
  type = CA_QC,
  status = GRANTED,
  since = '2020-01-01T00:00:00Z',
  certificates,
}: Service): string {
  const ids = certificates.map((der) => `<DigitalId><X509Certificate>${der}</X509Certificate></DigitalId>`).join('');
  return (
    `<TSPService><ServiceInformation><ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>` +
    `<ServiceDigitalIdentity>${ids}</ServiceDigitalIdentity><ServiceStatus>${status}</ServiceStatus>` +
    `<StatusStartingTime>${since}</StatusStartingTime></ServiceInformation></TSPService>`
  );
}

function pointersText(pointers: readonly Pointer[]): string {
  const texts = pointers.map(({ url, territory, operators, mime = 'application/vnd.etsi.tsl+xml' }) => {
    const ids = operators.map((der) => `<DigitalId><X509Certificate>${der}</X509Certificate></DigitalId>`).join('');
    return (
      `<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>${ids}</ServiceDigitalIdentity></ServiceDigitalIdentities>` +
      `<TSLLocation>${url}</TSLLocation><AdditionalInformation><OtherInformation><TSLType>${LIST}</TSLType></OtherInformation>` +
      `<OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation><OtherInformation>` +
      `<ns3:MimeType xmlns:ns3="${ADDITIONAL}">${mime}</ns3:MimeType>` +
      '</OtherInformation></AdditionalInformation></OtherTSLPointer>'
    );
  });
  return texts.length === 0 ? '' : `<PointersToOtherTSL>${texts.join('')}</PointersToOtherTSL>`;
}

export interface Operator {
  readonly privateKey: KeyObject;
  /** DER as base64. */
  readonly certificate: string;
}

export function operatorOf(
  name: string,
  kind: KeyKind = 'P-256',
  parts: Parameters<typeof certificate>[2] = {},
): Operator {
  const party = partyOf(name, kind);
  return { privateKey: party.privateKey, certificate: toBase64(certificate(party, party, parts)) };
}

/** Parts of a signature in place of the good ones. */
export interface SignatureParts {
  readonly method?: string;
  readonly canonical?: string;
  readonly digest?: string;
  readonly wholeUri?: string;
  readonly wholeTransforms?: readonly string[];
  readonly propertiesUri?: string;
  readonly propertiesType?: string;
  readonly moreReferences?: string;
  readonly certificateDigest?: string;
  readonly keyInfo?: string;
  readonly objects?: string;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** The signature of an operator over the text. */
export function signatureOf(
  text: string,
  { privateKey, certificate: der }: Operator,
  parts: SignatureParts = {},
): string {
  const properties = propertiesText(der, parts.certificateDigest ?? SHA256);
  const transforms = parts.wholeTransforms ?? [`${DS}enveloped-signature`, EXCLUSIVE];
  const references =
    reference(`URI="${parts.wholeUri ?? ''}"`, transforms, [parts.digest ?? SHA256, digestOf(text)]) +
    reference(
      `Type="${parts.propertiesType ?? 'http://uri.etsi.org/01903#SignedProperties'}" URI="${parts.propertiesUri ?? '#properties'}"`,
      [EXCLUSIVE],
      [SHA256, digestOf(properties)],
    );
  const isRsa = privateKey.asymmetricKeyType === 'rsa';
  const method = parts.method ?? `http://www.w3.org/2001/04/xmldsig-more#${isRsa ? 'rsa' : 'ecdsa'}-sha256`;
  const signedInfo =
    `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${parts.canonical ?? EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>${references}${parts.moreReferences ?? ''}</ds:SignedInfo>`;
  const value = sign('sha256', Buffer.from(signedInfo), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const keyInfo = parts.keyInfo ?? `<ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data>`;
  return (
    `<ds:Signature xmlns:ds="${DS}" Id="signature">${signedInfo}<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>` +
    `<ds:KeyInfo>${keyInfo}</ds:KeyInfo><ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#signature">` +
    `${properties}</xades:QualifyingProperties></ds:Object>${parts.objects ?? ''}</ds:Signature>`
  );
}

/** The list with its signature as the last element of its root. */
export function signedList(parts: ListParts, operator: Operator, signature: SignatureParts = {}): string {
  const text = listText(parts);
  return withSignature(text, signatureOf(text, operator, signature));
}

export function withSignature(text: string, signature: string): string {
  return text.replace(/<\/TrustServiceStatusList>$/, () => `${signature}</TrustServiceStatusList>`);
}

function reference(
  attributes: string,
  transforms: readonly string[],
  [method, value]: readonly [string, string],
): string {
  const listed = transforms.map((each) => `<ds:Transform Algorithm="${each}"></ds:Transform>`).join('');
  return (
    `<ds:Reference ${attributes}><ds:Transforms>${listed}</ds:Transforms><ds:DigestMethod Algorithm="${method}"></ds:DigestMethod>` +
    `<ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`
  );
}

/** By SHA-1 in the form of older lists, which also name issuer and serial number. */
function propertiesText(der: string, digest: string): string {
  const isOld = digest.endsWith('sha1');
  const value = createHash(isOld ? 'sha1' : 'sha256')
    .update(Buffer.from(der, 'base64'))
    .digest('base64');
  const name = `SigningCertificate${isOld ? '' : 'V2'}`;
  const serial =
    `<xades:IssuerSerial><ds:X509IssuerName xmlns:ds="${DS}">CN=A</ds:X509IssuerName>` +
    `<ds:X509SerialNumber xmlns:ds="${DS}">1</ds:X509SerialNumber></xades:IssuerSerial>`;
  return (
    `<xades:SignedProperties xmlns:xades="${XADES}" Id="properties"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>2026-01-01T00:00:00Z</xades:SigningTime><xades:${name}><xades:Cert><xades:CertDigest>` +
    `<ds:DigestMethod xmlns:ds="${DS}" Algorithm="${digest}"></ds:DigestMethod><ds:DigestValue xmlns:ds="${DS}">${value}</ds:DigestValue>` +
    `</xades:CertDigest>${isOld ? serial : ''}</xades:Cert></xades:${name}></xades:SignedSignatureProperties></xades:SignedProperties>`
  );
}
