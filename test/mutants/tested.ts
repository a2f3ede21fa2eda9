// The broken versions that the tests have to notice: those of a review, and others that break one safety property each
// of repair, forwarding, storage and pool.

import { ATTACKED } from './attacked.js';
import { ATTACKS } from './attacks.js';
import { BODIES } from './bodies.js';
import { CALLERS } from './callers.js';
import { DEVICES } from './devices.js';
import { DRIVERS } from './drivers.js';
import { FEDERATION } from './federation.js';
import { GATEWAY } from './gateway.js';
import { mutantsOf } from './guards/guard.js';
import { GUARDED } from './guards/guards.js';
import { REFUSALS } from './guards/refusals.js';
import { GUESSES } from './guesses.js';
import { IMPORTS } from './import.js';
import { LINKED_MUTANTS } from './linked.js';
import { MESH } from './mesh.js';
import type { Mutant } from './mutant.js';
import { ORGANISATIONS } from './organisations.js';
import { PRICES } from './prices.js';
import { PROCESS } from './process.js';
import { PROGRAM_MUTANTS } from './programs.js';
import { PROVABLE } from './provable.js';
import { PUBLISHED } from './published.js';
import { QUERY_MUTANTS } from './queries.js';
import { REACH } from './reach.js';
import { READ_MUTANTS } from './reads.js';
import { REVIEWED } from './reviewed.js';
import { SCHEDULED } from './scheduled.js';
import { SEALED_MUTANTS } from './sealed.js';
import { SERVICES } from './services.js';
import { SIGN_IN } from './sign-in.js';
import { SITE_MUTANTS } from './site.js';
import { STORAGE } from './storage.js';
import { TIMES } from './times.js';
import { WEBHOOKS } from './webhooks.js';
import { WORKFLOWS_2 } from './workflows-2.js';

export const MUTANTS: readonly Mutant[] = [
  ...IMPORTS,
  ...ATTACKED,
  ...ATTACKS,
  ...GATEWAY,
  ...GUARDED.flatMap(mutantsOf),
  ...REFUSALS,
  ...GUESSES,
  ...LINKED_MUTANTS,
  ...MESH,
  ...REACH,
  ...READ_MUTANTS,
  ...REVIEWED,
  ...SCHEDULED,
  ...SEALED_MUTANTS,
  ...BODIES,
  ...CALLERS,
  ...DEVICES,
  ...PROCESS,
  ...PROGRAM_MUTANTS,
  ...PROVABLE,
  ...PRICES,
  ...PUBLISHED,
  ...QUERY_MUTANTS,
  ...DRIVERS,
  ...STORAGE,
  ...TIMES,
  ...SIGN_IN,
  ...SITE_MUTANTS,
  ...SERVICES,
  ...FEDERATION,
  ...WEBHOOKS,
  ...WORKFLOWS_2,
  ...ORGANISATIONS,
  // ---- Rounds.
  {
    name: 'one member carries a register to any round',
    edits: [
      { file: 'core/consensus/handlers/on-round-change', from: 'return n > 1 ? round :', to: 'return true ? round :' },
    ],
    test: 'unit/core/consensus/far-rounds',
    caught: 'carries no seat further than the bound',
  },
  {
    name: 'one member chooses whose round it is',
    edits: [
      { file: 'core/consensus/handlers/on-round-change', from: 'size, reachedBy(d, 2))', to: 'size, reachedBy(d, 1))' },
    ],
    test: 'unit/core/consensus/far-rounds',
    caught: 'does not let him choose',
  },
  // ---- Data that is not verified, and data that no caller asked for.
  {
    name: 'a proposal too far ahead to be verified decides by its parent',
    edits: [
      {
        file: 'core/consensus/handlers/receive',
        from: "if (isNext && message.type === 'proposal')",
        to: "if (message.type === 'proposal')",
      },
    ],
    test: 'unit/core/consensus/far-heights',
    caught: 'decides nothing here by its parent',
  },
  {
    name: 'a peer that sends drop by drop keeps a node behind',
    edits: [{ file: 'actors/mesh/replication/paced', from: 'isPatient() ? STALL_MS :', to: 'true ? STALL_MS :' }],
    test: 'unit/actors/mesh/replication/replication.slow',
    caught: 'keeps no node behind',
  },
  {
    name: 'a number wraps into the signature of another',
    edits: [
      {
        file: 'core/base/bytes',
        from: "assert(Number.isInteger(n) && n >= 0 && n <= 0xffff_ffff, 'a u32",
        to: "assert(true, 'a u32",
      },
      { file: 'core/base/bytes', from: 'out.writeUInt32BE(n, 0);', to: 'out.writeUInt32BE(n >>> 0, 0);' },
    ],
    test: 'unit/core/base/bytes.slow',
    caught: 'never cut to their width',
  },
  // ---- Repair.
  {
    name: 'a repair takes a docket with the certificate of another one',
    edits: [{ file: 'actors/repair/judge', from: '|| certificate.docketHash !== docket.hash', to: '' }],
    test: 'unit/actors/repair/judge',
    caught: 'takes a docket with its own certificate only',
  },
  {
    name: 'a repair takes a docket that no quorum signed',
    edits: [
      {
        file: 'actors/repair/judge',
        from: 'const problems = certificateIssues(certificate, { docket, genesisHash, ...sealers(before) });',
        to: 'const problems = [];',
      },
    ],
    test: 'unit/actors/repair/judge',
    caught: 'takes a docket with its own certificate only',
  },
  {
    name: 'a repair believes the body that a peer sends',
    edits: [
      {
        file: 'actors/repair/patch',
        from: 'sealed.docket.hash !== hash || checkBody(sealed.docket).length > 0',
        to: 'false',
      },
    ],
    test: 'unit/actors/repair/driver.slow',
    caught: 'stores nothing of a peer that lies',
  },
  {
    name: 'a repair stores a certificate that no quorum signed',
    edits: [
      {
        file: 'actors/repair/patch',
        from: 'return by !== undefined && certificateIssues(certificate, { docket, genesisHash, ...by }).length === 0;',
        to: 'return by !== undefined;',
      },
    ],
    test: 'unit/actors/repair/driver.slow',
    caught: 'stores nothing of a peer that lies',
  },
  {
    name: 'a vote memory that lags behind the head is believed',
    edits: [
      {
        file: 'actors/repair/survey',
        from: 'record.height <= head.height || (record.height === head.height + 1 && record.tipHash !== head.hash)',
        to: 'false',
      },
    ],
    test: 'unit/actors/repair/judge',
    caught: 'lags behind the head',
  },
  // ---- Forwarding.
  {
    name: 'a promise is offered once and never again',
    edits: [
      {
        file: 'actors/mesh/forwarder',
        from: 'const isOver = promised?.length === 0;',
        to: 'const isOver = !!promised;',
      },
    ],
    test: 'unit/actors/mesh/forwarder',
    caught: 'at least once a minute',
  },
  {
    name: 'only the oldest thousand promises are offered again',
    edits: [
      {
        file: 'actors/mesh/forwarder',
        from: 'if (next.length >= AGAIN_MAX)\n            return next;',
        to: 'if (next.length >= AGAIN_MAX) {\n            entry.rest.clear();\n            return next;\n        }',
      },
    ],
    test: 'unit/actors/mesh/forwarder',
    caught: 'is offered whole in each round',
  },
  {
    name: 'a member that came back is not offered what is young',
    edits: [{ file: 'actors/mesh/forwarder', from: 'waiting.isHurried = true;', to: '' }],
    test: 'unit/actors/mesh/forwarder',
    caught: 'when a member comes back',
  },
  // ---- Pool.
  {
    name: 'one sender may fill the pool',
    edits: [
      {
        file: 'core/pool/pool',
        from: '(this.#senders.get(tx.header.senderWallet) ?? 0) >= this.#share(this.#limits.senderShare)',
        to: 'false',
      },
    ],
    test: 'unit/core/pool/pool',
    caught: 'bounds senders, bytes and orphans',
  },
  {
    name: 'a parked transaction does not follow its parent',
    edits: [
      { file: 'core/pool/pool', from: 'return txIds.flatMap((txId) => this.childrenOf(txId));', to: 'return [];' },
    ],
    test: 'unit/core/pool/pool',
    caught: 'gives orphans back',
  },
  {
    name: 'a refusal by the clock of one node is final',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'if (!definitive && !isAlone)\n            return;',
        to: '',
      },
    ],
    test: 'unit/actors/validator-pool/outbox-rows',
    caught: 'keeps, and does not refuse',
  },
  {
    name: 'a reset of a time that is right is promised without end',
    edits: [
      { file: 'actors/validator-pool/orphans', from: 'nowMs - DOCKET_BEHIND_MAX_MS', to: 'Number.NEGATIVE_INFINITY' },
    ],
    test: 'unit/actors/validator-pool/late-acts',
    caught: 'is given up where it is promised',
  },
  {
    name: 'a reset of a time is given up while clocks in order may pass it',
    edits: [{ file: 'actors/validator-pool/orphans', from: 'nowMs - DOCKET_BEHIND_MAX_MS', to: 'nowMs' }],
    test: 'unit/actors/validator-pool/late-acts',
    caught: 'is given up where it is promised',
  },
  {
    name: 'a submission is told as pending before its promise is durable',
    edits: [
      {
        file: 'actors/validator-pool/outbox-rows',
        from: 'written.then(() => submissions.promise(entry), ',
        to: 'submissions.promise(entry);\n        written.then(() => undefined, ',
      },
    ],
    test: 'unit/actors/validator-pool/outbox-rows',
    caught: 'tells no caller of a promise',
  },
  {
    name: 'a rival of what was sealed elsewhere stays in the pool',
    edits: [
      {
        file: 'actors/validator-pool/offers',
        from: "if (modes.mode === 'sealing')\n            return;\n        for (const txId of submissions.rivalsOf(docket))",
        to: 'return;\n        for (const txId of submissions.rivalsOf(docket))',
      },
    ],
    test: 'unit/actors/ledger/replication',
    caught: 'ends what a follower promised',
  },
  {
    name: 'more is promised than the outbox may hold',
    edits: [
      {
        file: 'actors/validator-pool/intake',
        from: 'promised && !this.ports.outbox.hasRoomFor(options.from)',
        to: 'false',
      },
    ],
    test: 'unit/actors/ledger/host.slow',
    caught: 'promises no more than the outbox may hold',
  },
  // ---- Registers that wait.
  {
    name: 'a batch of frames loses its last one',
    edits: [{ file: 'node/network/links/frames', from: 'of batch.frames)', to: 'of batch.frames.slice(0, -1))' }],
    test: 'unit/node/network/links/batches.slow',
    caught: 'all of them arrive in their order',
  },
  {
    name: 'a repeated signature counts as good although it was found wrong',
    edits: [
      {
        file: 'actors/docket/inbox',
        from: 'this.verifying--;\n            if (!good)\n',
        to: 'this.verifying--;\n            this.remember(unknown, heard);\n            if (!good)\n',
      },
    ],
    test: 'unit/actors/docket/inbox',
    caught: 'remembers none that is wrong',
  },
  {
    name: 'every register acts at once on a timer that ran out',
    edits: [{ file: 'actors/docket/expiries', from: 'this.room.tokens--;', to: '' }],
    test: 'unit/actors/docket/expiries',
    caught: 'lets some hundred act at once',
  },
  // ---- Accounts.
  {
    name: 'an invitation is accepted with the account of another address',
    edits: [
      {
        file: 'api/groups/people/invitations/handlers',
        from: 'offer.invitation.email !== user.email ||',
        to: '',
      },
    ],
    test: 'contract/accounts/invitations',
    caught: 'cannot be accepted by another account',
  },
  {
    name: 'an invitation outlives the rights of its inviter',
    edits: [
      {
        file: 'api/groups/people/invitations/joining',
        from: 'if (isFailure(inviter) || !couldInvite(inviter.membership, invitation))',
        to: 'if (false)',
      },
    ],
    test: 'contract/accounts/invitations',
    caught: 'fall with their inviter',
  },
  {
    name: 'two accounts are made for one address',
    edits: [
      {
        file: 'api/groups/people/invitations/handlers',
        from: 'if (taken)\n            return fail(taken);',
        to: '',
      },
    ],
    test: 'contract/accounts/invitations',
    caught: 'that two organisations invited',
  },
];
