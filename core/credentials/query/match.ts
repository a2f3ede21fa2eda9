// Which credentials answer a query, and with which claims (OpenID4VP 1.0 sections 6.4 and 7). Work is counted: a query
// of a stranger over a full wallet ends at its bound, whatever it asks for.
import { isObject, type Json } from '../../base/json.js';
import { StepMeter } from '../meter.js';
import type { ClaimQuery, CredentialQuery, DcqlPath, DcqlQuery } from './dcql.js';

/** A credential of either format, as its holder has it. */
export interface HeldCredential {
  readonly id: string;
  readonly format: string;
  /** Its `vct` with those that it extends, or its `docType`. */
  readonly types: readonly string[];
  /** Of an mdoc by name space, then by name. */
  readonly claims: Json;
  /** Authority key identifiers of the certificates in its chain, base64url. */
  readonly authorityKeys: readonly string[];
  readonly hasHolderKey: boolean;
}

export interface DcqlCandidate {
  readonly credential: HeldCredential;
  /** Paths of the claims that are shown; others that can be kept back are. */
  readonly paths: readonly DcqlPath[];
}

export interface DcqlMatch {
  /** By the id of each credential query; empty where no credential answers it. */
  readonly candidates: ReadonlyMap<string, readonly DcqlCandidate[]>;
  /**
   * The ids that are shown where the holder wishes nothing else: the first option that can be. Absent where none can.
   */
  readonly shown?: readonly string[];
}

/** Throws a fault where the query takes more than DCQL_STEPS_MAX. */
export function matchDcql(query: DcqlQuery, held: readonly HeldCredential[]): DcqlMatch {
  const meter = new StepMeter();
  const candidates = new Map(query.credentials.map((asked) => [asked.id, candidatesOf(asked, held, meter)] as const));
  const hasAll = (ids: readonly string[]) => ids.every((id) => candidates.get(id)?.length !== 0);
  const sets = query.sets ?? [{ options: [query.credentials.map(({ id }) => id)], isRequired: true }];
  const shown = new Set<string>();
  for (const { options, isRequired } of sets) {
    meter.take(options.length);
    const option = options.find(hasAll);
    if (option === undefined && isRequired) return { candidates };
    // An optional set is the holder's choice: nothing of it is shown unasked.
    if (isRequired) for (const id of option ?? []) shown.add(id);
  }
  return { candidates, shown: [...shown] };
}

function candidatesOf(
  asked: CredentialQuery,
  held: readonly HeldCredential[],
  meter: StepMeter,
): readonly DcqlCandidate[] {
  return held.flatMap((credential) => {
    if (!isOfKind(asked, credential, meter)) return [];
    const paths = chosenPaths(asked, credential.claims, meter);
    return paths === undefined ? [] : [{ credential, paths }];
  });
}

function isOfKind(asked: CredentialQuery, credential: HeldCredential, meter: StepMeter): boolean {
  const { types, authorities } = asked;
  meter.take(1);
  if (credential.format !== asked.format || (asked.needsHolderKey && !credential.hasHolderKey)) return false;
  meter.take(types?.length ?? 0);
  if (types !== undefined && !types.some((type) => credential.types.includes(type))) return false;
  if (authorities === undefined) return true;
  return authorities.some(({ type, values }) => {
    meter.take(values.length);
    // The other types need lists and federations, which are not known here: they hold for no credential.
    return type === 'aki' && values.some((value) => credential.authorityKeys.includes(value));
  });
}

/** The paths of the first choice of claims that the credential has; undefined where it has none. */
function chosenPaths(
  { claims, claimSets }: CredentialQuery,
  root: Json,
  meter: StepMeter,
): readonly DcqlPath[] | undefined {
  const answers = new Map<ClaimQuery, boolean>();
  const isThere = (claim: ClaimQuery): boolean => {
    const known = answers.get(claim);
    if (known !== undefined) return known;
    const isAnswered = hasClaim(claim, root, meter);
    answers.set(claim, isAnswered);
    return isAnswered;
  };
  const choices = claimSets?.map((set) => set.map((at) => claims[at] as ClaimQuery)) ?? [claims];
  const choice = choices.find((all) => {
    meter.take(all.length);
    return all.every(isThere);
  });
  return choice?.map(({ path }) => path);
}

function hasClaim({ path, values }: ClaimQuery, root: Json, meter: StepMeter): boolean {
  const selected = select(root, path, meter);
  if (selected === undefined || selected.length === 0) return false;
  if (values === undefined) return true;
  meter.take(selected.length * values.length);
  return selected.some((value) => values.some((wanted) => wanted === value));
}

/** The elements that the path selects; undefined where a step meets what it cannot go into. */
function select(root: Json, path: DcqlPath, meter: StepMeter): readonly Json[] | undefined {
  let selected: readonly Json[] = [root];
  for (const step of path) {
    const next: Json[] = [];
    for (const value of selected) {
      meter.take(1);
      if (typeof step === 'string') {
        if (!isObject(value)) return undefined;
        if (Object.hasOwn(value, step)) next.push(value[step] as Json);
        continue;
      }
      if (!Array.isArray(value)) return undefined;
      const elements: readonly Json[] = step === null ? value : value.slice(step, step + 1);
      meter.take(elements.length);
      for (const element of elements) next.push(element);
    }
    selected = next;
  }
  return selected;
}
