// Keeps the choices of a person in this browser, for the console and for the pages of its node. A browser may refuse
// storage to a page: then nothing is kept, and it is chosen anew.

/** Each is kept as `quorate.` and its name. */
export type Choice = 'language' | 'theme' | 'rows';

export function readChoice(choice: Choice): string | undefined {
  try {
    return localStorage.getItem(`quorate.${choice}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepChoice(choice: Choice, value: string): void {
  try {
    localStorage.setItem(`quorate.${choice}`, value);
  } catch {
    // The page goes on without it.
  }
}
