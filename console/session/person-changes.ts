// Whether what is known of the person is to be read anew. The client of the node is loaded without it.

let version = 0;
const listeners = new Set<() => void>();

export function personVersion(): number {
  return version;
}

/** For React. Gives the function that ends it. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellPersonChange(): void {
  version++;
  for (const tell of listeners) tell();
}
