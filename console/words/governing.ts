// The words of acts on registers and of their governance, which most people never do.
import { messages as de } from './de.po?governing';
import { messages as en } from './en.po?governing';
import { addWords } from './words.js';

addWords({ de, en });
