// Broken versions about devices, short codes and inboxes: who gets in by guessing, twice or too late, and who misses
// what happened.
import type { Mutant } from './mutant.js';

const CODES = 'core/tenant/devices/short-codes';
const GROWTH = 'core/tenant/inbox/growth';
const SESSION_LINE = 'contract/devices/session-line';
const ROWS = 'storage/tables/people/personal-inbox';

export const DEVICES: readonly Mutant[] = [
  {
    name: 'short codes are guessed at without end',
    edits: [{ file: CODES, from: 'this.misses < code.missesMax', to: 'this.misses < Number.MAX_VALUE' }],
    test: 'unit/core/tenant/devices/short-codes',
    caught: 'so many wrong ones of all callers',
  },
  {
    name: 'a session that was made from that of a device outlives the device',
    edits: [{ file: 'api/groups/people/devices/handlers', from: 'revoke(`dev:', to: 'revoke(`jti:' }],
    test: SESSION_LINE,
    caught: 'end with the device, refreshed',
  },
  {
    name: 'a session that is made from that of a device does not know of it',
    edits: [
      {
        file: 'api/sign-in/session',
        from: 'return { method, signedInAtMs, tier, deviceId };',
        to: 'return { method, signedInAtMs, tier };',
      },
    ],
    test: SESSION_LINE,
    caught: 'end with the device, refreshed',
  },
  {
    name: 'a device ends with the one that enrolled it',
    edits: [
      {
        file: 'api/sign-in/enrolment',
        from: '{ ...asked, deviceId: device.id }',
        to: '{ ...asked, deviceId: asked.deviceId ?? device.id }',
      },
    ],
    test: SESSION_LINE,
    caught: 'end not with another device',
  },
  {
    name: 'a short code works twice',
    edits: [
      {
        file: CODES,
        from: 'this.drop(key);\n            this.remember(key, { attempts: 1, isUsed: true',
        to: 'this.remember(key, { attempts: 1, isUsed: true',
      },
    ],
    test: 'unit/core/tenant/devices/short-codes',
    caught: 'lets one in, once',
  },
  {
    name: 'a short code outlives its five minutes',
    edits: [{ file: CODES, from: 'if (nowMs < expiresAtMs)', to: 'if (nowMs < expiresAtMs + 1)' }],
    test: 'unit/core/tenant/devices/short-codes',
    caught: 'ends after five minutes',
  },
  {
    name: 'the attempts at a short code are not counted',
    edits: [{ file: CODES, from: 'seen.attempts++;', to: '' }],
    test: 'unit/core/tenant/devices/short-codes',
    caught: 'counts the attempts',
  },
  {
    name: 'a short code outlives the session that asked for it',
    edits: [{ file: 'api/sign-in/enrolment', from: 'if (deps.sessions.isRevoked(enroller))', to: 'if (false)' }],
    test: 'contract/devices/devices',
    caught: 'end with the session that asked, with a changed password',
  },
  {
    name: 'the token of an enrol session enrols two devices at once',
    edits: [
      { file: 'api/groups/people/enrolment/handlers', from: 'enrolProblem(deps, caller) ??', to: 'undefined ??' },
    ],
    test: 'contract/devices/devices',
    caught: 'enrol one device where two come at once',
  },
  {
    name: 'the token of an enrol session makes a code and a device',
    edits: [
      {
        file: 'api/groups/people/enrolment/handlers',
        from: "caller.tier === 'enrol-session' ? [spent(deps, caller)] : []",
        to: '[]',
      },
    ],
    test: 'contract/devices/devices',
    caught: 'spend the token of an enrol session',
  },
  {
    name: 'an enrol session is granted the skew of other tokens',
    edits: [{ file: 'api/sign-in/enrolment', from: 'if (deps.clock.now() >= caller.expiresAtMs)', to: 'if (false)' }],
    test: 'contract/devices/devices',
    caught: 'say why a token is none',
  },
  {
    name: 'a revoked device keeps its session',
    // Its tokens end by its name as well, which the other edit takes away.
    edits: [
      { file: 'api/groups/people/devices/handlers', from: '? endFamily(deps, family)', to: '? []' },
      { file: 'api/groups/people/devices/handlers', from: 'revoke(`dev:', to: 'revoke(`jti:' },
    ],
    test: 'contract/devices/devices',
    caught: 'lose their session at once',
  },
  {
    name: 'a flip that failed is forgotten',
    edits: [
      {
        file: 'actors/people/device-flips',
        from: 'afterFailedFlip(one, nowMs)',
        to: 'flipped(one)',
      },
    ],
    test: 'contract/devices/devices',
    caught: 'owe the flip of their status',
  },
  {
    name: 'a flood of actions pushes a security event out of the inbox',
    edits: [{ file: GROWTH, from: ' && quotaOf(name) === quota)', to: ')' }],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'pushes no security entry out',
  },
  {
    name: 'a service pushes a security event out of the inbox',
    edits: [
      {
        file: GROWTH,
        from: 'return producer === undefined ?',
        to: 'return true ?',
      },
    ],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'pushes no security entry out',
  },
  {
    name: 'a lockout that strangers cause pushes a changed password out of the inbox',
    edits: [{ file: GROWTH, from: 'lengthOf(queue) > most', to: 'lengthOf(queue) < most' }],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'by one that strangers cause',
  },
  {
    name: 'a service says that a password was changed',
    edits: [
      {
        file: 'core/tenant/inbox/entry',
        from: "['Action', 'Credential'];",
        to: "['Action', 'Credential', 'Security'];",
      },
    ],
    test: 'contract/devices/inbox',
    caught: 'says nothing of accounts',
  },
  {
    name: 'a message of a service counts as told by the node',
    edits: [{ file: 'api/groups/node/internal/handlers', from: 'producer: caller.clientId,', to: '' }],
    test: 'contract/devices/inbox',
    caught: 'is filled by no service',
  },
  {
    name: 'an event that is told twice makes two entries',
    edits: [{ file: ROWS, from: '!this.entries.has(this.queued, [platformUserId, notice.id])', to: 'true' }],
    test: 'unit/storage/tables/people/personal-inbox',
    caught: 'keeps one entry an event',
  },
  {
    name: 'an action that went for newer ones comes back when its docket is read again',
    edits: [{ file: GROWTH, from: 'if (entry.occurredAtMs <= goneMs && goneMs <= nowMs)', to: 'if (false)' }],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'brings back no action that went',
  },
  {
    name: 'a docket of a time to come lets actions that went into the inbox again',
    edits: [
      { file: GROWTH, from: 'Math.min(mark?.occurredAtMs ?? 0, this.ports.nowMs)', to: 'mark?.occurredAtMs ?? 0' },
    ],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'holds back none that comes',
  },
  {
    name: 'an entry that went stays counted as unread',
    edits: [{ file: GROWTH, from: "if (mark?.state === 'Unread')", to: 'if (false)' }],
    test: 'unit/core/tenant/inbox/growth',
    caught: 'counts no entry as unread that went',
  },
  {
    name: 'an entry that is read and dismissed is counted twice',
    edits: [{ file: GROWTH, from: "mark.state === 'Unread' && { [category]", to: '{ [category]' }],
    test: 'unit/storage/tables/people/personal-inbox',
    caught: 'keeps one entry an event',
  },
  {
    name: 'the text of an entry outlives its mark',
    edits: [{ file: ROWS, from: 'if (id !== undefined)', to: 'if (false)' }],
    test: 'unit/storage/tables/people/personal-inbox',
    caught: 'leaves no row of what went',
  },
  {
    name: 'a damaged head of an inbox keeps its person from being told',
    edits: [{ file: 'actors/people/notices', from: '(await this.toldAgain(notices, damaged))', to: '0' }],
    test: 'unit/actors/people/notices',
    caught: 'goes on where rows of a person are damaged',
  },
  {
    name: 'a grant of an earlier wallet of the address tells its subject what waits for the new one',
    edits: [
      {
        file: 'storage/tables/accounts/wallets',
        from: 'grant?.walletId === wallet.id ? grant : undefined',
        to: 'grant',
      },
    ],
    test: 'unit/storage/tables/accounts/wallets',
    caught: 'tells the grants of now',
  },
  {
    name: 'a service of an organisation tells anybody',
    edits: [
      {
        file: 'api/groups/node/internal/handlers',
        from: "(caller.organisationId !== '' && !isMember)",
        to: 'false',
      },
    ],
    test: 'contract/devices/inbox',
    caught: 'takes what services tell',
  },
  {
    name: 'an event is committed and its person is not told',
    edits: [
      {
        file: 'api/auth/notices',
        from: '...webhooks.audited(events)], told);',
        to: '...webhooks.audited(events)], []);',
      },
    ],
    test: 'contract/devices/inbox',
    caught: 'in the commit of each',
  },
  {
    name: 'a session of a provider reads what its person keeps beside the membership',
    edits: [
      {
        file: 'api/access/whole-account',
        from: 'return problem ? fail(problem) : handler(input, call);',
        to: 'return handler(input, call);',
      },
    ],
    test: 'contract/devices/bound-sessions',
    caught: 'reads and ends nothing of an account that is a member of another organisation too',
  },
  {
    name: 'a pairing link works twice',
    edits: [
      {
        file: 'api/groups/people/enrolment/handlers',
        from: 'await deps.commit(deps.pairingLinks.remove(tokenHash));',
        to: '{}',
      },
    ],
    test: 'contract/devices/devices',
    caught: 'lead to the login, once',
  },
];
