// DIDs and DID URLs as they are written (DID 1.0 section 3), and what those of this ledger name. A text is read once
// and as it stands: a name has no second spelling, by escapes, letter case or a way through `..`.
import { isHex, isUuid } from '../base/bytes.js';
import { issue } from '../base/issue.js';
import { DID_LENGTH_MAX } from '../base/limits/node/reading.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { isAddress } from '../crypto/keys/address.js';

export type DidSubject =
  | { readonly kind: 'register'; readonly registerId: string }
  | { readonly kind: 'wallet'; readonly address: string };

/** A thing behind a register. */
export type DidResource =
  | { readonly kind: 'tx'; readonly txId: string }
  | { readonly kind: 'docket'; readonly number: number };

export interface DidUrl {
  /** Without path and fragment. */
  readonly did: string;
  readonly subject: DidSubject;
  readonly resource?: DidResource;
  /** Without its `#`. */
  readonly fragment?: string;
}

const ID_CHAR = `(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})`;
/** RFC 3986: `pchar`. */
const SIGN = `(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`;
const DID = new RegExp(`^did:(?<method>[a-z0-9]+):(?<id>(?:${ID_CHAR}*:)*${ID_CHAR}+)(?<rest>.*)$`, 's');
const REST = new RegExp(
  String.raw`^(?<path>(?:/${SIGN}*)*)(?:\?(?<query>(?:${SIGN}|[/?])*))?(?:#(?<fragment>(?:${SIGN}|[/?])*))?$`,
);

/**
 * DID_INVALID for what is not a DID of this ledger; DID_METHOD_UNSUPPORTED for one of another method; DID_URL_INVALID
 * for a path or query that leads nowhere here.
 */
export function parseDidUrl(text: string): Result<DidUrl> {
  const parts = text.length > DID_LENGTH_MAX ? undefined : DID.exec(text)?.groups;
  const { method = '', id = '', rest = '' } = parts ?? {};
  const end = REST.exec(rest)?.groups;
  if (parts === undefined || end === undefined)
    return fail(invalid('The text is not a DID: did:METHOD:ID (DID 1.0 section 3.1).'));
  if (method !== 'quorate')
    return fail(issue('DID_METHOD_UNSUPPORTED', '/did', 'This node resolves DIDs of the method quorate alone.'));
  const subject = subjectOf(id);
  if (subject === undefined)
    return fail(
      invalid('A DID of this ledger is did:quorate:register:REGISTER-ID or did:quorate:w:ADDRESS, in lower case.'),
    );
  const { path = '', query, fragment } = end;
  if (query !== undefined)
    return fail(urlInvalid(`No parameters are taken (DID 1.0 section 3.2.1): leave out ${namesOf(query)}.`));
  const resource = path === '' ? undefined : resourceOf(subject, path);
  if (isFailure(resource)) return resource;
  return {
    did: `did:quorate:${id}`,
    subject,
    ...(resource !== undefined && { resource }),
    ...(fragment !== undefined && { fragment }),
  };
}

/** Of parameters, as they are written. */
function namesOf(query: string): string {
  const names = query.split('&').map((part) => part.split('=', 1)[0] ?? '');
  return [...new Set(names)].join(', ') || 'the question mark';
}

function subjectOf(id: string): DidSubject | undefined {
  const [kind, name, ...more] = id.split(':');
  if (more.length > 0) return undefined;
  if (kind === 'register' && isUuid(name)) return { kind, registerId: name };
  return kind === 'w' && isAddress(name) ? { kind: 'wallet', address: name } : undefined;
}

/** A register by its DID, and a thing behind it, as they are said beforehand; parseDidUrl takes no others. */
export const REGISTER_DID = 'did:quorate:register:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
export const RESOURCE_KEY = '(?:[0-9a-f]{64}|0|[1-9][0-9]{0,14})';
/** Of a wallet the checksum is left out, which no pattern can say. */
export const DID_URL = `(?:${REGISTER_DID}(?:/(?:tx|docket)/${RESOURCE_KEY})?|did:quorate:w:qr1[0-9a-z]{10,90})(?:#.*)?`;

const TX = /^\/tx\/([^/]*)$/;
const DOCKET = /^\/docket\/(0|[1-9][0-9]{0,14})$/;

function resourceOf({ kind }: DidSubject, path: string): Result<DidResource> {
  const txId = TX.exec(path)?.[1];
  if (kind === 'register' && isHex(txId, 32)) return { kind: 'tx', txId };
  const number = DOCKET.exec(path)?.[1];
  if (kind === 'register' && number !== undefined) return { kind: 'docket', number: Number(number) };
  return fail(
    urlInvalid('Behind the DID of a register are /tx/TXID and /docket/NUMBER, and behind that of a wallet nothing.'),
  );
}

function invalid(message: string) {
  return issue('DID_INVALID', '/did', message);
}

function urlInvalid(message: string) {
  return issue('DID_URL_INVALID', '/did', message);
}
