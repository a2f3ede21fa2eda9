// Broken versions of webhooks: whom they reach, who sees them, what their signature covers, and what a kill loses.
import type { Mutant } from './mutant.js';

const API = 'contract/webhooks/webhooks';
const NODE = 'contract/webhooks/node';
const SIGNATURE = 'unit/core/webhooks/signature';
const ANSWER = 'unit/core/webhooks/answer';
const TARGET = 'unit/core/webhooks/target';
const COURIER = 'unit/actors/webhooks/courier';
const REGISTERS = 'unit/actors/webhooks/register-events';

const one = (
  name: string,
  edit: { readonly file: string; readonly from: string; readonly to: string },
  [test, caught]: readonly [test: string, caught: string],
): Mutant => ({ name, edits: [edit], test, caught });

export const WEBHOOKS: readonly Mutant[] = [
  one(
    'the signature of a webhook leaves its time out',
    { file: 'core/webhooks/signature', from: 'timestamp}.', to: "''}." },
    [SIGNATURE, 'covers the body, the id and the time'],
  ),
  one(
    'a webhook follows redirects',
    { file: 'actors/webhooks/sending', from: 'redirectsMax: 0', to: 'redirectsMax: 3' },
    [NODE, 'follow no redirect'],
  ),
  one(
    'a webhook may have a private address in its URL',
    { file: 'core/webhooks/url', from: 'if (isLiteral && !isPublicAddress(host))', to: 'if (false)' },
    [ANSWER, 'at no private address'],
  ),
  one(
    'a webhook may knock at any port',
    { file: 'core/outgoing/target', from: '(port !== 443 && port < 1024)', to: 'false' },
    [ANSWER, 'at ports of web servers'],
  ),
  one(
    'a webhook tells whether a name has a private address',
    {
      file: 'core/outgoing/told',
      from: "isLate && code === 'OUTGOING_FAILED' ? 'timed-out' : 'unreachable'",
      to: "code === 'OUTGOING_REFUSED' ? 'answer-refused' : 'unreachable'",
    },
    [ANSWER, 'does not tell whether a name'],
  ),
  one(
    'a server that reflects what it is sent is sent the events of a webhook',
    { file: 'core/webhooks/answer', from: 'text === challenge', to: 'text.includes(challenge)' },
    [ANSWER, 'with the challenge alone'],
  ),
  one(
    'the answer of a host of the own network is shown to a tenant',
    {
      file: 'core/webhooks/answer',
      from: 'isPublicAddress(address) ? excerptOf(body) :',
      to: 'true ? excerptOf(body) :',
    },
    [ANSWER, 'of public addresses alone'],
  ),
  one(
    'a webhook shows its secrets again',
    {
      file: 'api/groups/people/webhooks/handlers',
      from: 'return isFailure(target) ? target : viewOf(call, target);',
      to: 'return isFailure(target) ? target : { ...viewOf(call, target), description: call.deps.webhooks.targets.secret(target.id, target.secrets[0].sealed) };',
    },
    [API, 'show a secret once'],
  ),
  one(
    'an administrator reaches the webhook of another organisation by its id',
    {
      file: 'storage/tables/webhooks/targets',
      from: 'return this.byOrganisation.get(organisationId)?.get(id);',
      to: 'return [...this.all()].find((one) => one.id === id);',
    },
    [API, 'are of one organisation'],
  ),
  one(
    'a webhook is sent events before its URL wants them',
    {
      file: 'api/groups/people/webhooks/handlers',
      from: 'const isVerified = called.hasChallenge &&',
      to: 'const isVerified = called.isDelivered &&',
    },
    [API, 'before their URL answers with the challenge'],
  ),
  one(
    'another URL of a webhook is called without being asked',
    { file: 'core/webhooks/target', from: 'if (url === target.url)', to: 'if (true)' },
    [TARGET, 'is verified anew for another URL'],
  ),
  one(
    'webhooks of a suspended organisation go on',
    { file: 'actors/webhooks/courier', from: ' || !isActive(lane.organisationId))', to: ')' },
    [COURIER, 'sends nothing for an organisation that is suspended'],
  ),
  one(
    'a kill in the middle of a request loses its event',
    {
      file: 'actors/webhooks/lane',
      from: 'return Math.min(next, ...[...fresh].filter((sequence) => sequence !== recorded));',
      to: 'return next;',
    },
    [COURIER, 'loses nothing when it is killed'],
  ),
  {
    name: 'a kill between the cursor and the events of a docket loses the events',
    edits: [
      { file: 'actors/webhooks/register-events', from: '...events.ofRegisters(facts),', to: '' },
      {
        file: 'actors/webhooks/register-events',
        from: 'return last.height < head.height;',
        to: 'await this.ports.commit(events.ofRegisters(facts)); return last.height < head.height;',
      },
    ],
    ...{ test: REGISTERS, caught: 'over kills at any moment' },
  },
  {
    name: 'webhooks of rehearsals are told',
    edits: [
      {
        file: 'actors/webhooks/register-events',
        from: ' || record.purging || isSandbox(record))',
        to: ' || record.purging)',
      },
      { file: 'actors/webhooks/events', from: 'record === undefined || isSandbox(record)', to: 'record === undefined' },
    ],
    ...{ test: REGISTERS, caught: 'tells nothing of rehearsals' },
  },
  one(
    'a target that fails gets every event all the same',
    {
      file: 'core/webhooks/schedule',
      from: 'if (failures < WEBHOOK_FAILURES_MAX)',
      to: 'if (true)',
    },
    [COURIER, 'spares a target that fails'],
  ),
  one(
    'an organisation takes all places of webhooks by slow targets',
    {
      file: 'actors/webhooks/places',
      from: 'this.of(organisationId) < WEBHOOK_AT_ONCE_ORGANISATION &&',
      to: '',
    },
    [COURIER, 'leaves places for others'],
  ),
  {
    name: 'a victim is called as often as there are webhooks at it',
    edits: [
      { file: 'actors/webhooks/places', from: 'this.countOf(host, steadyMs) < WEBHOOK_HOST_PER_SECOND &&', to: '' },
      {
        file: 'actors/webhooks/places',
        from: ', steadyMs) < WEBHOOK_HOST_PER_SECOND_ORGANISATION',
        to: ', steadyMs) < 1000',
      },
    ],
    ...{ test: COURIER, caught: 'calls one host a bounded number of times' },
  },
  one(
    'a webhook that was resumed is disabled again by its first failure',
    { file: 'actors/webhooks/webhooks', from: 'return goesOn', to: 'return false' },
    [API, 'have five days again'],
  ),
  one(
    'a webhook loses its rest whenever it is suspended and resumed',
    {
      file: 'actors/webhooks/webhooks',
      from: "(before === 'disabled' || before === 'unverified')",
      to: "before !== 'active'",
    },
    [API, 'not after they were suspended'],
  ),
  one(
    'a secret that was replaced signs for ever',
    { file: 'core/webhooks/target', from: 'untilMs === undefined || untilMs > nowMs', to: 'true' },
    [TARGET, 'signs with the secret of before for a day'],
  ),
  one(
    'the inbox folds facts of a workflow that no webhook is told',
    { file: 'actors/people/action-notices', from: '...webhooks.folded(facts)', to: '' },
    ['unit/actors/webhooks/folded', 'in the commit of the rows'],
  ),
  one(
    'the answer of a URL that wants no webhook is shown',
    {
      file: 'api/groups/people/webhooks/trying',
      from: 'isVerified === false ? told',
      to: 'isVerified === null ? told',
    },
    [API, 'before their URL answers with the challenge'],
  ),
  one(
    'no webhook is told that another one was disabled',
    { file: 'node/outgoing/webhooks', from: 'event === undefined ? [] : [event]', to: '[]' },
    [NODE, 'stands in the audit trail and is told to others'],
  ),
  one(
    'no webhook is told that an invitation expired',
    { file: 'node/compose/identity', from: '{ commit: telling, noted', to: '{ commit, noted' },
    ['unit/node/compose/identity', 'tells of an invitation that expired'],
  ),
];
