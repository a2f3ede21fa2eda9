// The hello of a link: what this node says of itself, and whether what the other end says agrees with the certificate
// that it showed (docs/protocol.md 16). Decides from plain facts; it opens and closes nothing.
import { type Issue, issue } from '../../../core/base/issue.js';
import { checkDescriptor } from '../../../core/mesh/descriptor.js';
import type { Hello } from '../../../core/mesh/hello.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Certified } from '../transport/listener.js';

/** The version of the messages between nodes; nodes of different versions do not link. */
export const LINK_PROTOCOL = 1;
/** Clocks further apart than this delay dockets, and an operator should know. */
export const CLOCK_WARN_MS = 5000;
/** Also of a member of a roster, which is admitted with any certificate otherwise. */
export const REVOKED: Issue = issue(
  'PEER_CERTIFICATE_REVOKED',
  '',
  'Its organisation has revoked the certificate with which the node linked before, and it shows one of its own making.',
);

export interface HelloFacts {
  readonly hello: Hello;
  readonly certified: Certified;
  /** The peer that was dialled; undefined for a seed and for who called. */
  readonly expected: string | undefined;
  readonly self: Pick<Peer, 'peerId' | 'bootId'>;
  readonly nowMs: number;
}

export type HelloVerdict =
  /** Its standing is admission's to decide. */
  | { readonly type: 'good'; readonly peer: Omit<Peer, 'standing'> }
  /** This node reached itself. */
  | { readonly type: 'self' }
  /** Another process runs with the keys of this node. */
  | { readonly type: 'twin' }
  | { readonly type: 'bad'; readonly issue: Issue };

/**
 * The binding: node key, TLS key, organisation and certificate of one node. Issues: PEER_DESCRIPTOR_INVALID, and
 * HEADER_INVALID for the version.
 */
export function checkHello({ hello, certified, expected, self, nowMs }: HelloFacts): HelloVerdict {
  const { descriptor, bootId, protocol } = hello;
  if (protocol !== LINK_PROTOCOL)
    return bad(
      issue('HEADER_INVALID', '/protocol', `The peer speaks version ${protocol}, this node ${LINK_PROTOCOL}.`),
    );
  const [problem] = checkDescriptor(descriptor, nowMs);
  if (problem) return bad(problem);
  if (descriptor.peerId !== certified.peerId) return mismatch('/peerId', 'peer');
  if (descriptor.orgId !== certified.orgId) return mismatch('/orgId', 'organisation');
  if (descriptor.tlsKeyHash !== certified.keyHash) return mismatch('/tlsKeyHash', 'TLS key');
  if (descriptor.peerId === self.peerId) return { type: bootId === self.bootId ? 'self' : 'twin' };
  if (expected !== undefined && descriptor.peerId !== expected) return mismatch('/peerId', 'dialled peer');
  const { peerId, orgId, consensusKey } = descriptor;
  return { type: 'good', peer: { peerId, orgId, consensusKey, bootId } };
}

function mismatch(path: string, what: string): HelloVerdict {
  return bad(issue('PEER_DESCRIPTOR_INVALID', path, `Descriptor and certificate name a different ${what}.`));
}

function bad(problem: Issue): HelloVerdict {
  return { type: 'bad', issue: problem };
}
