// The words of the audit trail and of webhooks, which come with their pages.
import { messages as de } from './de.po?administering';
import { messages as en } from './en.po?administering';
import { addWords } from './words.js';

addWords({ de, en });
