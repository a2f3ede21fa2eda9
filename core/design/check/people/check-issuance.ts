// Findings about credentials that an action issues, and about those whose status it changes: names, roles, types and
// claims that no issuer could use, and claims that cannot be compared with what was sealed. Pure.
import { GATE_ID, ISSUER_ANCHORS } from '../../../blueprint/definition/choices.js';
import { durationMs } from '../../../blueprint/definition/duration.js';
import { issuanceConfigsOf, type PlacedConfig } from '../../../blueprint/definition/issuance-configs.js';
import { parsePointer } from '../../../blueprint/definition/pointer.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import { sharesOf } from '../../../blueprint/names/disclose.js';
import { GATE_FORMATS } from '../../../credentials/gate/rule.js';
import { claimFault, isTypeName } from '../../../credentials/issuance/names.js';

interface CheckedIssuance extends CheckedAction, Pick<PlacedConfig, 'config' | 'id'> {
  /** JSON Pointer of the config. */
  readonly place: string;
}

const DURATION = 'A duration is in ISO 8601, such as P10D or PT12H.';

function issuancesOf(checked: CheckedAction): readonly CheckedIssuance[] {
  return issuanceConfigsOf(checked.action).map(({ config, id, place }) => ({
    ...{ ...checked, config, id },
    place: `${checked.at}/credentialIssuanceConfig${place}`,
  }));
}

/** Adds what a ledger refuses too. */
export function checkIssuanceForms(checked: CheckedAction): void {
  const ids = new Set<string>();
  for (const issuance of issuancesOf(checked)) {
    const { id, place, findings } = issuance;
    if (!GATE_ID.test(id))
      findings.error(
        'BP_ISSUANCE',
        `${place}/id`,
        'A credential is named by a small letter, then up to 31 small letters, digits and _.',
      );
    if (ids.has(id)) findings.error('BP_ID_DUPLICATE', `${place}/id`, `Two credentials of the action are named ${id}.`);
    ids.add(id);
    checkClaims(issuance);
    checkRoles(issuance);
    checkTerms(issuance);
  }
  checkStatusRules(checked);
}

function checkClaims({ config, place, findings }: CheckedIssuance): void {
  if (config.credentialType === '')
    findings.error('BP_ISSUANCE_TYPE', `${place}/credentialType`, 'An issued credential has a type.');
  if (config.claimMappings.length === 0)
    findings.error('BP_ISSUANCE_MAPPING', `${place}/claimMappings`, 'An issued credential has claims.');
  for (const [i, { sourceField }] of config.claimMappings.entries())
    if (parsePointer(sourceField) === undefined)
      findings.error(
        'BP_POINTER',
        `${place}/claimMappings/${i}/sourceField`,
        'A JSON Pointer is empty, or starts with / and has ~ only in ~0 and ~1.',
      );
}

function checkRoles({ definition, config, place, findings }: CheckedIssuance): void {
  const isParticipant = (role: string) => definition.participants.some(({ id }) => id === role);
  const { recipientParticipantId: recipient, revokedBy = [] } = config;
  const at = `${place}/recipientParticipantId`;
  if (recipient === '') findings.error('BP_ISSUANCE_RECIPIENT', at, 'An issued credential has a recipient.');
  else if (!isParticipant(recipient))
    findings.warn('BP_ISSUANCE_RECIPIENT_UNKNOWN', at, 'The recipient of the credential is not a participant.');
  for (const [i, role] of revokedBy.entries())
    if (!isParticipant(role))
      findings.error('BP_ISSUANCE', `${place}/revokedBy/${i}`, `The role ${shownName(role)} is not a participant.`);
}

function checkTerms({ config, place, findings }: CheckedIssuance): void {
  const { expiryDuration, copies = 1, usagePolicy = 'Reusable' } = config;
  if (expiryDuration !== undefined && durationMs(expiryDuration) === undefined)
    findings.error('BP_DURATION', `${place}/expiryDuration`, DURATION);
  if (copies > 1 && usagePolicy !== 'Reusable')
    findings.error(
      'BP_ISSUANCE',
      `${place}/copies`,
      'Each copy could be shown as often: a credential whose uses are counted has one.',
    );
}

function checkStatusRules({ definition, action, at, findings }: CheckedAction): void {
  const named = new Set<number>();
  for (const [i, { of }] of (action.credentialStatus ?? []).entries()) {
    if (named.has(of))
      findings.error(
        'BP_ISSUANCE',
        `${at}/credentialStatus/${i}/of`,
        `The credentials of action ${of} get one status.`,
      );
    named.add(of);
    const issuing = definition.actions.find(({ id }) => id === of);
    if (!issuing || issuanceConfigsOf(issuing).length === 0)
      findings.error('BP_ISSUANCE', `${at}/credentialStatus/${i}/of`, `No action ${of} issues a credential.`);
  }
}

/** Adds what a designer should know of: it never decides what a docket may hold. */
export function checkIssuanceDesign(checked: CheckedAction): void {
  for (const issuance of issuancesOf(checked)) {
    checkChoices(issuance);
    checkNames(issuance);
    warnOfUnread(issuance);
    const { config, place, findings } = issuance;
    if (config.registerId !== undefined)
      findings.warn(
        'BP_MEMBER_UNREAD',
        `${place}/registerId`,
        'The issuance is sealed on the register of its action, and on no other one: leave this out.',
      );
  }
}

function checkChoices({ config, place, findings }: CheckedIssuance): void {
  const oneOf = (member: 'format' | 'trustAnchor', allowed: readonly string[]) => {
    const value = config[member];
    if (value !== undefined && !allowed.includes(value))
      findings.error('BP_VALUE_UNKNOWN', `${place}/${member}`, `Expected one of ${allowed.join(', ')}.`);
  };
  oneOf('format', GATE_FORMATS);
  oneOf('trustAnchor', ISSUER_ANCHORS);
}

function checkNames({ config, place, findings }: CheckedIssuance): void {
  const { credentialType, claimMappings, claims = [], disclosable = [], format } = config;
  const isMdoc = format === 'mso_mdoc';
  if (credentialType !== '' && !isTypeName(credentialType, isMdoc))
    findings.error(
      'BP_ISSUANCE_TYPE_FORM',
      `${place}/credentialType`,
      isMdoc
        ? 'The type of an mdoc is a name of a domain from its end, such as org.example.permit.1.'
        : 'A type is a URI, or a name of letters, digits, dots, _ and -, of which the node makes one of this register.',
    );
  const names = new Set<string>();
  for (const [i, { claimName }] of claimMappings.entries()) {
    const fault = names.has(claimName) ? 'Another mapping has the same claim.' : claimFault(claimName, isMdoc);
    if (fault !== undefined) findings.error('BP_ISSUANCE', `${place}/claimMappings/${i}/claimName`, fault);
    names.add(claimName);
  }
  for (const [i, { path }] of claims.entries())
    if (!names.has(path)) findings.error('BP_ISSUANCE', `${place}/claims/${i}/path`, 'No mapping has this claim.');
  const firsts = new Set([...names].map((name) => claimPathOf(name)[0]));
  for (const [i, name] of disclosable.entries())
    if (!firsts.has(claimPathOf(name)[0]))
      findings.error('BP_ISSUANCE', `${place}/disclosable/${i}`, 'No mapping has this claim.');
}

/** The sender alone could say that a claim is what was sealed. */
function warnOfUnread({ definition, action, config, place, findings }: CheckedIssuance): void {
  const others = sharesOf(definition, action).filter(({ participantId }) => participantId !== action.sender);
  const isRead = (tokens: readonly string[]) =>
    others.some(({ paths }) =>
      paths.some((path) => path.every((token, i) => i >= tokens.length || token === tokens[i] || token === '*')),
    );
  for (const [i, { sourceField }] of config.claimMappings.entries()) {
    const tokens = parsePointer(sourceField);
    if (tokens === undefined || isRead(tokens)) continue;
    findings.warn(
      'BP_ISSUANCE_UNREAD',
      `${place}/claimMappings/${i}/sourceField`,
      'No other role reads this field, so nobody can compare the claim with what was sealed: disclose it to one.',
    );
  }
}

import { claimPathOf } from '../../../blueprint/names/gate-names.js';
