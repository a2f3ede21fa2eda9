// Judges the gate of an action with no node: what its sender showed, by the words of the ledger that the file has. A
// reader of the cells finds the verdict that every other one finds.
import { fromHex, isHex } from '../../../core/base/bytes.js';
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';
import { schemaErrors } from '../../../core/blueprint/schemas/schema-check.js';
import { type GateQuestion, type GateView, gateCellsOf, judgeGate } from '../../../core/credentials/gate/judge.js';
import type { ShownIssuance } from '../../../core/credentials/gate/ledger-status.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import { gateFormatsOf, gateRuleOf } from '../../../core/credentials/gate/rule.js';
import { gateStatementOf } from '../../../core/credentials/gate/statement.js';
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { REQUIREMENT_SCHEMA } from '../../../core/design/check/blueprint-schema.js';
import { placeOf, type RunPlace } from '../../../core/envelope/cells/root.js';
import { isPartOf } from '../../../core/trust/lists/snapshot.js';
import type { TrustList } from '../../../core/trust/policy.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { fields } from '../../command/output.js';

const gate: Command = {
  name: 'credential gate',
  summary: 'judge offline what was shown at the gate of an action',
  examples: ['quorate credential gate shown.json'],
  args: [
    {
      name: '[file]',
      description:
        'JSON with requirement, statement, run, cells and ledger, as docs/credentials.md says (default: standard input)',
    },
  ],
  async run({ input, terminal, out }) {
    const document = objectIn(await readDocument({ terminal }, input.optionalArg('file')));
    const question = questionIn(document);
    const parts = memberIn(document, 'cells') as GateParts;
    const verdict = judgeGate(parts, question);
    if (verdict instanceof PresentationRefusal) {
      const { code: ground, message } = verdict;
      const format = question.rule.formats.find((name) => isObject(parts.frame) && parts.frame.format === name);
      const cells = gateCellsOf(verdict, format ?? 'sd-jwt-vc');
      out.show({ verdict: 'refused', ground, message, cells }, '');
      throw new CommandError(`the gate does not hold (${ground}): ${message.replace(/\.$/, '')}`, {
        hint: `These cells show it to others: ${cells.join(', ')}.`,
      });
    }
    const { trust, holder, isStatusChecked } = verdict;
    const facts = {
      level: trust.level,
      issuer: trust.evidence.map(({ kind, trustListId = '' }) => `${kind} ${trustListId}`.trim()).join(', '),
      judgedAt: question.statement.at,
      holderKey: holder,
      status: isStatusChecked ? 'valid by its list' : 'not checked',
    };
    out.show({ verdict: 'held', ...facts }, () => ['The gate holds.', fields(facts)].join('\n'));
  },
};

function questionIn(document: JsonObject): GateQuestion {
  const stated = memberIn(document, 'requirement');
  const [wrong] = schemaErrors([REQUIREMENT_SCHEMA], stated);
  if (wrong) throw unreadable('requirement', `a credential requirement of a definition (${wrong.path})`);
  const requirement = stated as unknown as CredentialRequirement;
  const statement = gateStatementOf(memberIn(document, 'statement'));
  if (statement === undefined) throw unreadable('statement', 'id, at, asOf and trust, each in its one spelling');
  const header = memberIn(document, 'run') as unknown as RunPlace & { readonly blueprintId: string };
  const { dataRoot } = header as unknown as JsonObject;
  if (!isHex(dataRoot, 32)) throw unreadable('run', 'dataRoot as 64 hex digits');
  const needed = ['registerId', 'blueprintId', 'actionId', 'senderWallet'] as const;
  const isText = (name: keyof typeof header) => typeof header[name] === 'string';
  const others = ['instanceId', 'publicationTxId', 'previousTransactionId'] as const;
  if (!needed.every(isText) || !others.every((name) => header[name] === undefined || isText(name)))
    throw unreadable('run', [...needed, ...others].join(', '));
  const rule = { ...gateRuleOf(requirement, 0), id: statement.id, formats: gateFormatsOf(requirement) };
  const run = { place: placeOf(header), dataRoot: fromHex(dataRoot), header };
  return { rule, statement, run, verifier: statement.by?.wallet, view: viewIn(memberIn(document, 'ledger')) };
}

/** The ledger as of the height of the statement, by the words of the maker of the file. */
function viewIn({ lists, verifiers, holderKeys, issuers, issuances, distrusted }: JsonObject): GateView {
  const known = isObject(lists) ? lists : {};
  const listAt = (id: string): TrustList | undefined => {
    const list = known[id];
    if (!isObject(list)) return undefined;
    const { sequence = 0, anchors, keys, nextUpdate } = list;
    return {
      ...{ id, sequence: Number(sequence), hasAnchor: (hash) => hasText(anchors, hash) },
      hasKey: (issuer, hash) => isObject(keys) && hasText(keys[issuer], hash),
      ...(typeof nextUpdate === 'string' && { nextUpdateMs: Date.parse(nextUpdate) }),
    };
  };
  return {
    trust: {
      ...{ tenantList: listAt('tenant'), isStrict: false },
      lists: (id) => Object.keys(known).flatMap((each) => (isPartOf(each, id) ? (listAt(each) ?? []) : [])),
      issuerOf: (hash) => recordIn(isObject(issuers) ? issuers[hash] : undefined),
      isDistrusted: (hash) => hasText(distrusted, hash),
    },
    isVerifier: (clientId) => hasText(verifiers, clientId),
    holderKeysOf: () => (Array.isArray(holderKeys) ? holderKeys : []),
    issuanceOf: (tx) => issuanceIn(isObject(issuances) ? issuances[tx] : undefined, tx),
  };
}

function recordIn(record: Json | undefined): { readonly participantId: string; readonly did: string } | undefined {
  if (!isObject(record)) return undefined;
  return { participantId: String(record.participantId), did: String(record.did) };
}

function issuanceIn(sealed: Json | undefined, tx: string): ShownIssuance | undefined {
  if (!isObject(sealed)) return undefined;
  const { status, root, copies } = sealed;
  return { tx, status: status as CredentialStatus, root: String(root), copies: Number(copies) };
}

function hasText(list: Json | undefined, text: string): boolean {
  return Array.isArray(list) && list.includes(text);
}

function memberIn(document: JsonObject, name: string): JsonObject {
  const member = document[name];
  if (!isObject(member)) throw unreadable(name, 'an object');
  return member;
}

function unreadable(name: string, expected: string): CommandError {
  return new CommandError(`the member ${name} of the file is not as expected`, {
    exit: EXIT.usage,
    hint: `Expected ${expected}; docs/credentials.md has the members.`,
  });
}

export const credentialGateCommands: readonly Command[] = [gate];
