// The words of the check of evidence, which come with the pages that show a proof.
import { messages as de } from './de.po?verifying';
import { messages as en } from './en.po?verifying';
import { addWords } from './words.js';

addWords({ de, en });
