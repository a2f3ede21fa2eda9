// The words of one language, when they are wanted.
import type { Messages } from '@lingui/core';
import type { Language } from './words.js';

const FILES: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.po'),
  de: () => import('./de.po'),
};

/** The words of one language, which alone are fetched. */
export async function loadWords(language: Language): Promise<Messages> {
  return (await FILES[language]()).messages;
}
