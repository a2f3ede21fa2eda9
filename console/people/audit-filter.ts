// The address of the audit page says which rows it shows. It is read with the first page: it loads nothing.

export interface AuditChoice {
  /** A kind of event; the node knows which there are. */
  readonly type?: string;
  /** A user or service: what it did, and what was done to it. */
  readonly about?: string;
  /** Days, as 2026-11-30: the first and the last one, in the time of the person. */
  readonly from?: string;
  readonly to?: string;
  /** Failures alone. */
  readonly failed?: true;
  /** Of the whole node, for who may. */
  readonly node?: true;
}

const KIND = /^[A-Za-z]{1,40}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** From the query of the address. Anything else in it is left out. */
export function auditFilterIn(search: Readonly<Record<string, unknown>>): AuditChoice {
  const { type, about, from, to, failed, node: ofNode } = search;
  const day = (name: string, value: unknown) =>
    typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? { [name]: value } : {};
  return {
    ...(typeof type === 'string' && KIND.test(type) ? { type } : {}),
    ...(typeof about === 'string' && about !== '' ? { about: about.slice(0, 100) } : {}),
    ...day('from', from),
    ...day('to', to),
    ...(failed === true ? { failed } : {}),
    ...(ofNode === true ? { node: ofNode } : {}),
  };
}
