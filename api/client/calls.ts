// How each operation is called, so that a program that only calls a node need not load its definitions and their
// schemas, which takes longer than the call. Derived from api/groups/routes.ts: UPDATE_CALLS=1 with
// test/unit/api/client/calls.test.ts writes the rows anew.
import type { Method } from '../define.js';
import type { AllRoutes } from '../groups/routes.js';

export interface ClientCall {
  readonly method: Method;
  /** Fastify spelling. */
  readonly url: string;
  /** It takes no token. */
  readonly isPublic: boolean;
  /** It answers with a file. */
  readonly isBytes: boolean;
  /** Its body is a form. */
  readonly isForm: boolean;
}

const ROWS = `
login POST /api/auth/login public
createToken POST /api/service-auth/token public form
refreshToken POST /api/auth/token/refresh public
revokeToken POST /api/auth/token/revoke
logout POST /api/auth/logout
getMe GET /api/auth/me
listMyOrganizations GET /api/auth/me/organizations
switchOrganization POST /api/auth/switch-org
changePassword POST /api/auth/password/change
verifyTwoFactor POST /api/auth/verify-2fa public
setUpTotp POST /api/totp/setup
verifyTotp POST /api/totp/verify
validateTotp POST /api/totp/validate public
validateBackupCode POST /api/totp/backup-validate public
disableTotp DELETE /api/totp
getTotpStatus GET /api/totp/status
introspectToken POST /api/auth/token/introspect
revokeUserTokens POST /api/auth/token/revoke-user
revokeOrganizationTokens POST /api/auth/token/revoke-organization
createServicePrincipal POST /api/service-principals
listServicePrincipals GET /api/service-principals
getServicePrincipal GET /api/service-principals/:id
getServicePrincipalByClient GET /api/service-principals/by-client/:clientId
setServiceScopes PUT /api/service-principals/:id/scopes
suspendServicePrincipal POST /api/service-principals/:id/suspend
reactivateServicePrincipal POST /api/service-principals/:id/reactivate
rotateServicePrincipalSecret POST /api/service-principals/:id/rotate-secret
deleteServicePrincipal DELETE /api/service-principals/:id
beginPasskeySignUp POST /api/auth/public/passkey/register/options public
signUpWithPasskey POST /api/auth/public/passkey/register/verify public
beginPasskey POST /api/passkey/register/options
enrolPasskey POST /api/passkey/register/verify
listPasskeys GET /api/passkey/credentials
revokePasskey DELETE /api/passkey/credentials/:id
beginPasskeySignIn POST /api/auth/passkey/assertion/options public
signInWithPasskey POST /api/auth/passkey/assertion/verify public
beginPasskeyFactor POST /api/auth/verify-passkey/options public
showPasskey POST /api/auth/verify-passkey public
register POST /api/auth/register public
verifyEmail POST /api/auth/verify-email public
resendVerification POST /api/auth/resend-verification
listSessions GET /api/auth/sessions
endSession DELETE /api/auth/sessions/:sessionId
endAllSessions DELETE /api/auth/sessions
forgotPassword POST /api/auth/password/forgot public
resetPassword POST /api/auth/password/reset public
grantProgram POST /api/auth/program/grant
takeProgramSession POST /api/auth/program/token public
askForDeviceCode POST /api/auth/device-code public
readDeviceCode POST /api/auth/device-code/read
answerDeviceCode POST /api/auth/device-code/answer
takeDeviceSession POST /api/auth/device-code/token public
showSignInPage GET /login public
showEnrolPage GET /enrol public
showVerifyPage GET /verify-email public
showResetPage GET /reset-password public
getSignInOptions GET /api/auth/sign-in-options public
listOrganizations GET /api/organizations
getOrganization GET /api/organizations/:id
updateOrganization PUT /api/organizations/:id
deleteOrganization DELETE /api/organizations/:id
getOrganizationStats GET /api/organizations/stats
validateSubdomain GET /api/organizations/validate-subdomain/:subdomain public
getOrganizationBySubdomain GET /api/organizations/by-subdomain/:subdomain public
createOrganization POST /api/organizations
listPlatformOrganizations GET /api/platform/organizations
setOrganizationStatus PUT /api/platform/organizations/:orgId/status
setOrganizationQuotas PUT /api/platform/organizations/:orgId/quotas
listPlatformOrganizationUsers GET /api/platform/organizations/:orgId/users
getOrganizationSettings GET /api/organizations/:organizationId/settings
updateOrganizationSettings PUT /api/organizations/:organizationId/settings
getAuditRetention GET /api/organizations/:organizationId/audit/retention
setAuditRetention PUT /api/organizations/:organizationId/audit/retention
getOrganizationDashboard GET /api/organizations/:organizationId/dashboard
getPlatformSettings GET /api/platform/settings
updatePlatformSettings PUT /api/platform/settings
bootstrapTenant POST /api/tenants/bootstrap
getOrganizationParticipant GET /api/organizations/:organizationId/participants/:participantId
searchParticipants POST /api/participants/search
listWalletLinks GET /api/organizations/:organizationId/participants/:participantId/wallet-links
beginWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links
verifyWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links/:challengeId/verify
removeWalletLink DELETE /api/organizations/:organizationId/participants/:participantId/wallet-links/:walletAddress
listUsers GET /api/organizations/:organizationId/users
getUser GET /api/organizations/:organizationId/users/:userId
updateUser PUT /api/organizations/:organizationId/users/:userId
setUserRole PUT /api/organizations/:organizationId/users/:userId/role
removeUser DELETE /api/organizations/:organizationId/users/:userId
unlockUser POST /api/organizations/:organizationId/users/:userId/unlock
suspendUser POST /api/organizations/:organizationId/users/:userId/suspend
reactivateUser POST /api/organizations/:organizationId/users/:userId/reactivate
inviteUser POST /api/organizations/:organizationId/users
sendInvitation POST /api/organizations/:organizationId/invitations
showInvitationPage GET /invitation public
listInvitations GET /api/organizations/:organizationId/invitations
revokeInvitation POST /api/organizations/:organizationId/invitations/:invitationId/revoke
readInvitation POST /api/invitations/read public
acceptInvitation POST /api/invitations/accept
registerInvited POST /api/invitations/register public
declineInvitation POST /api/invitations/decline public
getIdentityProvider GET /api/organizations/:orgId/idp
setIdentityProvider PUT /api/organizations/:orgId/idp
deleteIdentityProvider DELETE /api/organizations/:orgId/idp
discoverIssuer POST /api/organizations/:orgId/idp/discover
testIdentityProvider POST /api/organizations/:orgId/idp/test
switchIdentityProvider POST /api/organizations/:orgId/idp/toggle
listSocialProviders GET /api/organizations/:orgId/social-providers
setSocialProvider PUT /api/organizations/:orgId/social-providers/:provider
deleteSocialProvider DELETE /api/organizations/:orgId/social-providers/:provider
beginOidcSignIn POST /api/auth/oidc/initiate public
endOidcSignIn GET /api/auth/callback/:orgSubdomain public
relaySignIn POST /api/auth/callback/:orgSubdomain public form
redeemSignIn POST /api/auth/oidc/redeem public
completeProfile POST /api/auth/oidc/complete-profile
beginSocialSignIn POST /api/auth/social/initiate public
endSocialSignIn POST /api/auth/social/callback public
listSocialProviderNames GET /api/auth/social/providers public
beginPublicSocialSignIn POST /api/auth/public/social/initiate public
endPublicSocialSignIn POST /api/auth/public/social/callback public
listIdentities GET /api/auth/identities
linkIdentity POST /api/auth/identities/link
unlinkIdentity DELETE /api/auth/identities/:identityId
listDevices GET /api/v1/me/devices
hasAnyDevice GET /api/v1/me/devices/has-any
revokeDevice DELETE /api/v1/me/devices/:deviceId
createEnrolSession POST /api/auth/enrol-session
redeemEnrolSession POST /api/auth/enrol-session/redeem public
createShortCode POST /api/auth/enrol-session/short-code
redeemShortCode POST /api/auth/enrol-session/redeem-short-code public
sendPairingMail POST /api/auth/pairing-resumption-email
redeemPairingLink GET /api/auth/pairing-resumption/redeem public
listInboxEntries GET /api/me/inbox
countUnreadEntries GET /api/me/inbox/unread-count
getInboxEntry GET /api/me/inbox/:entryId
markEntryRead POST /api/me/inbox/:entryId/read
dismissEntry POST /api/me/inbox/:entryId/dismiss
markAllEntriesRead POST /api/me/inbox/mark-all-read
getPreferences GET /api/preferences
putPreferences PUT /api/preferences
getDefaultWallet GET /api/preferences/default-wallet
putDefaultWallet PUT /api/preferences/default-wallet
deleteDefaultWallet DELETE /api/preferences/default-wallet
listAuditEvents GET /api/organizations/:organizationId/audit
listPlatformAuditEvents GET /api/platform/audit
createWallet POST /api/wallets
createHdWallet POST /api/v1/wallets
recoverWallet POST /api/v1/wallets/recover
listWallets GET /api/v1/wallets
getWallet GET /api/v1/wallets/:address
updateWallet PATCH /api/v1/wallets/:address
deleteWallet DELETE /api/v1/wallets/:address
generateWalletAddress POST /api/v1/wallets/:address/addresses
signWithWallet POST /api/wallets/:id/sign
signWithAddress POST /api/v1/wallets/:address/sign
encryptWithWallet POST /api/wallets/:id/encrypt
decryptWithWallet POST /api/wallets/:id/decrypt
encryptWithAddress POST /api/v1/wallets/:address/encrypt
decryptWithAddress POST /api/v1/wallets/:address/decrypt
verifyWalletSignature POST /api/v1/wallets/verify
createOrganizationMasterKey POST /api/wallets/org/:orgId/master-key
deriveOrganizationKey POST /api/wallets/org/:orgId/derive-key
rotateOrganizationKey POST /api/wallets/org/:orgId/keys/:derivedKeyId/rotate
revokeOrganizationKey DELETE /api/wallets/org/:orgId/keys/:derivedKeyId
getPendingApplications GET /api/v1/wallet/pending-applications
setPendingApplication PUT /api/v1/wallet/pending-applications
clearPendingApplications DELETE /api/v1/wallet/pending-applications
getHolderKeys GET /api/v1/wallet/holder-keys
signKeyBinding POST /api/v1/wallet/presentations/sign-kb
grantWalletAccess POST /api/v1/wallets/:address/access
listWalletAccess GET /api/v1/wallets/:address/access
revokeWalletAccess DELETE /api/v1/wallets/:address/access/:subject
checkWalletAccess GET /api/v1/wallets/:address/access/:subject/check
createRegister POST /api/registers
initiateRegister POST /api/registers/initiate
finalizeRegister POST /api/registers/finalize
listRegisters GET /api/registers
countRegisters GET /api/registers/stats/count
getRegister GET /api/registers/:registerId
updateRegister PUT /api/registers/:registerId
deleteRegister DELETE /api/registers/:registerId
getGovernanceRoster GET /api/registers/:registerId/governance/roster
getRegisterPolicy GET /api/registers/:registerId/policy
submitTransaction POST /api/registers/:registerId/transactions
submitBatch POST /api/v1/transactions/batch
prepareTransaction POST /api/v1/transactions/prepare
listTransactions GET /api/registers/:registerId/transactions
getTransaction GET /api/registers/:registerId/transactions/:txId
getReceipt GET /api/registers/:registerId/transactions/:txId/receipt
getEvidence GET /api/registers/:registerId/transactions/:txId/evidence
publishBlueprint POST /api/registers/:registerId/blueprints/publish
getLatestPublication GET /api/registers/:registerId/blueprints/:blueprintId/publications/latest
getPublication GET /api/registers/:registerId/publications/:txId
listBlueprints GET /api/blueprints
getBlueprintSchema GET /api/blueprint-schema
createBlueprint POST /api/blueprints
getBlueprint GET /api/blueprints/:id
updateBlueprint PUT /api/blueprints/:id
deleteBlueprint DELETE /api/blueprints/:id
recoverBlueprint POST /api/blueprints/:id/recover
validateBlueprint POST /api/blueprints/:id/validate
publishDraft POST /api/blueprints/:id/publish
listPublishOverrides GET /api/blueprints/:id/overrides
listVersions GET /api/blueprints/:id/versions
getVersion GET /api/blueprints/:id/versions/:version
getDefinition GET /api/blueprints/:id/definitions/:publicationTxId
draftFromPublished POST /api/blueprints/from-published
startRehearsal POST /api/blueprints/:id/rehearsals
listRehearsals GET /api/blueprints/:id/rehearsals
getRehearsal GET /api/blueprints/:id/rehearsals/:rehearsalId
discardRehearsal DELETE /api/blueprints/:id/rehearsals/:rehearsalId
switchRehearsalRole POST /api/blueprints/:id/rehearsals/:rehearsalId/role
submitRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/steps
rejectRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/rejections
executeValidate POST /api/execution/validate
executeCalculate POST /api/execution/calculate
executeRoute POST /api/execution/route
executeDisclose POST /api/execution/disclose
createInstance POST /api/instances
getInstance GET /api/instances/:instanceId
getInstanceDefinition GET /api/instances/:instanceId/definition
getInstanceState GET /api/instances/:instanceId/state
getNextActions GET /api/instances/:instanceId/next-actions
openInstanceParts POST /api/instances/:instanceId/openings
deliverInstance POST /api/instances/:instanceId/deliveries
challengeInstance POST /api/instances/:instanceId/challenges
objectInstance POST /api/instances/:instanceId/objections
resolveInstance POST /api/instances/:instanceId/resolutions
executeInstanceAction POST /api/instances/:instanceId/actions/:actionId/execute
rejectInstanceAction POST /api/instances/:instanceId/actions/:actionId/reject
claimRole POST /api/instances/:instanceId/actions/:actionId/claim
releaseRole POST /api/instances/:instanceId/actions/:actionId/release
confirmRun POST /api/instances/:instanceId/confirmations
cancelInstance POST /api/instances/:instanceId/cancel
listStartingActions GET /api/actions/:wallet/:register/blueprints
getAction GET /api/actions/:wallet/:register/:tx
submitAction POST /api/actions
rejectAction POST /api/actions/reject
listPendingActions GET /api/actions/:wallet/:register
listSuspectRuns GET /api/actions/:wallet/:register/suspects
listInstances GET /api/instances
listDisclosures GET /api/workflows/:instanceId/disclosures
listActionDisclosures GET /api/workflows/:instanceId/actions/:actionId/disclosures
getOperation GET /api/operations/:operationId
listOperations GET /api/operations
listDockets GET /api/registers/:registerId/dockets
getDocket GET /api/registers/:registerId/dockets/:docketId
listDocketTransactions GET /api/registers/:registerId/dockets/:docketId/transactions
getConsensus GET /api/registers/:registerId/consensus
writeDocket POST /api/registers/:registerId/dockets
getGovernanceHistory GET /api/registers/:registerId/governance/history
getRules GET /api/registers/:registerId/governance/rules
listProposals GET /api/registers/:registerId/governance/proposals
getProposal GET /api/registers/:registerId/governance/proposals/:proposalId
getSigningRequest GET /api/registers/:registerId/governance/proposals/:proposalId/signing-request
propose POST /api/registers/:registerId/governance/propose
approveProposal POST /api/registers/:registerId/governance/proposals/:proposalId/approve
makeCandidacy POST /api/validators/:registerId/candidacy
makeReadiness POST /api/validators/:registerId/readiness
makeRulesSupport POST /api/validators/:registerId/rules-support
listParticipants GET /api/registers/:registerId/participants
getParticipant GET /api/registers/:registerId/participants/:participantId
getParticipantByAddress GET /api/registers/:registerId/participants/by-address/:address
getParticipantPublicKey GET /api/registers/:registerId/participants/by-address/:address/public-key
resolvePublicKeys POST /api/registers/:registerId/participants/resolve-public-keys
publishParticipant POST /api/organizations/:organizationId/participants/publish
updateParticipant PUT /api/organizations/:organizationId/participants/:participantId
revokeParticipant DELETE /api/organizations/:organizationId/participants/:participantId
uploadFileChunk POST /api/file-chunks
getFileUpload GET /api/file-chunks/:uploadId
downloadActionFile GET /api/files/:wallet/:register/:tx/:fileId bytes
downloadWalletFile GET /api/v1/wallets/:address/files/download bytes
getODataService GET /odata
getODataMetadata GET /odata/$metadata
queryOData GET /odata/:resource
queryODataMember GET /odata/:resource/:member
queryODataPart GET /odata/:resource/:member/:part
listDocketProvenance GET /api/provenance/registers/:registerId
checkDocketProvenance GET /api/provenance/registers/:registerId/dockets/:docketNumber
getInstanceProvenance GET /api/provenance/instances/:instanceId
getFieldProvenance GET /api/provenance/instances/:instanceId/fields
queryWalletTransactions GET /api/query/wallets/:address/transactions
querySenderTransactions GET /api/query/senders/:address/transactions
queryBlueprintTransactions GET /api/query/blueprints/:blueprintId/transactions
querySuccessors GET /api/query/previous/:prevTxId/transactions
queryStats GET /api/query/stats
validateTransaction POST /api/v1/transactions/validate
getMemPool GET /api/v1/transactions/mempool/:registerId
getValidatorReceipt GET /api/v1/transactions/:registerId/:txId/receipt
startValidator POST /api/admin/validators/start
stopValidator POST /api/admin/validators/stop
getValidatorStatus GET /api/admin/validators/:registerId/status
processPool POST /api/admin/validators/:registerId/process
acceptAmnesia POST /api/admin/validators/:registerId/accept-amnesia
getClock GET /api/admin/clock
confirmClock POST /api/admin/clock/confirm
getMisbehaviour GET /api/registers/:registerId/misbehaviour
acceptFork POST /api/registers/:registerId/fork/accept
getMonitoring GET /api/admin/validators/monitoring
getValidatorConfig GET /api/admin/config
updateValidatorConfig PUT /api/admin/config
buildDocket POST /api/validation/dockets/build
validateDocket POST /api/validation/dockets/validate
addTransaction POST /api/validation/transactions/add
submitGenesis POST /api/validation/genesis
listPending GET /api/validation/transactions/:registerId
startValidation POST /api/admin/validation/start/:registerId
stopValidation POST /api/admin/validation/stop/:registerId
pauseValidation POST /api/admin/validation/pause/:registerId
resumeValidation POST /api/admin/validation/resume/:registerId
getValidationStatus GET /api/admin/validation/status
listPeers GET /api/peers public
listPeerQuality GET /api/peers/quality public
getPeerStats GET /api/peers/stats public
getPeerHealth GET /api/peers/health public
listConnectedPeers GET /api/peers/connected public
getPeer GET /api/peers/:peerId public
banPeer POST /api/peers/:peerId/ban
unbanPeer DELETE /api/peers/:peerId/ban
resetPeer POST /api/peers/:peerId/reset
getMeshStatus GET /api/mesh/status
listSubscriptions GET /api/registers/subscriptions public
listRegisterCache GET /api/registers/cache public
listAvailableRegisters GET /api/registers/available public
subscribeRegister POST /api/registers/:registerId/subscribe
unsubscribeRegister DELETE /api/registers/:registerId/subscribe
purgeRegisterCache DELETE /api/registers/:registerId/cache
advertiseRegister POST /api/registers/:registerId/advertise
bulkAdvertise POST /api/registers/bulk-advertise
getSyncHealth GET /health/sync public
listTemplates GET /api/templates
getTemplate GET /api/templates/:templateId
listTemplateExamples GET /api/templates/:templateId/examples
createTemplate POST /api/templates
deleteTemplate DELETE /api/templates/:templateId
evaluateTemplate POST /api/templates/evaluate
validateTemplate POST /api/templates/validate
backUpStore GET /api/admin/store/backup bytes
checkOutgoing POST /api/admin/outgoing/check
sendTestMail POST /api/admin/mail/test
getMetrics GET /api/metrics
getDocketMetrics GET /api/metrics/dockets
getTransactionMetrics GET /api/metrics/transactions
getConsensusMetrics GET /api/metrics/consensus
getMemPoolMetrics GET /api/metrics/mempool
getAlive GET /alive public
getReadiness GET /health public
getHealth GET /api/health public
getStats GET /api/stats public
explainError GET /api/errors/:code public
listLogLines GET /api/platform/logs
getPrometheusMetrics GET /metrics
`;

export const CALLS = Object.fromEntries(
  ROWS.trim()
    .split('\n')
    .map((row) => {
      const [id, method, url, ...marks] = row.split(' ');
      const has = (mark: string) => marks.includes(mark);
      return [id, { method, url, isPublic: has('public'), isBytes: has('bytes'), isForm: has('form') }];
    }),
) as unknown as Readonly<Record<keyof AllRoutes, ClientCall>>;
