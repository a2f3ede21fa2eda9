// Formats of moments and of ages by locale. To make one takes as long as to draw a row, so each is made once.

function keep<T>(make: (locale: string) => T): (locale: string) => T {
  const kept = new Map<string, T>();
  return (locale) => {
    const known = kept.get(locale) ?? make(locale);
    kept.set(locale, known);
    return known;
  };
}

export const momentFormat = keep(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** For lists: without seconds. */
export const minuteFormat = keep(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

export const ageFormat = keep((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
