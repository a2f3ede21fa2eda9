// Whose turn a call takes where all callers share a worker: that of its organisation, which may have any number of
// users.
import { normalizeIP } from '@fastify/rate-limit';
import { turnKey } from '../../core/tenant/turn-key.js';
import { ANONYMOUS, type Caller, callerKey } from './caller.js';
import type { HashTurn } from './passwords.js';

/** Bits of an IPv6 address that one customer of a provider may hold: a site. An IPv4 address is one. */
const SITE_BITS = 48;

/** The network that an address stands for where the caller is not known: the holder of one has all addresses in it. */
export function networkOf(address: string): string {
  return normalizeIP(address, SITE_BITS);
}

/** A caller that is not known counts by its network. */
export function fairKey({ caller, address }: { readonly caller: Caller; readonly address: string }): string {
  const { organisationId } = caller;
  const subject = callerKey(caller);
  return organisationId === '' && subject === ''
    ? `address ${networkOf(address)}`
    : turnKey({ organisationId, subject });
}

/** The turn of a password of a person who is not known: one of those of the network. */
export function strangerTurn(address: string): HashTurn {
  return { key: fairKey({ caller: ANONYMOUS, address }), isKnown: false };
}
