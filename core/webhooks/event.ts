// An event, as it waits for the targets of an organisation, and the body that a target gets. Thin: ids, and no
// contents; a receiver reads the rest over REST with a token of its own.
import { sha256Hex } from '../base/hash.js';
import { canonical } from '../base/json.js';
import type { CallKind, EventKindName } from './kinds.js';

export type EventData = Readonly<Record<string, string | number | readonly string[]>>;

/** Something that happened, before it is known whose targets are told. */
export interface WebhookFact {
  readonly type: EventKindName;
  readonly atMs: number;
  readonly data: EventData;
  /** The mark that tells it from others of the same data, such as the hash of a docket. */
  readonly mark?: string;
}

export interface WebhookEvent {
  /** Made of what happened, so that an event that is found a second time is known. */
  readonly id: string;
  readonly type: EventKindName | CallKind;
  readonly atMs: number;
  readonly data: EventData;
}

export function eventOf({ type, atMs, data, mark = '' }: WebhookFact): WebhookEvent {
  return { id: `evt_${sha256Hex(canonical([type, atMs, data, mark])).slice(0, 32)}`, type, atMs, data };
}

/** The header webhook-id: the same at each attempt, and another for each target. */
export function webhookIdOf(targetId: string, eventId: string): string {
  return `msg_${sha256Hex(`${targetId} ${eventId}`).slice(0, 32)}`;
}

/** The same bytes at each attempt. `sequence` grows with each event of the organisation, and orders them. */
export function bodyOf(event: WebhookEvent, organisationId: string, sequence: number): string {
  const { id, type, atMs, data } = event;
  const timestamp = new Date(atMs).toISOString();
  return JSON.stringify({ type, timestamp, id, organizationId: organisationId, sequence, data });
}
