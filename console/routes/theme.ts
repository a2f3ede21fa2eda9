// Light or dark: as the system has it, or as the person chose here.

const KEPT = 'quorate.theme';

/** The theme that was chosen here before; without one that of the system. */
export function showKeptTheme(): void {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept) document.documentElement.dataset['theme'] = kept;
  } catch {
    // A browser may refuse storage to a page.
  }
}

export function changeTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset['theme'] ? dataset['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset['theme'] = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(KEPT, dataset['theme']);
  } catch {
    // Then it is chosen anew.
  }
}
