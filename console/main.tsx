// The console as a node serves it.
import './tokens.css';
import './fonts.css';
import './base.css';
import './shell.css';
import './parts/parts.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { showKeptLooks } from './looks.js';
import { router } from './routes/router.js';
import { takeStartLink } from './start/start-link.js';
import { loadWords } from './words/load.js';
import { firstLanguage, WordsProvider } from './words/words.js';

takeStartLink();
// A browser that goes back shows a page as it was, also to somebody else behind a sign-out: it is read anew.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
showKeptLooks();
const language = firstLanguage();
document.documentElement.lang = language;
const messages = await loadWords(language);
createRoot(document.getElementById('app') as HTMLElement).render(
  <WordsProvider load={loadWords} first={{ language, messages }}>
    <RouterProvider router={router} />
  </WordsProvider>,
);
void import('./focus/start-focus.js').then(({ startFocus }) => startFocus(router));
