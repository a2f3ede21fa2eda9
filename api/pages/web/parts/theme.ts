// Light or dark as the person chose it in the console of this node; else as the system has it.
import { readChoice } from './kept-choice.js';

const theme = readChoice('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
