// Operations that write rights, secrets, keys or ways in ask for a recent sign-in. Each operation that writes, and each
// that shows a secret, has the mark or stands below with its reason: a new one does not escape.
import { expect } from 'chai';
import { policies } from '../../api/auth/policy.js';
import type { AnyRoute } from '../../api/define.js';
import { groupRoutes } from '../../api/groups/routes.js';

/** Why an operation that writes asks for no recent sign-in. */
const ASKS_FOR_NONE: Readonly<Record<string, readonly string[]>> = {
  'it shows its own proof: a password, a code or a key of the person, or the secret of a service': [
    ...['changePassword', 'stepUp', 'beginStepUp', 'acceptInvitation', 'beginWalletLink', 'verifyWalletLink'],
    ...['renewDeviceCredential', 'rotateOwnSecret', 'createServiceToken', 'createDelegatedToken'],
  ],
  'it takes away, which nobody has to wait for': [
    ...['logout', 'revokeToken', 'endSession', 'endAllSessions', 'revokeUserTokens', 'revokeOrganizationTokens'],
    ...['revokeDevice', 'removeUser', 'suspendUser', 'revokeInvitation', 'revokeWalletAccess', 'removeWalletLink'],
    ...['suspendServicePrincipal', 'deleteServicePrincipal', 'deleteWebhook', 'suspendWebhook', 'banPeer'],
    ...['deleteProgramClient', 'endProgramConsent', 'endStandingGrant'],
    ...['cancelCredentialOffer', 'revokeCredential', 'suspendCredential', 'retireCertificate'],
  ],
  'it gives no more than the session has': [
    ...[
      'switchOrganization',
      'readDeviceCode',
      'readCredentialAuthorization',
      'readProgramRequest',
      'sendPairingMail',
      'createOrganization',
      'introspectToken',
    ],
    ...['requestCertificate'],
  ],
  'the specification calls it Bearer, and no way in changes by it': [
    ...['deriveOrganizationKey', 'rotateOrganizationKey', 'revokeOrganizationKey', 'resendVerification'],
  ],
  'an issuer issues all day, with wallets that an administrator chose; what it gives is not a right here': [
    ...['createCredentialOffer', 'issueCredential', 'refreshCredential', 'reinstateCredential'],
    ...['createPresentationRequest', 'redeemResponseCode'],
  ],
  'it tries what is configured': [
    ...[
      'discoverIssuer',
      'testIdentityProvider',
      'verifyWebhook',
      'testWebhook',
      'checkOutgoing',
      'sendTestMail',
      'refreshTrustList',
    ],
    ...['resumeWebhook', 'redeliverWebhook', 'redeliverDeadWebhooks'],
  ],
  'a wallet of the caller: a new one opens nothing that was there, and a use is of the wallet': [
    ...['createWallet', 'createHdWallet', 'recoverWallet', 'updateWallet', 'deleteWallet', 'generateWalletAddress'],
    ...['signWithWallet', 'signWithAddress', 'encryptWithWallet', 'encryptWithAddress', 'decryptWithWallet'],
    ...['decryptWithAddress', 'verifyWalletSignature', 'signKeyBinding', 'signAsSystem'],
    ...['storeHeldCredential', 'receiveCredentials', 'setHeldCredentialStatus', 'deleteHeldCredential'],
    ...['deletePendingCredential', 'answerCredentialReceipt'],
    ...['matchHeldCredentials', 'previewPresentation'],
  ],
  'a record of the ledger, which the signature of a wallet and the rules of its register decide': [
    ...['submitTransaction', 'submitBatch', 'prepareTransaction', 'validateTransaction', 'addTransaction'],
    ...[
      'propose',
      'approveProposal',
      'pinTrustList',
      'makeCandidacy',
      'makeReadiness',
      'makeRulesSupport',
      'publishParticipant',
    ],
    ...['updateParticipant', 'revokeParticipant', 'publishBlueprint', 'publishDraft', 'submitGenesis'],
    ...['createRegister', 'initiateRegister', 'finalizeRegister', 'updateRegister', 'deleteRegister'],
    ...['submitAction', 'rejectAction', 'createInstance', 'openInstanceParts', 'deliverInstance', 'challengeInstance'],
    ...['objectInstance', 'resolveInstance', 'executeInstanceAction', 'rejectInstanceAction', 'claimRole'],
    ...['releaseRole', 'confirmRun', 'cancelInstance', 'uploadFileChunk', 'writeDocket'],
    ...['prepareInstanceAction', 'prepareAction', 'cancelPreparedAction', 'presentAtGate', 'requestAtGate'],
    'submitPreparedAction',
  ],
  'work on a draft, or a question': [
    ...['createBlueprint', 'updateBlueprint', 'deleteBlueprint', 'recoverBlueprint', 'validateBlueprint'],
    ...['draftFromPublished', 'startRehearsal', 'rehearseScenarios', 'discardRehearsal', 'switchRehearsalRole'],
    ...['submitRehearsalStep', 'rejectRehearsalStep', 'createTemplate', 'deleteTemplate', 'evaluateTemplate'],
    ...['createSchema', 'updateSchema', 'deleteSchema', 'deprecateSchema', 'activateSchema'],
    ...['importSchema', 'editBlueprint', 'executeRule', 'generateSchema', 'validateSchema'],
    ...['validateTemplate', 'executeValidate', 'executeCalculate', 'executeRoute', 'executeDisclose'],
    ...['verifyEvidence', 'resolvePublicKeys', 'searchParticipants', 'buildDocket', 'validateDocket'],
  ],
  'what the person sees and keeps for itself': [
    ...['setPendingApplication', 'clearPendingApplications', 'addPresentation', 'clearPresentations'],
    ...['completeProfile', 'markEntryRead', 'dismissEntry', 'markAllEntriesRead', 'putPreferences'],
    ...['putDefaultWallet', 'deleteDefaultWallet', 'postInboxEntry'],
    ...['resolvePresentation', 'acceptPresentation', 'denyPresentation', 'submitPresentation', 'requestPresentation'],
  ],
  'how the node and its tenants run; nobody gets a right by it': [
    ...['updateOrganization', 'deleteOrganization', 'setAuditRetention', 'setOrganizationStatus'],
    ...['setOrganizationQuotas', 'unbanPeer', 'resetPeer', 'subscribeRegister', 'unsubscribeRegister'],
    ...['purgeRegisterCache', 'advertiseRegister', 'bulkAdvertise', 'startValidator', 'stopValidator', 'processPool'],
    ...['startValidation', 'stopValidation', 'pauseValidation', 'resumeValidation'],
    ...[
      'publishSchema',
      'setSchemaCatalogue',
      'deleteSchemaCatalogue',
      'acceptAmnesia',
      'confirmClock',
      'acceptFork',
      'updateValidatorConfig',
    ],
  ],
};

/** No person is signed in there: an operation for everybody, or for services alone, which have no sign-in. */
function hasSignIn({ can }: AnyRoute): boolean {
  return can !== 'public' && policies[can].tiers.some((tier) => tier === 'platform' || tier === 'consumer');
}

function isJudged(route: AnyRoute): boolean {
  const showsSecret = route.kind === 'route' && route.secretAnswer === true;
  return hasSignIn(route) && (route.method !== 'GET' || showsSecret);
}

describe('the table of operations', () => {
  const routes = Object.values(groupRoutes).flatMap((group) =>
    Object.entries(group as Readonly<Record<string, AnyRoute>>),
  );
  const marked = routes.filter(([, { takesRecentSignIn }]) => takesRecentSignIn === true).map(([id]) => id);
  const reasoned = Object.values(ASKS_FOR_NONE).flat();

  it('asks for a recent sign-in at each operation that writes rights, secrets, keys or ways in', () => {
    const judged = routes.filter(([, route]) => isJudged(route)).map(([id]) => id);
    const escaped = judged.filter((id) => !marked.includes(id) && !reasoned.includes(id));
    expect(escaped, 'state takesRecentSignIn, or the reason here why it asks for none').to.deep.equal([]);
  });

  it('names each operation of the reasons once, and none that has the mark or is not there', () => {
    const known = new Set(routes.map(([id]) => id));
    const stale = reasoned.filter((id) => !known.has(id) || marked.includes(id));
    expect(stale).to.deep.equal([]);
    expect(reasoned.filter((id, i) => reasoned.indexOf(id) !== i)).to.deep.equal([]);
  });

  it('has the mark where the kind of an operation asks for it', () => {
    // By groups of addresses, so that a reason above cannot be given to one of these.
    const KINDS: readonly [method: RegExp, url: RegExp][] = [
      [/PUT|DELETE/, /\/(idp|social-providers)(\/|$)/],
      [/POST|PUT/, /^\/api\/service-principals(\/:id\/(scopes|reactivate|rotate-secret))?$/],
      [/POST/, /^\/api\/organizations\/:organizationId\/(users|invitations)$/],
      [/PUT|PATCH/, /^\/api\/organizations\/:organizationId\/(users\/|settings)/],
      [/POST/, /^\/api\/organizations\/:organizationId\/users\/:userId\/(unlock|reactivate)$/],
      [/POST|PATCH/, /\/webhooks(\/:webhookId(\/rotate-secret)?)?$/],
      [/POST/, /^\/api\/auth\/enrol-session(\/short-code)?$/],
      [/GET/, /^\/api\/admin\/store\/backup$/],
      [/POST/, /^\/api\/v1\/wallets\/:address\/access$/],
      [/POST|PUT|DELETE/, /^\/api\/(totp$|totp\/setup|totp\/verify|passkey\/)/],
    ];
    for (const [method, url] of KINDS) {
      const found = routes.filter(([, route]) => method.test(route.method) && url.test(route.url));
      expect(found, `${url}`).to.not.have.length(0);
      expect(
        found.filter(([id]) => !marked.includes(id)).map(([id]) => id),
        `${url}`,
      ).to.deep.equal([]);
    }
  });
});
