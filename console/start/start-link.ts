// The link by which a person comes in without a password: taken out of the address at once.

const MARK = '#start=';

let waiting: string | undefined;

/** Has to run before anything else looks at the address: a later reader of it does not see the link. */
export function takeStartLink(): void {
  if (!location.hash.startsWith(MARK)) return;
  waiting = location.hash.slice(MARK.length);
  history.replaceState(null, '', '/console/start');
}

/** Until it is forgotten. */
export function startLink(): string | undefined {
  return waiting;
}

export function forgetStartLink(): void {
  waiting = undefined;
}
