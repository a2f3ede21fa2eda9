// Whose turn a call takes where all callers share a worker: that of its organisation, which may have any number of users.
import { normalizeIP } from '@fastify/rate-limit';
import type { Caller } from './auth/caller.js';

/** Bits of an IPv6 address that one customer of a provider may hold: a site. An IPv4 address is one. */
const SITE_BITS = 48;

/** The network that an address stands for where nobody is known: who has one has all addresses in it. */
export function networkOf(address: string): string {
  return normalizeIP(address, SITE_BITS);
}

/** Who belongs to no organisation counts by itself, and who is not known by its network. */
export function fairKey({ caller, address }: { readonly caller: Caller; readonly address: string }): string {
  const { organisationId, subject } = caller;
  if (organisationId !== '') return `organisation ${organisationId}`;
  return subject === '' ? `address ${networkOf(address)}` : `subject ${subject}`;
}
