// The place of an instance in an address. Registers give ids of their own: two may have an instance of one id, and an
// address without the register then names neither.

export interface InstanceSearch {
  readonly register?: string;
}

export interface InstanceAddress {
  readonly params: { readonly instanceId: string };
  readonly deps: InstanceSearch;
}

export function instanceSearchIn({ register }: Readonly<Record<string, unknown>>): InstanceSearch {
  return typeof register === 'string' ? { register } : {};
}

/** The members of a question to the node about the instance of an address. */
export function queryOf({ register }: InstanceSearch): { readonly registerId?: string } {
  return register === undefined ? {} : { registerId: register };
}

/** The members of a link to a page of the instance. */
export function linkTo({ id, registerId }: { readonly id: string; readonly registerId: string }) {
  return { params: { instanceId: id }, search: { register: registerId } };
}
