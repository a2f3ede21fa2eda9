// The keys by which callers take turns at what they share. A key names a share, as that of an organisation, or a member
// of a share that has a turn of its own in it.

const MEMBER = ' member ';

/** The key of one of many who have a share in common. */
export function memberKey(share: string, member: string): string {
  return `${share}${MEMBER}${member}`;
}

/** The share that a key counts for: the key itself, unless it is that of a member. */
export function shareOf(key: string): string {
  const at = key.indexOf(MEMBER);
  return at < 0 ? key : key.slice(0, at);
}

const DOCKET = 'docket ';

/** The key of the dockets of a register: they have turns of their own. */
export function docketKey(registerId: string): string {
  return `${DOCKET}${registerId}`;
}

export function isDocketKey(key: string): boolean {
  return key.startsWith(DOCKET);
}
