// The address of the page of issued credentials says which it shows. It is read with the first page: it loads nothing.

export const ISSUED_STATES = ['Valid', 'Suspended', 'Revoked'] as const;

export interface IssuedChoice {
  readonly state?: (typeof ISSUED_STATES)[number];
  readonly type?: string;
}

/** A type is an address or a URN of at most this many characters. */
const TYPE_LENGTH_MAX = 256;

/** From the query of the address. Anything else in it is left out. */
export function issuedChoiceIn({ state, type }: Readonly<Record<string, unknown>>): IssuedChoice {
  const known = ISSUED_STATES.find((each) => each === state);
  return {
    ...(known && { state: known }),
    ...(typeof type === 'string' && type !== '' ? { type: type.slice(0, TYPE_LENGTH_MAX) } : {}),
  };
}
