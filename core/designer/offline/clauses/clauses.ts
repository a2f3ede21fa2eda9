// A sentence as clauses, in its language.
import type { WordToken } from '../words/tokens.js';
import type { Clause, Spoken } from './clause.js';
import { englishClauses } from './english-clauses.js';
import { germanClauses } from './german-clauses.js';
import type { PartyNames } from './mentions.js';

export function clausesOf(tokens: readonly WordToken[], parties: PartyNames, spoken: Spoken): readonly Clause[] {
  return parties.language === 'en' ? englishClauses(tokens, parties, spoken) : germanClauses(tokens, parties, spoken);
}
