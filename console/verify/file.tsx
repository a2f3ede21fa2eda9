// The check of evidence as one file, which works from a disk, with no node and no network.
import '../tokens.css';
import '../base.css';
import '../parts/parts.css';
import { createRoot } from 'react-dom/client';
import { messages as de } from '../words/de.po';
import { messages as en } from '../words/en.po';
import { firstLanguage, WordsProvider } from '../words/words.js';
import { checkFile } from './checker.js';
import { VerifyPage } from './verify-page.js';

const WORDS = { en, de };
const language = firstLanguage();
document.documentElement.lang = language;
createRoot(document.getElementById('app') as HTMLElement).render(
  <WordsProvider load={async (chosen) => WORDS[chosen]} first={{ language, messages: WORDS[language] }}>
    <main className="page">
      <VerifyPage check={async (asked) => checkFile(asked)} />
    </main>
  </WordsProvider>,
);
