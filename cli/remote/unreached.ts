// Why no answer came from a node, from what the system or the platform said: the cause in a sentence, and what to do.
// Pure.

export interface Unreached {
  /** Behind "The node at ADDRESS does not answer". */
  readonly reason: string;
  readonly hint: string;
}

const OTHER = 'name another with QUORATE_URL or "quorate login --url"';
const AUTHORITY: Unreached = {
  reason: 'its certificate is of an authority that this computer does not know',
  hint: 'Compare it with its operator, and state the certificate of that authority (PEM): NODE_EXTRA_CA_CERTS=FILE quorate ...',
};
const UNFINISHED: Unreached = {
  reason: 'it ended the connection without an answer',
  hint: 'A node with a certificate does so for http: try https://. Otherwise look whether a Quorate node listens there.',
};
const NO_WAY: Unreached = {
  reason: 'no way leads there from this computer',
  hint: `Check the network and the address, or ${OTHER}.`,
};
const NO_NAME: Unreached = {
  reason: 'no such name is known',
  hint: `Check the spelling of the address, or ${OTHER}.`,
};

/** With a sentence about the certificate that the server shows. */
export interface CertificateError extends Error {
  certificate?: string | undefined;
}

/** Of the fetch of the command line: a server of another kind answered. */
export const STRANGER_ANSWERED = 'STRANGER_ANSWERED';

/** About the certificate of the server, which can be shown. By the code of the error, as the others. */
const OF_CERTIFICATES: Readonly<Record<string, Unreached>> = {
  CERT_HAS_EXPIRED: { reason: 'its certificate has expired', hint: 'Ask its operator to renew it.' },
  CERT_NOT_YET_VALID: {
    reason: 'its certificate is not valid yet',
    hint: 'Compare the clock of this computer, or ask its operator.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is of another name',
    hint: `Write the name that the certificate has, or ${OTHER}.`,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: AUTHORITY,
};

const CAUSES: Readonly<Record<string, Unreached>> = {
  ECONNREFUSED: {
    reason: 'nothing listens there (connection refused)',
    hint: `Start one with "quorate start", or ${OTHER}.`,
  },
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: { reason: 'its name cannot be looked up now', hint: 'Check the network of this computer, and try again.' },
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ECONNRESET: UNFINISHED,
  EPIPE: UNFINISHED,
  EPROTO: {
    reason: 'it does not speak TLS there',
    hint: 'Write http:// in place of https://, or state the port of its certificate.',
  },
  HPE_INVALID_CONSTANT: { reason: 'it does not speak HTTP there', hint: `Check the port, or ${OTHER}.` },
  [STRANGER_ANSWERED]: {
    reason: 'another program answers there, which is not a Quorate node',
    hint: `Check the port, or ${OTHER}.`,
  },
  ...OF_CERTIFICATES,
};

export function isOfCertificate(code: unknown): boolean {
  return Object.hasOwn(OF_CERTIFICATES, String(code));
}

/** Errors name each other by `cause`: more of them than any platform chains. */
const CAUSES_DEEP_MAX = 8;

/** Undefined for an error that is not of the way to a node. `seconds` are those that the call waited. */
export function findUnreached(error: unknown, seconds: number): Unreached | undefined {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < CAUSES_DEEP_MAX; at = at.cause) chain.push(at);
  if (chain.some(({ name }) => name === 'TimeoutError'))
    return {
      reason: `no answer came within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
      hint: `It may be busy or stopped. Wait longer with --timeout SECONDS, or ${OTHER}.`,
    };
  const codes = chain.flatMap((item) => ('code' in item && typeof item.code === 'string' ? [item.code] : []));
  const known = codes.map((code) => CAUSES[code]).find((cause) => cause !== undefined);
  const last = codes.at(-1);
  const certificate = chain.map((item) => (item as CertificateError).certificate).find((text) => text !== undefined);
  if (known !== undefined && certificate !== undefined) return { ...known, hint: `${certificate} ${known.hint}` };
  if (known !== undefined || last === undefined || last === 'NODE_UNAVAILABLE') return known;
  return { reason: last, hint: `Check the address, or ${OTHER}.` };
}
