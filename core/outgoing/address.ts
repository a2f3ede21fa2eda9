// Addresses of the internet that a node may call for somebody else. A URL that a tenant states must not make the node a
// way into the network of its operator: neighbours, the metadata service of a cloud, the node itself (CWE-918). The
// table of ranges is that of ipaddr.js (IANA special-purpose registries).
import ipaddr from 'ipaddr.js';

/** Global unicast (RFC 4291 section 2.4, IANA): all other IPv6 space is unassigned, or stands for IPv4. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * True for an address that is routed on the public internet: no private, loopback, link-local, shared, documentation,
 * multicast, translated or tunnelled one.
 */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (address?.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL);
}

/** True for 127.0.0.0/8 and ::1, however they are written. */
export function isLoopbackAddress(text: string): boolean {
  return addressOf(text)?.range() === 'loopback';
}

/** Undefined for what is not an address. An IPv4 address inside IPv6 (::ffff:10.0.0.1) is what it maps to. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[|\]$|%.*$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}
