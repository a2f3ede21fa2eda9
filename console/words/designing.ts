// The words of the pages of blueprints: they are a third of all, and most people never open these pages.
import { messages as de } from './de.po?designing';
import { messages as en } from './en.po?designing';
import { addWords } from './words.js';

addWords({ de, en });
