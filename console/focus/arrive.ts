// A new page is said by its heading, which has the focus, and by the title of the window.
import type { AnyRouter } from '@tanstack/react-router';
import { focusHeading, headingOver } from './heading.js';

export function followPages({ subscribe }: Pick<AnyRouter, 'subscribe'>): void {
  showTitle();
  subscribe('onRendered', ({ pathChanged, fromLocation, toLocation: { hash } }) => {
    showTitle();
    // A browser begins at the top of the first page, and a dialog over the page stays.
    if (!pathChanged || fromLocation === undefined || document.activeElement?.closest('dialog')) return;
    focusHeading((hash && document.getElementById(hash)) || document.body);
  });
}

function showTitle(): void {
  const heading = headingOver(document.body)?.textContent;
  document.title = [heading, 'Quorate'].filter(Boolean).join(' · ');
}
