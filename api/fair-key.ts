// Whose turn a call takes where all callers share a worker: that of its organisation, which may have any number of users.
import { normalizeIP } from '@fastify/rate-limit';
import type { Caller } from './auth/caller.js';

/** Who belongs to no organisation counts by itself, and who is not known by its address. */
export function fairKey({ caller, address }: { readonly caller: Caller; readonly address: string }): string {
  const { organisationId, subject } = caller;
  if (organisationId !== '') return `organisation ${organisationId}`;
  return subject === '' ? `address ${normalizeIP(address)}` : `subject ${subject}`;
}
