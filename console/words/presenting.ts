// The words of requests of verifiers, which come with their pages.
import { messages as de } from './de.po?presenting';
import { messages as en } from './en.po?presenting';
import { addWords } from './words.js';

addWords({ de, en });
