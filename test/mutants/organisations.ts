// Broken versions about organisations: who keeps administering one, who may join it, and what ends with a right.
import type { Mutant } from './mutant.js';

const PROVEN = 'contract/accounts/proven-addresses';
const MEMBERS = 'contract/accounts/members';

export const ORGANISATIONS: readonly Mutant[] = [
  {
    name: 'two administrators take each other away at once',
    edits: [
      {
        file: 'api/groups/people/users/changing',
        from: 'mutex.run(params.organizationId,',
        to: 'mutex.run(params.userId,',
      },
    ],
    test: MEMBERS,
    caught: 'taken away at once',
  },
  {
    name: 'an administrator of the platform organisation changes its SystemAdmins',
    edits: [
      {
        file: 'core/tenant/members/change',
        from: 'if (above)',
        to: 'if (false)',
      },
    ],
    test: MEMBERS,
    caught: 'whom no administrator changes',
  },
  {
    name: 'a suspended administrator counts as one who is left',
    edits: [{ file: 'core/tenant/members/change', from: "status === 'Active' &&", to: '' }],
    test: 'unit/core/tenant/members/change',
    caught: 'by whom an organisation can be administered',
  },
  {
    name: 'a member keeps its sessions under its earlier roles',
    edits: [
      { file: 'core/tenant/members/change', from: 'before.roles.length !== after.roles.length ||', to: '' },
      {
        file: 'core/tenant/members/change',
        from: 'before.roles.some((role) => !after.roles.includes(role))',
        to: 'false',
      },
    ],
    test: MEMBERS,
    caught: 'lose their sessions when their roles change',
  },
  {
    name: 'a quiet connection outlives its token',
    edits: [{ file: 'api/hubs/host', from: 'deps.sessions.watch(() => this.revoked())', to: '() => undefined' }],
    test: 'unit/api/hubs/host',
    caught: 'ends a connection whose token was taken away',
  },
  {
    name: 'an invitation passes the e-mail domains of its organisation',
    edits: [{ file: 'api/groups/people/invitations/joining', from: 'if (foreign)', to: 'if (false)' }],
    test: 'contract/accounts/settings',
    caught: 'where they are invited and where they accept',
  },
  {
    name: 'a code that the inviter saw verifies the address of a stranger',
    edits: [{ file: 'api/groups/people/invitations/joining', from: 'invitation.isMailed === true &&', to: 'true &&' }],
    test: PROVEN,
    caught: 'is not proven by a code that the inviter saw',
  },
  {
    name: 'a code that the inviter saw takes an address',
    edits: [
      { file: 'api/groups/people/invitations/handlers', from: '!isMailed || !yields(holder)', to: '!yields(holder)' },
    ],
    test: PROVEN,
    caught: 'is not taken from an account by a code',
  },
  {
    name: 'an address is taken from an account that proved it',
    edits: [{ file: 'core/tenant/members/address', from: '!isVerified(holder)', to: 'true' }],
    test: PROVEN,
    caught: 'nor from an account that proved it',
  },
  {
    name: 'an account that lost its address keeps its sessions',
    edits: [
      {
        file: 'api/registration/address-moves',
        from: 'revoke(`user:',
        to: 'revoke(`sid:',
      },
    ],
    test: PROVEN,
    caught: 'the account loses it and its sessions',
  },
  {
    name: 'the network of an account that lost its address guesses the password of the new one without a delay',
    edits: [{ file: 'api/registration/address-moves', from: 'deps.attempts.forget(email);', to: '' }],
    test: PROVEN,
    caught: 'has no failures of the account that lost it',
  },
  {
    name: 'a stranger verifies the address of an account by a guess of its token alone',
    edits: [
      {
        file: 'api/groups/accounts/registration/handlers',
        from: 'return matches ? undefined : NOT_CHOSEN',
        to: 'return undefined',
      },
    ],
    test: PROVEN,
    caught: 'with its password or session',
  },
  {
    name: 'tokens of a type outlive that type of their organisation',
    edits: [
      {
        file: 'api/groups/people/organization-settings/handlers',
        from: 'orgType === before.orgType ? [] : [endSessions(deps, after)]',
        to: '[]',
      },
    ],
    test: 'contract/accounts/settings',
    caught: 'tokens of another tier',
  },
  {
    name: 'a wallet is linked by a key that is not its own',
    edits: [
      {
        file: 'core/tenant/participants/wallet-links',
        from: 'if (addressOf(algorithm, publicKey) !== walletAddress)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/tenant/participants/wallet-links.slow',
    caught: 'with a key that is not the wallet',
  },
  {
    name: 'a challenge to link a wallet is answered by another participant',
    edits: [
      {
        file: 'api/groups/wallets/wallet-links/handlers',
        from: '!challenge || !isOf(challenge, member)',
        to: '!challenge',
      },
    ],
    test: 'contract/accounts/wallet-links',
    caught: 'is good for its participant alone',
  },
  {
    name: 'a challenge to link a wallet is answered twice',
    edits: [
      {
        file: 'api/groups/wallets/wallet-links/handlers',
        from: 'if (!deps.linkChallenges.take(params.challengeId))',
        to: 'if (false)',
      },
    ],
    test: 'contract/accounts/wallet-links',
    caught: 'once of two right answers at once',
  },
];
