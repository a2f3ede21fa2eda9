// The verifier of a world: its certificates, which a test gives, and the status lists of others from a table of
// answers.
import type { CredentialPart } from '../../../api/deps/credentials.js';
import type { VerifierPart } from '../../../api/deps/verifier.js';
import type { RequestCertificates } from '../../../api/presenting/certificates.js';
import { type VerifierPorts, verifierPart } from '../../../api/verifying/part.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { OutgoingCall } from '../../../core/outgoing/ports.js';

type Ports = Pick<VerifierPorts, 'kv' | 'journal' | 'clock' | 'secrets'> & { readonly credentials: CredentialPart };

export interface VerifierWorld {
  readonly verifier: VerifierPart;
  /** Bodies by URL, or how one is made when it is asked for: a host that has none is unreachable. */
  readonly served: Map<string, string | Uint8Array | (() => string | Uint8Array)>;
  /** Requests that left the node. */
  readonly sent: OutgoingCall[];
  readonly certify: (certificates: RequestCertificates) => void;
  /** Of the settings; a test may change them. */
  readonly settings: { -readonly [K in keyof VerifierPart['settings']]: VerifierPart['settings'][K] };
}

export function verifierWorld(ports: Ports): VerifierWorld {
  const served = new Map() as VerifierWorld['served'];
  const sent: OutgoingCall[] = [];
  let certificates: RequestCertificates = { of: () => undefined };
  const settings: VerifierWorld['settings'] = { clientIdPrefix: 'x509_san_dns', responseMode: 'direct_post' };
  const verifier = verifierPart({
    ...{ ...ports, settings, metrics: null },
    certificates: { of: (id) => certificates.of(id) },
    outgoing: {
      async request(call) {
        sent.push(call);
        const stated = served.get(call.url);
        const body = typeof stated === 'function' ? stated() : stated;
        if (body === undefined) return fail(issue('OUTGOING_FAILED', '', 'No such host.'));
        return { status: 200, headers: {}, body: Buffer.from(body), url: call.url, address: '93.184.216.34' };
      },
    },
  });
  return {
    ...{ verifier, served, sent, settings },
    certify: (given) => {
      certificates = given;
    },
  };
}
