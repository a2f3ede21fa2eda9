// The words of the console, by id, in the language of its person. Ids and texts stand in the PO files.
import { type Messages, setupI18n } from '@lingui/core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { keepChoice, readChoice } from '../../api/pages/web/parts/kept-choice.js';

export type Words = (id: string, values?: object) => string;

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
  readonly choose: (language: Language) => void;
}

const SpokenContext = createContext<Spoken | undefined>(undefined);

interface WordsProviderProps {
  /** The words of a language; they come before the first page is drawn. */
  readonly load: (language: Language) => Promise<Messages>;
  readonly first: Pick<Spoken, 'language' | 'messages'>;
  readonly children: ReactNode;
}

export function WordsProvider({ load, first, children }: WordsProviderProps) {
  const [spoken, setSpoken] = useState(first);
  const value = useMemo(
    () => ({
      ...spoken,
      choose: (language: Language) => {
        keepChoice('language', language);
        void load(language).then((messages) => {
          document.documentElement.lang = language;
          setSpoken({ language, messages });
        });
      },
    }),
    [spoken, load],
  );
  return <SpokenContext value={value}>{children}</SpokenContext>;
}

const further = new Map<Language, Messages>();

/** Words that come with a page: it adds them when it is loaded, before it is drawn. */
export function addWords(words: Readonly<Record<Language, Messages>>): void {
  for (const language of Object.keys(LANGUAGES) as Language[])
    further.set(language, { ...further.get(language), ...words[language] });
}

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === undefined) throw new Error('The words are read below WordsProvider.');
  return spoken;
}

/** The words that were asked for last. All parts of a page share them: there are a thousand, and hundreds of parts. */
let made: { readonly of: Messages; readonly more: Messages | undefined; readonly words: Words } | undefined;

export function useWords(): Words {
  const { language, messages } = useSpoken();
  const more = further.get(language);
  if (made?.of !== messages || made.more !== more) {
    const i18n = setupI18n({ locale: language, messages: { [language]: { ...messages, ...more } } });
    made = { of: messages, more, words: (id, values) => i18n._(id, values as Record<string, unknown>) };
  }
  return made.words;
}

/** For Intl: the day stands before the month in all of them. */
export function useLocale(): string {
  const { language } = useSpoken();
  return language === 'en' ? 'en-GB' : language;
}

export function useLanguage(): Pick<Spoken, 'language' | 'choose'> {
  return useSpoken();
}

/** The language that was chosen here before, else the first of the browser that the console speaks. */
export function firstLanguage(): Language {
  const wanted = [readChoice('language'), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find((tag): tag is Language => tag !== undefined && tag in LANGUAGES) ?? 'en';
}
