// The words of issued credentials and of devices, which most people never see.
import { messages as de } from './de.po?issuing';
import { messages as en } from './en.po?issuing';
import { addWords } from './words.js';

addWords({ de, en });
