// Wallets over both forms of the specification: loads, asks core, commits, shapes. Rights are core/wallet/access.ts.

import { toBase64 } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import { ORGANISATION_WALLET_GRANT_MS } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { canSee, manageProblem } from '../../../../core/wallet/access.js';
import {
  changeWallet,
  deleteWallet,
  keyTypeOf,
  managedProblem,
  type Wallet,
  walletAlgorithm,
  walletNotFound,
} from '../../../../core/wallet/wallet.js';
import { freshWords, makeWallet, newId } from '../../../../storage/secrets/new-wallet.js';
import type { WalletReader } from '../../../../storage/tables/accounts/wallets.js';
import { ownerIdOf, standingOf, visibleWallets } from '../../../access/wallet-standing.js';
import { endWithHoldings } from '../../../credentials/holding/sweeping.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { walletsProblem } from '../../../requests/quotas.js';
import {
  decryptWith,
  ENVELOPE_ALGORITHM,
  encryptWith,
  signWith,
  verifySignature,
  type WalletSignature,
} from '../../../submission/wallet-keys.js';
import { isoTime } from '../../../views/transactions.js';
import { walletView } from '../../../views/wallets.js';
import type { WalletDeps } from '../deps.js';
import type { walletRoutes } from './routes.js';

const WARNING =
  'Write the words down now and keep them secret: they are shown once, and they are the only way to recover the wallet.';

export const walletHandlers: Handlers<typeof walletRoutes, WalletDeps> = {
  async createWallet({ body }, call) {
    const { caller, deps } = call;
    const algorithm = walletAlgorithm(body.keyType, '/keyType');
    if (isFailure(algorithm)) return algorithm;
    const organisation = body.organizationId;
    if (organisation !== undefined && organisation !== caller.organisationId)
      return fail(issue('FORBIDDEN', '/organizationId', 'Your token is not for this organisation.'));
    const made = await makeWallet(deps, {
      words: freshWords(deps.random, 24),
      algorithm,
      hybrid: false,
      name: body.title,
      description: body.description,
      ...(organisation === undefined ? personal(call) : ownershipOf(call, organisation)),
    });
    if (isFailure(made)) return made;
    const { id, address, name, createdAt } = made;
    return { id, walletAddress: address, title: name, keyType: keyTypeOf(algorithm), createdAt: isoTime(createdAt) };
  },

  async createHdWallet({ body }, call) {
    const algorithm = walletAlgorithm(body.algorithm, '/algorithm');
    if (isFailure(algorithm)) return algorithm;
    const hybrid = body.enableHybrid ?? body.pqcAlgorithm !== undefined;
    const words = freshWords(call.deps.random, body.wordCount ?? 24);
    const made = await makeWallet(call.deps, { ...body, words, algorithm, hybrid, ...personal(call) });
    if (isFailure(made)) return made;
    return {
      wallet: walletView(made),
      mnemonicWords: words.split(' '),
      ...(made.pqcAddress === undefined ? {} : { pqcWalletAddress: made.pqcAddress, pqcAlgorithm: 'ML-DSA-65' }),
      warning: WARNING,
    };
  },

  async recoverWallet({ body }, call) {
    const algorithm = walletAlgorithm(body.algorithm, '/algorithm');
    if (isFailure(algorithm)) return algorithm;
    const words = body.mnemonicWords.join(' ');
    const hybrid = body.enableHybrid ?? false;
    const made = await makeWallet(call.deps, { ...body, words, algorithm, hybrid, ...personal(call) });
    if (isFailure(made))
      return made.issue.code === 'MNEMONIC_INVALID'
        ? made.mapIssues((problem) => ({ ...problem, path: '/mnemonicWords' }))
        : made;
    return walletView(made);
  },

  async listWallets({ query }, call) {
    const { caller } = call;
    const readers: WalletReader[] = [{ kind: 'user', id: ownerIdOf(caller) }];
    if (caller.organisationId !== '' && caller.roles.includes('Administrator'))
      readers.push({ kind: 'organisation', id: caller.organisationId });
    const { items, last } = await visibleWallets(call, readers, { top: query.top, after: cursorOf(query.after) });
    const seen = items.map(walletView);
    if (last === undefined) return seen;
    const link = `</api/v1/wallets?top=${query.top}&after=${last.createdAt}-${last.address}>; rel="next"`;
    return reply(200, seen, { link });
  },

  getWallet({ params }, call) {
    const wallet = visible(call, params.address);
    return isFailure(wallet) ? wallet : withVersion(walletView(wallet), versionOf(wallet));
  },

  async updateWallet({ params, body, headers }, call) {
    const wallet = findManaged(call, params.address);
    if (isFailure(wallet)) return wallet;
    const problem = failIfChanged(headers['if-match'], versionOf(wallet)) ?? failIf(managedProblem(wallet, body));
    if (problem) return problem;
    const { title, ...change } = body;
    if (title !== undefined && change.name !== undefined && change.name !== title)
      return fail(issue('BODY_INVALID', '/name', 'It is the same member as title: state one of them.'));
    const named = title === undefined ? change : { ...change, name: title };
    const changed = changeWallet(wallet, named, call.deps.clock.now());
    await call.deps.commit(call.deps.wallets.put(changed));
    return withVersion(walletView(changed), versionOf(changed));
  },

  async deleteWallet({ params }, call) {
    const first = findManaged(call, params.address);
    if (isFailure(first)) return first;
    const { clock, wallets } = call.deps;
    const grants = await wallets.grantsOf(first);
    const ended = await endWithHoldings(call.deps, first.address, () => {
      // Read again, because another request may have changed it meanwhile.
      const wallet = findManaged(call, params.address);
      if (isFailure(wallet)) return wallet;
      const problem = failIf(managedProblem(wallet, { status: 'Deleted' }));
      return problem ?? wallets.remove(deleteWallet(wallet, clock.now()), grants);
    });
    return isFailure(ended) ? ended : undefined;
  },

  generateWalletAddress: () =>
    fail(
      issue(
        'NOT_IMPLEMENTED',
        '',
        'A wallet has one address. Derive further keys from the recovery words, or sign with a derivationPath.',
      ),
    ),

  async signWithWallet({ params, body }, call) {
    const signed = await signWith(call, params.id, body);
    return isFailure(signed) ? signed : signatureView(signed, call);
  },

  async signWithAddress({ params, body }, call) {
    const signed = await signWith(call, params.address, body);
    return isFailure(signed) ? signed : signatureView(signed, call);
  },

  encryptWithWallet({ params, body }, call) {
    const made = encryptWith(call, params.id, {
      payload: body.data,
      recipient: body.recipientWalletId,
      members: ['/data', '/recipientWalletId'],
    });
    if (isFailure(made)) return made;
    return { encryptedData: made.sealed, recipientWalletId: made.recipient.id, algorithm: ENVELOPE_ALGORITHM };
  },

  async decryptWithWallet({ params, body }, call) {
    const opened = await decryptWith(call, params.id, { payload: body.encryptedData, member: '/encryptedData' });
    return isFailure(opened) ? opened : { data: opened.plaintext, timestamp: isoTime(call.deps.clock.now()) };
  },

  encryptWithAddress({ params, body }, call) {
    const made = encryptWith(call, params.address, {
      payload: body.payload,
      recipient: body.recipientAddress,
      members: ['/payload', '/recipientAddress'],
    });
    if (isFailure(made)) return made;
    return {
      encryptedPayload: made.sealed,
      recipientAddress: made.recipient.address,
      encryptedAt: isoTime(call.deps.clock.now()),
    };
  },

  async decryptWithAddress({ params, body }, call) {
    const opened = await decryptWith(call, params.address, {
      payload: body.encryptedPayload,
      member: '/encryptedPayload',
    });
    if (isFailure(opened)) return opened;
    return {
      decryptedPayload: opened.plaintext,
      decryptedBy: opened.wallet.address,
      decryptedAt: isoTime(call.deps.clock.now()),
    };
  },

  async verifyWalletSignature({ body }, call) {
    const isValid = await verifySignature(call, body);
    return isFailure(isValid) ? isValid : { isValid };
  },
};

function personal({ caller, deps }: ApiCall<WalletDeps>) {
  const owner = { kind: 'person', id: ownerIdOf(caller) } as const;
  const refusal = () => walletsProblem(deps, caller.organisationId);
  return { owner, refusal, ...(caller.organisationId === '' ? {} : { tenant: caller.organisationId }) };
}

/** Specification 4.4: the creator of an organisation wallet may attest registers with it for 90 days. */
function ownershipOf({ caller, deps }: ApiCall<WalletDeps>, organisationId: string) {
  const subject = ownerIdOf(caller);
  return {
    owner: { kind: 'organisation', id: organisationId } as const,
    tenant: organisationId,
    refusal: () => walletsProblem(deps, organisationId),
    also: (wallet: Wallet) =>
      deps.wallets.putGrant(wallet, {
        id: newId(deps.random),
        walletId: wallet.id,
        subject,
        accessRight: 'ReadWrite',
        reason: 'Creator of the organisation wallet.',
        grantedBy: subject,
        grantedAt: wallet.createdAt,
        expiresAt: wallet.createdAt + ORGANISATION_WALLET_GRANT_MS,
        allowedDerivationContexts: ['quorate:register-attestation'],
      }),
  };
}

function visible(call: ApiCall<WalletDeps>, name: string): Result<Wallet> {
  const wallet = call.deps.wallets.find(name);
  return wallet && canSee(standingOf(call, wallet)) ? wallet : fail(walletNotFound());
}

function findManaged(call: ApiCall<WalletDeps>, name: string): Result<Wallet> {
  const wallet = call.deps.wallets.find(name);
  return wallet ? (failIf(manageProblem(standingOf(call, wallet))) ?? wallet) : fail(walletNotFound());
}

function cursorOf(after: string | undefined): { createdAt: number; address: string } | undefined {
  if (after === undefined) return undefined;
  const at = after.indexOf('-');
  return { createdAt: Number(after.slice(0, at)), address: after.slice(at + 1) };
}

function signatureView(signed: WalletSignature, { deps }: ApiCall<WalletDeps>) {
  const time = isoTime(deps.clock.now());
  return {
    signature: toBase64(signed.signature),
    algorithm: signed.algorithm,
    timestamp: time,
    signedBy: signed.wallet.address,
    signedAt: time,
    publicKey: toBase64(signed.publicKey),
    keyAddress: signed.keyAddress,
  };
}

/** Of what its owner sets. */
function versionOf({ name, description, tags, status }: Wallet): unknown {
  return [name, description, tags, status];
}
