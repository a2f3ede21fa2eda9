// The question of a verifier as its person chooses the answer: credentials that go together, alternatives, and what may
// be left out. The node holds the choice to the question once more.
import type { Json } from '../../core/base/json.js';
import { type CredentialQuery, readDcql } from '../../core/credentials/query/dcql.js';

export interface AskedPart {
  /** Of its query. */
  readonly id: string;
  readonly type: string;
  readonly query: CredentialQuery;
  /** Ids of the credentials that answer it. */
  readonly candidates: readonly string[];
}

/** Options of which one is enough. */
export interface AskedGroup {
  readonly isRequired: boolean;
  /** The options that the wallet can answer whole. */
  readonly options: readonly (readonly AskedPart[])[];
  /** The parts that no credential answers, where there is no option. */
  readonly missing: readonly AskedPart[];
}

/** Of a request, as far as the choice depends on it. */
export interface AskedOfHolder {
  readonly dcqlQuery: object;
  readonly matches: {
    readonly queries: readonly {
      readonly id: string;
      readonly candidates: readonly { readonly credentialId: string }[];
    }[];
  };
}

export function groupsOf({ dcqlQuery, matches }: AskedOfHolder): readonly AskedGroup[] {
  const { credentials, sets } = readDcql(dcqlQuery as Json);
  const parts = new Map(
    credentials.map((query): readonly [string, AskedPart] => {
      const answers = matches.queries.find(({ id }) => id === query.id)?.candidates ?? [];
      const candidates = answers.map(({ credentialId }) => credentialId);
      return [query.id, { id: query.id, type: query.types?.[0] ?? query.format, query, candidates }];
    }),
  );
  const all = sets ?? [{ options: [credentials.map(({ id }) => id)], isRequired: true }];
  return all.map(({ options, isRequired }) => {
    const stated = options.map((ids) => ids.flatMap((id) => parts.get(id) ?? []));
    const answered = stated.filter((option) => option.every(({ candidates }) => candidates.length > 0));
    const missing = answered.length > 0 ? [] : (stated[0] ?? []).filter(({ candidates }) => candidates.length === 0);
    return { isRequired, options: answered, missing };
  });
}

export interface PartsChoice {
  /** By group, the place of its option; absent for none of it. */
  readonly options: readonly (number | undefined)[];
  /** By query; the first candidate where absent. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Nothing that may be left out is shown unasked. */
export function firstChoice(groups: readonly AskedGroup[]): PartsChoice {
  const options = groups.map(({ isRequired, options: [first] }) => (isRequired && first !== undefined ? 0 : undefined));
  return { options, credentials: {} };
}

export interface ChosenPart {
  readonly part: AskedPart;
  readonly credentialId: string;
}

/** Each query once, though several groups may name it. */
export function chosenParts(groups: readonly AskedGroup[], choice: PartsChoice): readonly ChosenPart[] {
  const parts = groups.flatMap(({ options }, at) => options[choice.options[at] ?? -1] ?? []);
  const once = new Map(parts.map((part) => [part.id, part]));
  return [...once.values()].flatMap((part) => {
    const stated = choice.credentials[part.id];
    const credentialId = part.candidates.find((id) => id === stated) ?? part.candidates[0];
    return credentialId === undefined ? [] : [{ part, credentialId }];
  });
}

/** False where a group that is required has no option, and where nothing is chosen. */
export function isAnswer(groups: readonly AskedGroup[], choice: PartsChoice): boolean {
  const isWhole = groups.every(({ isRequired }, at) => !isRequired || choice.options[at] !== undefined);
  return isWhole && chosenParts(groups, choice).length > 0;
}
