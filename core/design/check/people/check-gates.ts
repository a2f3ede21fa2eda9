// Findings about gates, the credential requirements of an action: names, roles, terms and claims that no judge could
// read; evidence without a reader; gates without an issuer to trust. A ledger refuses the same. Pure.
import {
  KEPT_LEAST_MS,
  KEPT_MOST_MS,
  KEPT_MS,
  PROOF_MAX_AGE_LEAST_MS,
  PROOF_MAX_AGE_MOST_MS,
  PUBLIC_GATES_MAX,
} from '../../../base/limits/ledger/credentials.js';
import { GATE_ID } from '../../../blueprint/definition/choices.js';
import { durationMs } from '../../../blueprint/definition/duration.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { CredentialRequirement } from '../../../blueprint/definition/types.js';
import { disputeTermsOf } from '../../../blueprint/disputes/disputes.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import { claimPathOf, gateIdOf } from '../../../blueprint/names/gate-names.js';
import { gatesOf } from '../../../credentials/gate/asked.js';
import { GATE_MEMBER, gateFormatsOf, gateRuleOf } from '../../../credentials/gate/rule.js';

interface CheckedGate extends CheckedAction {
  readonly requirement: CredentialRequirement;
  /** JSON Pointer of the requirement. */
  readonly place: string;
}

function requirementsOf(checked: CheckedAction): readonly CheckedGate[] {
  return (checked.action.credentialRequirements ?? []).map((requirement, i) => ({
    ...{ ...checked, requirement },
    place: `${checked.at}/credentialRequirements/${i}`,
  }));
}

/** Adds what a ledger refuses too: each judge reads these alike, or not at all. */
export function checkGateForms(checked: CheckedAction): void {
  const ids = new Set<string>();
  for (const [i, gate] of requirementsOf(checked).entries()) {
    const { requirement, place, findings } = gate;
    const id = gateIdOf(requirement, i);
    if (!GATE_ID.test(id))
      findings.error(
        'BP_GATE',
        `${place}/id`,
        'A gate is named by a small letter, then up to 31 small letters, digits and _.',
      );
    if (ids.has(id)) findings.error('BP_ID_DUPLICATE', `${place}/id`, `Two gates of the action are named ${id}.`);
    ids.add(id);
    checkRoles(gate);
    checkTerms(gate);
    checkClaims(gate);
    checkReaders(gate);
    checkTrust(gate);
  }
  checkParts(checked);
  checkPlaces(checked);
}

function checkRoles({ requirement, place, definition, findings }: CheckedGate): void {
  const { readers = [], verifiedBy } = requirement;
  const check = (role: string, at: string) => {
    if (!definition.participants.some(({ id }) => id === role))
      findings.error('BP_GATE', `${place}/${at}`, `The role ${shownName(role)} is not a participant.`);
  };
  for (const [i, role] of readers.entries()) check(role, `readers/${i}`);
  if (verifiedBy !== undefined) check(verifiedBy, 'verifiedBy');
}

function checkTerms({ requirement, place, findings }: CheckedGate): void {
  const { proofMaxAge, statusMaxAge, retention } = requirement;
  const proofMs = proofMaxAge === undefined ? PROOF_MAX_AGE_LEAST_MS : durationMs(proofMaxAge);
  if (proofMs === undefined || proofMs < PROOF_MAX_AGE_LEAST_MS || proofMs > PROOF_MAX_AGE_MOST_MS)
    findings.error(
      'BP_DURATION',
      `${place}/proofMaxAge`,
      'A proof is as old as an ISO 8601 duration from PT1M to PT1H.',
    );
  if (statusMaxAge !== undefined && durationMs(statusMaxAge) === undefined)
    findings.error('BP_DURATION', `${place}/statusMaxAge`, 'A status is as old as an ISO 8601 duration, such as PT1H.');
  if (retention === undefined) return;
  const keptMs = durationMs(retention);
  if (keptMs === undefined || keptMs < KEPT_LEAST_MS || keptMs > KEPT_MOST_MS)
    findings.error(
      'BP_DURATION',
      `${place}/retention`,
      'Evidence is kept for an ISO 8601 duration from P1D to P3650D.',
    );
}

/** An element of an mdoc stands in a name space: without it no judge finds the element. */
function checkClaims({ requirement, place, findings }: CheckedGate): void {
  const isMdoc = gateFormatsOf(requirement).includes('mso_mdoc');
  for (const [i, { claimName }] of (requirement.requiredClaims ?? []).entries()) {
    const path = claimPathOf(claimName);
    const isElement = path.length === 2 && path.every((step) => typeof step === 'string');
    if ((isMdoc && !isElement) || (claimName.startsWith('[') && path[0] === claimName))
      findings.error(
        'BP_GATE',
        `${place}/requiredClaims/${i}/claimName`,
        isMdoc
          ? 'A claim of an mdoc is named by its name space and element as JSON: ["org.iso.18013.5.1","family_name"].'
          : 'A path of a claim is a JSON list of names, places and null: ["address","locality"].',
      );
  }
}

/** The proof covers all disclosures, so that a reader of a part could check nothing. */
function checkParts({ action, at, findings }: CheckedAction): void {
  const isOfGate = (pointer: string) => pointer === `/${GATE_MEMBER}` || pointer.startsWith(`/${GATE_MEMBER}/`);
  for (const [i, { dataPointers }] of (action.disclosures ?? []).entries())
    for (const [j, pointer] of dataPointers.entries())
      if (isOfGate(pointer))
        findings.error(
          'BP_GATE_PART',
          `${at}/disclosures/${i}/dataPointers/${j}`,
          'The evidence of a gate is read whole: name the role under readers of its requirement.',
        );
}

/** With encrypted gates beside those in the clear, validators could not find the root that a holder signs for. */
function checkPlaces({ action, at, findings }: CheckedAction): void {
  const gates = gatesOf(action);
  const open = gates.filter(({ isPublic }) => isPublic).length;
  const refuse = (message: string) => findings.error('BP_GATE', `${at}/credentialRequirements`, message);
  if (open > 0 && open < gates.length) refuse('The evidence of all gates of an action is public, or that of none.');
  if (open > PUBLIC_GATES_MAX) refuse(`An action has at most ${PUBLIC_GATES_MAX} gates whose evidence is public.`);
}

/** Evidence that the sender alone could open would make a gate without a judge. */
function checkReaders({ requirement, place, action, findings }: CheckedGate): void {
  if (isRead(requirement, action.sender)) return;
  findings.error(
    'BP_GATE_UNREAD',
    place,
    'The sender alone could check what is shown: name readers or verifiedBy, or state evidence as public.',
  );
}

function isRead({ evidence, readers = [], verifiedBy }: CredentialRequirement, sender: string): boolean {
  const isOther = (role: string | undefined): boolean => role !== undefined && role !== sender;
  return evidence === 'public' || isOther(verifiedBy) || readers.some(isOther);
}

/** Lists of an organisation are those of one node: on a ledger they let no holder pass. */
function checkTrust({ requirement, place, findings }: CheckedGate): void {
  const { policyOf } = gateRuleOf(requirement, 0);
  const sources = gateFormatsOf(requirement).flatMap((format) => policyOf(format)?.sources ?? []);
  // A policy of another form has a finding of its own.
  const isMalformed = requirement.trustPolicy !== undefined && sources.length === 0;
  const isPassable = sources.some(({ kind, anchors = [] }) => kind !== 'x509-tenant' || anchors.length > 0);
  if (!isPassable && !isMalformed)
    findings.error(
      'BP_GATE_TRUST',
      place,
      'Nothing says whose credentials count, so none does: name acceptedIssuers, or sources of a trustPolicy.',
    );
}

/** Adds what a designer should know of: it never decides what a docket may hold. */
export function warnOfGates(checked: CheckedAction): void {
  for (const gate of requirementsOf(checked)) {
    const { requirement, place, action, findings } = gate;
    warnOfShortTerm(gate);
    const { evidence, verifiedBy = action.sender } = requirement;
    if (requirement.retention !== undefined && evidence !== 'kept')
      findings.warn(
        'BP_MEMBER_UNREAD',
        `${place}/retention`,
        'Evidence on the ledger stays there: state it as kept, and nodes delete it then.',
      );
    const isUnseen = evidence !== 'public' && verifiedBy === action.sender && isRead(requirement, action.sender);
    if (isUnseen && action.confirm === undefined)
      findings.warn(
        'BP_GATE_LATE',
        place,
        'A false presentation is found when it is sealed, and not before: name a reader under confirm, where it must not count.',
      );
  }
}

/** A challenge is taken up to `deliverWithin` before the end of the term, so that no sender gives what it deleted. */
function warnOfShortTerm({ requirement, place, action, definition, findings }: CheckedGate): void {
  const { evidence, readers = [], retention } = requirement;
  const hasReader = readers.some((role) => role !== action.sender);
  if (evidence !== 'kept' || !hasReader) return;
  const keptMs = durationMs(retention ?? '') ?? KEPT_MS;
  if (keptMs > disputeTermsOf(definition).deliverWithinMs) return;
  findings.warn(
    'BP_GATE_UNCHALLENGED',
    retention === undefined ? place : `${place}/retention`,
    'The evidence is kept for no longer than disputes.deliverWithin, so a sender that gives it to no reader cannot be challenged: state a longer retention, or a shorter deliverWithin.',
  );
}
