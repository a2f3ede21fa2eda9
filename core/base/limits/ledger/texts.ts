// Bounds on the texts of a definition in other languages than the one that it is written in.

/** Languages of one definition: those of a union of states. */
export const TEXT_LANGUAGES_MAX = 32;
/** Texts of one language: several for each of 500 actions. */
export const TEXTS_MAX = 5000;
/** Characters of a key and of a text: no text is longer than the description of a blueprint. */
export const TEXT_KEY_LENGTH_MAX = 512;
export const TEXT_LENGTH_MAX = 2000;
/** Members that name an instance together, and characters of that name: a row of a list shows one line. */
export const SUBJECT_PARTS_MAX = 4;
export const SUBJECT_LENGTH_MAX = 120;
/** Languages that one caller names. */
export const LANGUAGE_RANGES_MAX = 20;
/** Definitions with chosen texts that are kept at once. */
export const TRANSLATIONS_KEPT = 64;
