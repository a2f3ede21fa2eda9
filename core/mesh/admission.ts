// The rule for links to this node (docs/protocol.md 16): who may open one, and as what. Pure, one decision from plain
// facts. It says nothing about what an admitted peer may ask: that is decided per call, from rosters and adverts.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';

/** `closed`: the listed peers. `org`: every node of a trusted organisation. `open`: anybody, strangers as guests. */
export type AdmissionMode = 'closed' | 'org' | 'open';

/** Whether the certificate of the link was issued by an organisation that this node trusts. */
export type CertStanding = 'trusted' | 'unknown';

export interface AdmissionFacts {
  readonly mode: AdmissionMode;
  readonly peerId: string;
  readonly certStanding: CertStanding;
  readonly allowedPeers: ReadonlySet<string>;
  readonly isBanned: boolean;
  /** It holds a seat, or is about to, in a register of this node. */
  readonly isRosterMember: boolean;
}

/**
 * `member` or `guest`; PEER_BANNED, or PEER_NOT_ADMITTED for a stranger. A ban comes first: an operator who bans a
 * member of a roster by force means it. A member of a roster is admitted in every mode and with any certificate: the
 * sealed roster names its peerId, and the link proved that key; one whose certificate was revoked does not come so far
 * with one of its own making.
 */
export function admission(facts: AdmissionFacts): Result<'member' | 'guest'> {
  if (facts.isBanned) return fail(issue('PEER_BANNED', '', 'The peer is banned.'));
  if (facts.isRosterMember) return 'member';
  const trusted = facts.certStanding === 'trusted';
  if (facts.mode === 'open') return trusted ? 'member' : 'guest';
  if (!trusted)
    return fail(
      issue('PEER_NOT_ADMITTED', '', 'The certificate of the peer is of no organisation that is trusted here.'),
    );
  if (facts.mode === 'closed' && !facts.allowedPeers.has(facts.peerId))
    return fail(issue('PEER_NOT_ADMITTED', '', 'Only listed peers are admitted here.'));
  return 'member';
}
