// A new page is said by its heading, which has the focus.
import type { AnyRouter } from '@tanstack/react-router';
import { focusHeading } from './heading.js';

export function followPages({ subscribe }: Pick<AnyRouter, 'subscribe'>): void {
  subscribe('onRendered', ({ pathChanged, fromLocation, toLocation: { hash } }) => {
    // A browser begins at the top of the first page, and a dialog over the page stays.
    if (!pathChanged || fromLocation === undefined || document.activeElement?.closest('dialog')) return;
    focusHeading((hash && document.getElementById(hash)) || document.body);
  });
}
