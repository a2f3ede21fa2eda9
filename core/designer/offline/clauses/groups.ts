// Parties of one kind: "supplier A and supplier B", or "two experts" without names. A sentence
// on all of them is one on each, and their steps are beside each other.
import type { WordToken } from '../words/tokens.js';
import type { PartyNames } from './mentions.js';
import type { NamedParty, ProcessStatement } from './statement.js';

const COUNTS: Readonly<Record<string, number>> = {
  ...{ two: 2, both: 2, three: 3, four: 4, five: 5 },
  ...{ zwei: 2, beide: 2, drei: 3, vier: 4, fünf: 5 },
};

/** Knows the parties of a text that are only counted: "two experts" are expert 1 and expert 2. */
export function knowCounted(tokens: readonly WordToken[], parties: PartyNames): void {
  for (const { party, start } of parties.mentionsIn(tokens)) {
    const count = COUNTS[tokens[start - 1]?.lower ?? ''];
    if (count === undefined || parties.membersOf(party).length > 0) continue;
    for (let i = 1; i <= count; i++) parties.partyNamed([...party.name.split(' '), String(i)]);
  }
}

const CHOSEN = /\b(?:chosen|selected|winning|successful|best|ausgewählte[nr]?|erfolgreiche[nr]?|beste[nr]?)\b/i;

/** A statement of a group as statements of its members. */
export function ofMembers(statement: ProcessStatement, text: string, parties: PartyNames): readonly ProcessStatement[] {
  const membersOf = (party: NamedParty) => {
    const members = parties.membersOf(party);
    return members.length > 1 ? members : [party];
  };
  if ('parties' in statement) {
    const all = statement.parties.flatMap(membersOf);
    const isGroup = all.length > statement.parties.length;
    return [
      {
        ...statement,
        parties: all,
        ...(isGroup && statement.kind === 'step' && (CHOSEN.test(text) ? { isChosen: true } : { isParallel: true })),
      } as typeof statement,
    ];
  }
  if (statement.kind === 'issue' || !('party' in statement) || statement.party === undefined) return [statement];
  return membersOf(statement.party).map((party) => ({ ...statement, party }) as typeof statement);
}
