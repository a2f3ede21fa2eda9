// Whether the person is asked to prove once more who it is, and the calls that wait for that. All of them wait for one
// proof.

let asked: Promise<string | undefined> | undefined;
let answer: (token: string | undefined) => void = () => {};
const listeners = new Set<() => void>();

/** The access token of the proof; undefined where the person does not give one. */
export function askForProof(): Promise<string | undefined> {
  asked ??= new Promise<string | undefined>((resolve) => {
    answer = resolve;
  }).finally(() => change(undefined));
  change(asked);
  return asked;
}

export function isProofAsked(): boolean {
  return asked !== undefined;
}

export function giveProof(token: string | undefined): void {
  answer(token);
}

/** For React. Gives the function that ends it. */
export function onProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(to: Promise<string | undefined> | undefined): void {
  asked = to;
  for (const tell of listeners) tell();
}
