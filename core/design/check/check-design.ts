// Definitions that the ledger takes and that should not be published: members that nothing enforces, and credential
// members outside of their closed lists. A rule here must never decide what a docket may hold, because sealed
// definitions were judged without it.
import { escapePointer, type JsonObject } from '../../base/json.js';
import { TRUST_ANCHORS_MAX, TRUST_SOURCES_MAX } from '../../base/limits/ledger/credentials.js';
import type { CredentialRequirement, Definition } from '../../blueprint/definition/types.js';
import type { CheckedAction } from '../../blueprint/findings/checked.js';
import type { Findings } from '../../blueprint/findings/finding.js';
import { ASSURANCE_LEVELS, COMBINATORS, isAnchors, SOURCE_KINDS } from '../../trust/policy-form.js';
import { checkBounds } from './data/check-bounds.js';
import { checkCells } from './data/check-cells.js';
import { checkConstants } from './data/check-constants.js';
import { checkFields } from './data/check-fields.js';
import { checkNames, checkReads } from './data/check-names.js';
import { checkSealDesign, checkSealedReads, checkSealForms, checkSealMembers } from './data/check-seals.js';
import { checkStatedDueDesign, checkStatedDues } from './data/check-stated-dues.js';
import { checkTexts } from './data/check-texts.js';
import { checkClosed, checkTypes } from './data/check-types.js';
import { checkUse } from './data/check-use.js';
import { checkFlow } from './flow/check-flow.js';
import { checkTimerDesign, checkTimerForms } from './flow/check-timers.js';
import { checkApprovalDesign, checkApprovals } from './people/check-approval.js';
import { checkCancellation, warnOfDefaultCancellation } from './people/check-cancellation.js';
import { checkCandidates } from './people/check-candidates.js';
import { checkConfirmDesign, checkConfirmers, checkConfirmForms } from './people/check-confirm.js';
import { warnOfLongStops, warnOfPublicDisputes } from './people/check-disputes.js';
import { checkFourEyes, checkReplacers } from './people/check-four-eyes.js';
import { warnOfGates } from './people/check-gates.js';
import { checkIssuanceDesign } from './people/check-issuance.js';

const FORMATS = ['sd-jwt-vc', 'mso_mdoc'];
const POLICY_MEMBERS = ['sources', 'combinator', 'minAssuranceLevel', 'strict'];
const SOURCE_MEMBERS = ['kind', 'confersAssurance', 'allowedIssuers', 'trustListId', 'anchors'];

/** Adds the findings about a definition of the right form, null members left out. */
export function checkDesign(definition: Definition, findings: Findings): void {
  for (const [i, { useStealthAddress }] of definition.participants.entries())
    if (useStealthAddress === true)
      unread(
        findings,
        `/participants/${i}/useStealthAddress`,
        'Addresses stand in the clear: give the participant a wallet of its own.',
      );
  const isWhole = findings.errors === 0;
  if (isWhole) checkFields(definition, findings);
  checkConstants(definition, findings);
  for (const [i, action] of definition.actions.entries())
    checkActionDesign({ definition, action, at: `/actions/${i}`, findings });
  if (isWhole) checkWhole(definition, findings);
}

function checkWhole(definition: Definition, findings: Findings): void {
  const others = findings.errors;
  checkTimerForms(definition, findings);
  checkFourEyes(definition, findings);
  checkReplacers(definition, findings);
  checkCancellation(definition, findings);
  checkCandidates(definition, findings);
  checkApprovals(definition, findings);
  checkConfirmForms(definition, findings);
  checkSealForms(definition, findings);
  if (findings.errors > others) return;
  checkApprovalDesign(definition, findings);
  checkTimerDesign(definition, findings);
  checkFlow(definition, findings);
  const before = findings.errors;
  checkNames(definition, findings);
  const isTooLarge = findings.all().some(({ code }) => code === 'BP_WAYS');
  if (findings.errors > before) return;
  if (!isTooLarge) {
    checkReads(definition, findings);
    checkCells(definition, findings);
    checkConfirmers(definition, findings);
    checkConfirmDesign(definition, findings);
    warnOfPublicDisputes(definition, findings);
    warnOfLongStops(definition, findings);
    warnOfDefaultCancellation(definition, findings);
    checkSealedReads(definition, findings);
  }
  checkTypes(definition, findings);
  const typed = findings.errors;
  checkStatedDues(definition, findings);
  checkSealMembers(definition, findings);
  if (!isTooLarge && findings.errors === typed) {
    checkStatedDueDesign(definition, findings);
    checkSealDesign(definition, findings);
  }
  checkClosed(definition, findings);
  if (findings.errors === 0) {
    checkUse(definition, findings);
    checkBounds(definition, findings);
  }
  checkTexts(definition, findings);
}

function checkActionDesign({ definition, action, at, findings }: CheckedAction): void {
  if ((action.participants ?? []).length > 0)
    unread(
      findings,
      `${at}/participants`,
      'Only the sender takes part: state the criteria as conditions of routes, to actions with other senders.',
    );
  if ((action.requiredActionData ?? []).length > 0)
    unread(findings, `${at}/requiredActionData`, 'Name the members under "required" in a data schema.');
  const rejection = action.rejectionConfig;
  const target = definition.actions.find(({ id }) => id === rejection?.targetActionId);
  if (rejection?.targetParticipantId !== undefined && target && target.sender !== rejection.targetParticipantId)
    unread(
      findings,
      `${at}/rejectionConfig/targetParticipantId`,
      'A rejection goes to the sender of its target action: name that one, or none.',
    );
  const requirements = action.credentialRequirements ?? [];
  for (const [i, requirement] of requirements.entries())
    checkRequirement(requirement, `${at}/credentialRequirements/${i}`, findings);
  warnOfGates({ definition, action, at, findings });
  checkIssuanceDesign({ definition, action, at, findings });
}

function checkRequirement({ format, trustPolicy }: CredentialRequirement, at: string, findings: Findings): void {
  oneOf({ value: format, allowed: FORMATS, at: `${at}/format` }, findings);
  if (trustPolicy !== undefined) checkTrust(trustPolicy, `${at}/trustPolicy`, findings);
}

function checkTrust(policy: JsonObject, at: string, findings: Findings): void {
  onlyMembers(policy, { allowed: POLICY_MEMBERS, at }, findings);
  const { sources, combinator, minAssuranceLevel, strict } = policy;
  oneOf({ value: combinator, allowed: COMBINATORS, at: `${at}/combinator` }, findings);
  oneOf({ value: minAssuranceLevel, allowed: ASSURANCE_LEVELS, at: `${at}/minAssuranceLevel` }, findings);
  if (isStated(strict) && typeof strict !== 'boolean')
    findings.error('BP_TRUST', `${at}/strict`, 'strict is true or false.');
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > TRUST_SOURCES_MAX) {
    findings.error('BP_TRUST', `${at}/sources`, `A trust policy names 1 to ${TRUST_SOURCES_MAX} sources.`);
    return;
  }
  for (const [i, source] of sources.entries()) checkSource(source, `${at}/sources/${i}`, findings);
}

function checkSource(source: unknown, at: string, findings: Findings): void {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    findings.error('BP_TRUST', at, 'A source of trust is an object with a kind.');
    return;
  }
  const { kind, confersAssurance, allowedIssuers, trustListId, anchors } = source as JsonObject;
  onlyMembers(source as JsonObject, { allowed: SOURCE_MEMBERS, at }, findings);
  oneOf({ value: kind ?? '', allowed: SOURCE_KINDS, at: `${at}/kind` }, findings);
  oneOf({ value: confersAssurance, allowed: ASSURANCE_LEVELS, at: `${at}/confersAssurance` }, findings);
  const isIssuers = Array.isArray(allowedIssuers) && allowedIssuers.every((issuer) => typeof issuer === 'string');
  if (isStated(allowedIssuers) && !isIssuers)
    findings.error('BP_TRUST', `${at}/allowedIssuers`, 'allowedIssuers is a list of texts.');
  if (isStated(trustListId) && typeof trustListId !== 'string')
    findings.error('BP_TRUST', `${at}/trustListId`, 'trustListId is a text.');
  if (isStated(anchors) && !isAnchors(anchors))
    findings.error('BP_TRUST', `${at}/anchors`, `anchors are at most ${TRUST_ANCHORS_MAX} SHA-256 in lower-case hex.`);
}

function unread(findings: Findings, at: string, instead: string): void {
  findings.error('BP_MEMBER_UNREAD', at, `Nothing enforces this member, so it may not be published. ${instead}`);
}

const isStated = (value: unknown): boolean => value !== undefined && value !== null;

function oneOf(
  { value, allowed, at }: { readonly value: unknown; readonly allowed: readonly string[]; readonly at: string },
  findings: Findings,
): void {
  if (isStated(value) && !allowed.includes(value as string))
    findings.error('BP_VALUE_UNKNOWN', at, `Expected one of ${allowed.join(', ')}.`);
}

function onlyMembers(
  value: JsonObject,
  { allowed, at }: { readonly allowed: readonly string[]; readonly at: string },
  findings: Findings,
): void {
  for (const name of Object.keys(value))
    if (!allowed.includes(name) && !name.startsWith('x-'))
      findings.error('BP_MEMBER_UNREAD', `${at}/${escapePointer(name)}`, `Expected only ${allowed.join(', ')}.`);
}
