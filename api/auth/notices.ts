// Which security events a person is told of in the personal inbox. Every record of the audit trail passes here on its
// way to the disk; no part of the node has to think of it: the entry is in the commit of the event.
import type { Notices } from '../../actors/people/notices.js';
import type { WebhookEvents } from '../../actors/webhooks/events.js';
import { ENTRY_DETAIL_MAX } from '../../core/base/limits/node/people.js';
import type { InboxCategory, InboxNotice } from '../../core/tenant/inbox/entry.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import type { Audit, RecordedEvent } from './audit.js';

interface Row {
  readonly category: InboxCategory;
  readonly title: string;
  /** Strangers can make it happen: told once in so long. */
  readonly onceInMs?: number;
}

const HOUR = 60 * 60_000;

const TOLD: Readonly<Partial<Record<AuditEvent, Row>>> = {
  PasswordChanged: { category: 'Security', title: 'Your password was changed.' },
  PasswordReset: { category: 'Security', title: 'Your password was set anew by the link of a mail.' },
  ProgramLetIn: { category: 'Security', title: 'A program got a session of your account.' },
  EmailReleased: {
    category: 'Security',
    title: 'Your account has lost its e-mail address: somebody else verified it.',
  },
  PassKeyRegistered: { category: 'Security', title: 'A passkey opens your account now.' },
  PassKeyRevoked: { category: 'Security', title: 'A passkey of your account was revoked.' },
  TwoFactorEnabled: { category: 'Security', title: 'Your account asks for a second factor now.' },
  TwoFactorDisabled: { category: 'Security', title: 'Your account asks for no second factor any more.' },
  ExternalIdentityLinked: {
    category: 'Security',
    title: 'An identity of another provider signs in to your account now.',
  },
  ExternalIdentityUnlinked: {
    category: 'Security',
    title: 'An identity of another provider was taken from your account.',
  },
  SecondFactorLimited: {
    category: 'Security',
    title: 'Somebody with your password showed many wrong one-time codes: change it.',
  },
  TokenReuseDetected: { category: 'Security', title: 'A session was copied, and ended for that.' },
  AccountLockedOut: { category: 'Security', title: 'Logins to your account failed too often.', onceInMs: HOUR },
  AccountUnlockedByAdmin: { category: 'Security', title: 'An administrator unlocked your account.' },
  DeviceEnrolled: { category: 'Security', title: 'A device was enrolled.' },
  DeviceRevoked: { category: 'Security', title: 'A device was revoked.' },
  ShortCodeRedeemed: { category: 'Security', title: 'A short code was redeemed for a session.' },
  UserAddedToOrganization: { category: 'Membership', title: 'You became a member of an organisation.' },
  UserRemovedFromOrganization: { category: 'Membership', title: 'You are not a member of an organisation any more.' },
  UserUpdatedInOrganization: { category: 'Membership', title: 'Your membership of an organisation was changed.' },
};

export interface TellingCommitPorts {
  readonly audit: Pick<Audit, 'eventOf'>;
  readonly tenants: Pick<Tenants, 'membership' | 'user'>;
  readonly notices: Pick<Notices, 'commit'>;
  /** The operations that tell the webhooks of organisations. */
  readonly webhooks: Pick<WebhookEvents, 'opsOfAudit'>;
}

/** A commit that also tells people and webhooks of the events that it stores. */
export function tellingCommit(ports: TellingCommitPorts): (ops: readonly KvOp[]) => Promise<void> {
  const { audit, tenants, notices, webhooks } = ports;
  return async (ops) => {
    const events = ops.flatMap((op) => audit.eventOf(op) ?? []);
    const facts = events.flatMap((event) => noticeOf(event, tenants) ?? []);
    await notices.commit([...ops, ...webhooks.opsOfAudit(events)], facts);
  };
}

function noticeOf(event: RecordedEvent, tenants: Pick<Tenants, 'membership' | 'user'>): InboxNotice | undefined {
  const row = TOLD[event.eventType];
  const platformUserId = row && personOf(event, tenants);
  if (platformUserId === undefined) return undefined;
  const { eventType, organisationId, address, atMs, details = {} } = event;
  const { category, title, onceInMs } = row as Row;
  const texts = Object.entries(details).map(
    ([name, value]) => [name, String(value).slice(0, ENTRY_DETAIL_MAX)] as const,
  );
  // Where an administrator acted, the address is not the person's to know.
  const from = details.userId === undefined && category === 'Security' ? { address } : {};
  return {
    ...{ platformUserId, category, title },
    sourceEventId: onceInMs === undefined ? event.id : `${eventType}:${Math.floor(atMs / onceInMs)}`,
    type: eventType,
    occurredAtMs: atMs,
    cause: event.trace ?? event.id,
    details: { ...Object.fromEntries(texts), ...from, ...(organisationId !== '' && { organisationId }) },
  };
}

/** Whom it happened to: the user that it names, else the one who acted. */
function personOf(
  { about, organisationId, identityId, details }: RecordedEvent,
  tenants: Pick<Tenants, 'membership' | 'user'>,
): string | undefined {
  if (about !== undefined) return about;
  const id = typeof details?.userId === 'string' ? details.userId : identityId;
  return tenants.membership(organisationId, id)?.platformUserId ?? tenants.user(id)?.id;
}
