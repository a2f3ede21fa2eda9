// Which proxies the settings name: addresses, and networks with a prefix. Names are not looked up, because an answer of
// DNS would then say whose word counts.
import { isIP, isIPv4 } from 'node:net';

/** Whether an entry of http.trustedProxies can be matched. A network of all addresses would believe everybody. */
export function isProxy(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bitsOf(address);
}

/** More than one address: clients may have one of them. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  return prefix !== undefined && Number(prefix) < bitsOf(address);
}

function bitsOf(address: string): number {
  return isIPv4(address) ? 32 : 128;
}
