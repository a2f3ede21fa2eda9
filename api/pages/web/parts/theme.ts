// Light or dark as the person chose it in the console of this node; else as the system has it.

/** The name under which the console keeps it (console/looks.ts). */
const KEPT = 'quorate.theme';

try {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset['theme'] = kept;
} catch {
  // A browser may refuse storage to a page.
}
