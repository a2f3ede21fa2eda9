// The language of a document, before anything else of it is read.
import type { JsonObject } from '../../base/json.js';

/** True where nothing says another language than 1. */
export function isLanguage1({ language }: JsonObject): boolean {
  return language === undefined || language === null || language === 1;
}
