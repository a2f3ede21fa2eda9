// A row for each operation: group, id, method, address and marks, which calls.ts reads. Derived from
// api/groups/routes.ts: UPDATE_CALLS=1 with test/unit/api/client/calls.test.ts writes the rows anew.

export const ROWS = `
auth login POST /api/auth/login public
auth createToken POST /api/service-auth/token public form
auth refreshToken POST /api/auth/token/refresh public
auth revokeToken POST /api/auth/token/revoke
auth logout POST /api/auth/logout
auth getMe GET /api/auth/me
auth listMyOrganizations GET /api/auth/me/organizations
auth switchOrganization POST /api/auth/switch-org
auth changePassword POST /api/auth/password/change
totp verifyTwoFactor POST /api/auth/verify-2fa public
totp setUpTotp POST /api/totp/setup
totp verifyTotp POST /api/totp/verify
totp validateTotp POST /api/totp/validate public
totp validateBackupCode POST /api/totp/backup-validate public
totp disableTotp DELETE /api/totp
totp getTotpStatus GET /api/totp/status
stepUp stepUp POST /api/auth/step-up
stepUp beginStepUp POST /api/auth/step-up/options
tokens introspectToken POST /api/auth/token/introspect
tokens revokeUserTokens POST /api/auth/token/revoke-user
tokens revokeOrganizationTokens POST /api/auth/token/revoke-organization
servicePrincipals createServicePrincipal POST /api/service-principals once
servicePrincipals listServicePrincipals GET /api/service-principals list:servicePrincipals
servicePrincipals getServicePrincipal GET /api/service-principals/:id
servicePrincipals getServicePrincipalByClient GET /api/service-principals/by-client/:clientId
servicePrincipals setServiceScopes PUT /api/service-principals/:id/scopes
servicePrincipals suspendServicePrincipal POST /api/service-principals/:id/suspend
servicePrincipals reactivateServicePrincipal POST /api/service-principals/:id/reactivate
servicePrincipals rotateServicePrincipalSecret POST /api/service-principals/:id/rotate-secret
servicePrincipals deleteServicePrincipal DELETE /api/service-principals/:id
passkeys beginPasskeySignUp POST /api/auth/public/passkey/register/options public
passkeys signUpWithPasskey POST /api/auth/public/passkey/register/verify public
passkeys beginPasskey POST /api/passkey/register/options
passkeys enrolPasskey POST /api/passkey/register/verify
passkeys listPasskeys GET /api/passkey/credentials
passkeys revokePasskey DELETE /api/passkey/credentials/:id
passkeys beginPasskeySignIn POST /api/auth/passkey/assertion/options public
passkeys signInWithPasskey POST /api/auth/passkey/assertion/verify public
passkeys beginPasskeyFactor POST /api/auth/verify-passkey/options public
passkeys showPasskey POST /api/auth/verify-passkey public
registration register POST /api/auth/register public
registration verifyEmail POST /api/auth/verify-email public
registration resendVerification POST /api/auth/resend-verification
sessions listSessions GET /api/auth/sessions
sessions endSession DELETE /api/auth/sessions/:sessionId
sessions endAllSessions DELETE /api/auth/sessions
consoleSessions openConsoleSession POST /api/auth/console/session public
consoleSessions createConsoleLink POST /api/auth/console/links once
consoleSessions redeemConsoleLink POST /api/auth/console/redeem public
consoleSessions endConsoleSession POST /api/auth/console/end public
passwordResets forgotPassword POST /api/auth/password/forgot public
passwordResets resetPassword POST /api/auth/password/reset public
programSignIns grantProgram POST /api/auth/program/grant
programSignIns takeProgramSession POST /api/auth/program/token public
programSignIns askForDeviceCode POST /api/auth/device-code public
programSignIns readDeviceCode POST /api/auth/device-code/read
programSignIns answerDeviceCode POST /api/auth/device-code/answer
programSignIns takeDeviceSession POST /api/auth/device-code/token public
authorizationServer getAuthorizationServer GET /.well-known/oauth-authorization-server public
authorizationServer getOpenIdConfiguration GET /.well-known/openid-configuration public
authorizationServer getApiResource GET /.well-known/oauth-protected-resource public
authorizationServer getMcpResource GET /.well-known/oauth-protected-resource/mcp public
authorizationServer showProgramPage GET /oauth/authorize public
authorizationServer pushProgramRequest POST /oauth/par public form once
authorizationServer registerProgram POST /oauth/register public
authorizationServer createProgramToken POST /oauth/token public form
authorizationServer askForProgramCode POST /oauth/device public form
authorizationServer introspectProgramToken POST /oauth/introspect form
authorizationServer revokeProgramToken POST /oauth/revoke public form
programRequests readProgramRequest POST /api/auth/program-requests/read
programRequests answerProgramRequest POST /api/auth/program-requests/answer
programClients createProgramClient POST /api/programs once
programClients listProgramClients GET /api/programs
programClients deleteProgramClient DELETE /api/programs/:clientId
programConsents listProgramConsents GET /api/auth/program-consents
programConsents endProgramConsent DELETE /api/auth/program-consents/:consentId
standingGrants stateStandingGrant POST /api/auth/program-consents/:consentId/grants once
standingGrants endStandingGrant DELETE /api/auth/program-consents/:consentId/grants/:grantId
pages showSignInPage GET /login public
pages showEnrolPage GET /enrol public
pages showVerifyPage GET /verify-email public
pages showResetPage GET /reset-password public
pages getSignInOptions GET /api/auth/sign-in-options public
organizations listOrganizations GET /api/organizations
organizations getOrganization GET /api/organizations/:id
organizations updateOrganization PUT /api/organizations/:id
organizations deleteOrganization DELETE /api/organizations/:id
organizations getOrganizationStats GET /api/organizations/stats
organizations validateSubdomain GET /api/organizations/validate-subdomain/:subdomain public
organizations getOrganizationBySubdomain GET /api/organizations/by-subdomain/:subdomain public
organizations createOrganization POST /api/organizations once
organizations listPlatformOrganizations GET /api/platform/organizations list:items
organizations setOrganizationStatus PUT /api/platform/organizations/:orgId/status
organizations setOrganizationQuotas PUT /api/platform/organizations/:orgId/quotas
organizations listPlatformOrganizationUsers GET /api/platform/organizations/:orgId/users list:items
organizationSettings getOrganizationSettings GET /api/organizations/:organizationId/settings
organizationSettings updateOrganizationSettings PUT /api/organizations/:organizationId/settings
organizationSettings getAuditRetention GET /api/organizations/:organizationId/audit/retention
organizationSettings setAuditRetention PUT /api/organizations/:organizationId/audit/retention
organizationSettings getOrganizationDashboard GET /api/organizations/:organizationId/dashboard
platform getPlatformSettings GET /api/platform/settings
platform listNodeSettings GET /api/platform/node-settings
platform updatePlatformSettings PUT /api/platform/settings
platform bootstrapTenant POST /api/tenants/bootstrap
walletLinks getOrganizationParticipant GET /api/organizations/:organizationId/participants/:participantId
walletLinks searchParticipants POST /api/participants/search
walletLinks listWalletLinks GET /api/organizations/:organizationId/participants/:participantId/wallet-links
walletLinks beginWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links
walletLinks verifyWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links/:challengeId/verify
walletLinks removeWalletLink DELETE /api/organizations/:organizationId/participants/:participantId/wallet-links/:walletAddress
users listUsers GET /api/organizations/:organizationId/users list:users
users getUser GET /api/organizations/:organizationId/users/:userId
users getUserSignIn GET /api/organizations/:organizationId/users/:userId/sign-in
users updateUser PUT /api/organizations/:organizationId/users/:userId
users setUserRole PUT /api/organizations/:organizationId/users/:userId/role
users removeUser DELETE /api/organizations/:organizationId/users/:userId
users unlockUser POST /api/organizations/:organizationId/users/:userId/unlock
users suspendUser POST /api/organizations/:organizationId/users/:userId/suspend
users reactivateUser POST /api/organizations/:organizationId/users/:userId/reactivate
invitations inviteUser POST /api/organizations/:organizationId/users once
invitations sendInvitation POST /api/organizations/:organizationId/invitations once
invitations showInvitationPage GET /invitation public
invitations listInvitations GET /api/organizations/:organizationId/invitations list:invitations
invitations revokeInvitation POST /api/organizations/:organizationId/invitations/:invitationId/revoke
invitations readInvitation POST /api/invitations/read public
invitations acceptInvitation POST /api/invitations/accept
invitations registerInvited POST /api/invitations/register public once
invitations declineInvitation POST /api/invitations/decline public
identityProviders getIdentityProvider GET /api/organizations/:orgId/idp
identityProviders setIdentityProvider PUT /api/organizations/:orgId/idp
identityProviders deleteIdentityProvider DELETE /api/organizations/:orgId/idp
identityProviders discoverIssuer POST /api/organizations/:orgId/idp/discover
identityProviders testIdentityProvider POST /api/organizations/:orgId/idp/test
identityProviders switchIdentityProvider POST /api/organizations/:orgId/idp/toggle
identityProviders listSocialProviders GET /api/organizations/:orgId/social-providers
identityProviders setSocialProvider PUT /api/organizations/:orgId/social-providers/:provider
identityProviders deleteSocialProvider DELETE /api/organizations/:orgId/social-providers/:provider
webhooks createWebhook POST /api/organizations/:organizationId/webhooks once
webhooks listWebhooks GET /api/organizations/:organizationId/webhooks
webhooks getWebhook GET /api/organizations/:organizationId/webhooks/:webhookId
webhooks updateWebhook PATCH /api/organizations/:organizationId/webhooks/:webhookId
webhooks deleteWebhook DELETE /api/organizations/:organizationId/webhooks/:webhookId
webhooks verifyWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/verify
webhooks testWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/test
webhooks suspendWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/suspend
webhooks resumeWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/resume
webhooks rotateWebhookSecret POST /api/organizations/:organizationId/webhooks/:webhookId/rotate-secret
webhooks listWebhookDeliveries GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries list:deliveries
webhooks getWebhookDelivery GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId
webhooks redeliverWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver once
webhooks redeliverDeadWebhooks POST /api/organizations/:organizationId/webhooks/:webhookId/redeliver-dead once
federation beginOidcSignIn POST /api/auth/oidc/initiate public
federation endOidcSignIn GET /api/auth/callback/:orgSubdomain public
federation relaySignIn POST /api/auth/callback/:orgSubdomain public form
federation redeemSignIn POST /api/auth/oidc/redeem public
federation completeProfile POST /api/auth/oidc/complete-profile
federation beginSocialSignIn POST /api/auth/social/initiate public
federation endSocialSignIn POST /api/auth/social/callback public
federation listSocialProviderNames GET /api/auth/social/providers public
federation beginPublicSocialSignIn POST /api/auth/public/social/initiate public
federation endPublicSocialSignIn POST /api/auth/public/social/callback public
federation listIdentities GET /api/auth/identities
federation linkIdentity POST /api/auth/identities/link
federation unlinkIdentity DELETE /api/auth/identities/:identityId
devices listDevices GET /api/v1/me/devices
devices hasAnyDevice GET /api/v1/me/devices/has-any
devices renewDeviceCredential POST /api/v1/me/devices/:deviceId/credential
devices revokeDevice DELETE /api/v1/me/devices/:deviceId
enrolment createEnrolSession POST /api/auth/enrol-session
enrolment redeemEnrolSession POST /api/auth/enrol-session/redeem public
enrolment createShortCode POST /api/auth/enrol-session/short-code
enrolment redeemShortCode POST /api/auth/enrol-session/redeem-short-code public
enrolment sendPairingMail POST /api/auth/pairing-resumption-email once
enrolment redeemPairingLink GET /api/auth/pairing-resumption/redeem public
personalInbox listInboxEntries GET /api/me/inbox list:items
personalInbox countUnreadEntries GET /api/me/inbox/unread-count
personalInbox getInboxEntry GET /api/me/inbox/:entryId
personalInbox markEntryRead POST /api/me/inbox/:entryId/read
personalInbox dismissEntry POST /api/me/inbox/:entryId/dismiss
personalInbox markAllEntriesRead POST /api/me/inbox/mark-all-read
preferences getPreferences GET /api/preferences
preferences putPreferences PUT /api/preferences
preferences getDefaultWallet GET /api/preferences/default-wallet
preferences putDefaultWallet PUT /api/preferences/default-wallet
preferences deleteDefaultWallet DELETE /api/preferences/default-wallet
audit listAuditEvents GET /api/organizations/:organizationId/audit
audit listPlatformAuditEvents GET /api/platform/audit
wallets createWallet POST /api/wallets once
wallets createHdWallet POST /api/v1/wallets once
wallets recoverWallet POST /api/v1/wallets/recover
wallets listWallets GET /api/v1/wallets
wallets getWallet GET /api/v1/wallets/:address
wallets updateWallet PATCH /api/v1/wallets/:address
wallets deleteWallet DELETE /api/v1/wallets/:address
wallets generateWalletAddress POST /api/v1/wallets/:address/addresses
wallets signWithWallet POST /api/wallets/:id/sign
wallets signWithAddress POST /api/v1/wallets/:address/sign
wallets encryptWithWallet POST /api/wallets/:id/encrypt
wallets decryptWithWallet POST /api/wallets/:id/decrypt
wallets encryptWithAddress POST /api/v1/wallets/:address/encrypt
wallets decryptWithAddress POST /api/v1/wallets/:address/decrypt
wallets verifyWalletSignature POST /api/v1/wallets/verify
organisationKeys createOrganizationMasterKey POST /api/wallets/org/:orgId/master-key once
organisationKeys deriveOrganizationKey POST /api/wallets/org/:orgId/derive-key
organisationKeys rotateOrganizationKey POST /api/wallets/org/:orgId/keys/:derivedKeyId/rotate
organisationKeys revokeOrganizationKey DELETE /api/wallets/org/:orgId/keys/:derivedKeyId
citizenWallet getPendingApplications GET /api/v1/wallet/pending-applications
citizenWallet setPendingApplication PUT /api/v1/wallet/pending-applications
citizenWallet clearPendingApplications DELETE /api/v1/wallet/pending-applications
citizenWallet getHolderKeys GET /api/v1/wallet/holder-keys
citizenWallet signKeyBinding POST /api/v1/wallet/presentations/sign-kb
citizenWallet listPresentations GET /api/v1/wallet/presentations/history list:presentations
citizenWallet addPresentation POST /api/v1/wallet/presentations/history once
citizenWallet clearPresentations DELETE /api/v1/wallet/presentations/history
accessGrants grantWalletAccess POST /api/v1/wallets/:address/access once
accessGrants listWalletAccess GET /api/v1/wallets/:address/access
accessGrants revokeWalletAccess DELETE /api/v1/wallets/:address/access/:subject
accessGrants checkWalletAccess GET /api/v1/wallets/:address/access/:subject/check
credentialOffers createCredentialOffer POST /api/v1/offers once
credentialOffers getCredentialOffer GET /api/v1/offers/:offerId
credentialOffers cancelCredentialOffer DELETE /api/v1/offers/:offerId
issuedCredentials issueCredential POST /api/v1/wallets/:address/credentials/issue once
issuedCredentials listIssuedCredentials GET /api/v1/credentials list:credentials
issuedCredentials getIssuedCredential GET /api/v1/credentials/:credentialId
issuedCredentials revokeCredential POST /api/v1/credentials/:credentialId/revoke once
issuedCredentials suspendCredential POST /api/v1/credentials/:credentialId/suspend once
issuedCredentials reinstateCredential POST /api/v1/credentials/:credentialId/reinstate once
issuedCredentials offerRunCredential POST /api/v1/credentials/:credentialId/offer once
issuedCredentials refreshCredential POST /api/v1/credentials/:credentialId/refresh once
credentialConfigurations listCredentialConfigurations GET /api/organizations/:orgId/credential-configurations
credentialConfigurations setCredentialConfigurations PUT /api/organizations/:orgId/credential-configurations
credentialIssuer getIssuerMetadata GET /credentials/:subdomain/.well-known/openid-credential-issuer public
credentialIssuer getIssuerServer GET /credentials/:subdomain/.well-known/oauth-authorization-server public
credentialIssuer getIssuerOfJwt GET /credentials/:subdomain/.well-known/jwt-vc-issuer public
credentialIssuer getIssuerKeys GET /credentials/:subdomain/jwks public
credentialIssuer getCredentialType GET /credentials/types/:scope/:name public
credentialIssuer readCredentialOffer GET /credentials/:subdomain/offers/:offerId public
credentialIssuer createCredentialToken POST /credentials/:subdomain/token public form
credentialIssuer createCredentialNonce POST /credentials/:subdomain/nonce public
credentialIssuer requestCredential POST /credentials/:subdomain/credential public once
credentialIssuer requestDeferredCredential POST /credentials/:subdomain/deferred public once
credentialIssuer notifyIssuer POST /credentials/:subdomain/notification public
walletAuthorizations pushAuthorizationRequest POST /credentials/:subdomain/par public form once
walletAuthorizations showAuthorizationPage GET /credentials/:subdomain/authorize public
walletAuthorizations readCredentialAuthorization POST /api/v1/credential-authorizations/read
walletAuthorizations answerCredentialAuthorization POST /api/v1/credential-authorizations/answer
credentialVerifier createPresentationRequest POST /api/v1/verifier/requests once
credentialVerifier getRequestObject GET /api/v1/verifier/requests/:requestId/request-object public
credentialVerifier postRequestObject POST /api/v1/verifier/requests/:requestId/request-object public
credentialVerifier answerPresentationRequest POST /api/v1/verifier/requests/:requestId/direct-post public form
credentialVerifier redeemResponseCode POST /api/v1/verifier/requests/:requestId/response-code
credentialVerifier getPresentationResult GET /api/v1/verifier/requests/:requestId/result
heldCredentials listHeldCredentials GET /api/v1/wallets/:address/credentials list:credentials
heldCredentials syncHeldCredentials GET /api/v1/wallets/:address/credentials/changes
heldCredentials listPendingCredentials GET /api/v1/wallets/:address/credentials/pending
heldCredentials deletePendingCredential DELETE /api/v1/wallets/:address/credentials/pending/:pendingId
heldCredentials getAutoAccept GET /api/v1/wallets/:address/credentials/auto-accept
heldCredentials setAutoAccept PUT /api/v1/wallets/:address/credentials/auto-accept
heldCredentials getHeldCredential GET /api/v1/wallets/:address/credentials/:credentialId
heldCredentials exportHeldCredential GET /api/v1/wallets/:address/credentials/:credentialId/export
heldCredentials matchHeldCredentials POST /api/v1/wallets/:address/credentials/match
heldCredentials storeHeldCredential POST /api/v1/wallets/:address/credentials/store once
heldCredentials receiveCredentials POST /api/v1/wallets/:address/credentials/receive once
heldCredentials setHeldCredentialStatus PATCH /api/v1/wallets/:address/credentials/:credentialId/status
heldCredentials deleteHeldCredential DELETE /api/v1/wallets/:address/credentials/:credentialId
credentialReceipts showReceiptPage GET /wallet/receive public
credentialReceipts getCredentialReceipt GET /api/v1/credential-receipts/:receiptId
credentialReceipts answerCredentialReceipt POST /api/v1/credential-receipts/answer once
presentations resolvePresentation POST /api/v1/presentations/resolve once
presentations requestPresentation POST /api/v1/presentations/request once
presentations getPresentationOutcome GET /api/v1/presentations/:presentationId/result
presentations submitPresentation POST /api/v1/presentations/:presentationId/submit
presentations listWaitingPresentations GET /api/v1/presentations
presentations listPresentationHistory GET /api/v1/presentations/history list:presentations
presentations getWaitingPresentation GET /api/v1/presentations/:presentationId
presentations previewPresentation POST /api/v1/presentations/:presentationId/preview
presentations acceptPresentation POST /api/v1/presentations/:presentationId/accept
presentations denyPresentation POST /api/v1/presentations/:presentationId/deny
statusLists listStatusLists GET /api/v1/credentials/status-lists public
statusLists getStatusList GET /api/v1/credentials/status-lists/:listId public
registers createRegister POST /api/registers once
registers initiateRegister POST /api/registers/initiate
registers finalizeRegister POST /api/registers/finalize once
registers listRegisters GET /api/registers list
registers countRegisters GET /api/registers/stats/count
registers getRegister GET /api/registers/:registerId
registers updateRegister PUT /api/registers/:registerId
registers deleteRegister DELETE /api/registers/:registerId
registers getGovernanceRoster GET /api/registers/:registerId/governance/roster
registers getRegisterPolicy GET /api/registers/:registerId/policy
transactions submitTransaction POST /api/registers/:registerId/transactions once
transactions submitBatch POST /api/v1/transactions/batch
transactions prepareTransaction POST /api/v1/transactions/prepare
transactions listTransactions GET /api/registers/:registerId/transactions list:transactions
transactions getTransaction GET /api/registers/:registerId/transactions/:txId
transactions getReceipt GET /api/registers/:registerId/transactions/:txId/receipt
transactions getEvidence GET /api/registers/:registerId/transactions/:txId/evidence
transactions getTransactionReaders GET /api/registers/:registerId/transactions/:txId/readers
transactions getInstanceEvidence GET /api/instances/:instanceId/evidence
transactions publishBlueprint POST /api/registers/:registerId/blueprints/publish once
transactions getLatestPublication GET /api/registers/:registerId/blueprints/:blueprintId/publications/latest
transactions getPublication GET /api/registers/:registerId/publications/:txId
blueprints listBlueprints GET /api/blueprints list:items
blueprints getBlueprintSchema GET /api/blueprint-schema
blueprints createBlueprint POST /api/blueprints once
blueprints getBlueprint GET /api/blueprints/:id
blueprints updateBlueprint PUT /api/blueprints/:id
blueprints deleteBlueprint DELETE /api/blueprints/:id
blueprints recoverBlueprint POST /api/blueprints/:id/recover
blueprints validateBlueprint POST /api/blueprints/:id/validate
blueprints publishDraft POST /api/blueprints/:id/publish once
blueprints listPublishOverrides GET /api/blueprints/:id/overrides
blueprints listVersions GET /api/blueprints/:id/versions list
blueprints getVersion GET /api/blueprints/:id/versions/:version
blueprints getDefinition GET /api/blueprints/:id/definitions/:publicationTxId
blueprints draftFromPublished POST /api/blueprints/from-published once
designing editBlueprint POST /api/blueprints/:id/edits
designing explainBlueprint GET /api/blueprint-schema/:part
designing executeRule POST /api/execution/rule
designing generateSchema POST /api/v1/schemas/generate
designing validateSchema POST /api/v1/schemas/validate
rehearsals startRehearsal POST /api/blueprints/:id/rehearsals once
rehearsals rehearseScenarios POST /api/blueprints/:id/rehearsals/scenarios
rehearsals listRehearsals GET /api/blueprints/:id/rehearsals
rehearsals getRehearsal GET /api/blueprints/:id/rehearsals/:rehearsalId
rehearsals discardRehearsal DELETE /api/blueprints/:id/rehearsals/:rehearsalId
rehearsals switchRehearsalRole POST /api/blueprints/:id/rehearsals/:rehearsalId/role
rehearsals submitRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/steps
rehearsals rejectRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/rejections
execution executeValidate POST /api/execution/validate
execution executeCalculate POST /api/execution/calculate
execution executeRoute POST /api/execution/route
execution executeDisclose POST /api/execution/disclose
instances createInstance POST /api/instances once
instances getInstance GET /api/instances/:instanceId
instances getInstanceDefinition GET /api/instances/:instanceId/definition
instances getInstanceState GET /api/instances/:instanceId/state
instances getNextActions GET /api/instances/:instanceId/next-actions
instances openInstanceParts POST /api/instances/:instanceId/openings
instances deliverInstance POST /api/instances/:instanceId/deliveries once
instances challengeInstance POST /api/instances/:instanceId/challenges once
instances objectInstance POST /api/instances/:instanceId/objections once
instances resolveInstance POST /api/instances/:instanceId/resolutions once
instances executeInstanceAction POST /api/instances/:instanceId/actions/:actionId/execute once
instances rejectInstanceAction POST /api/instances/:instanceId/actions/:actionId/reject once
instances claimRole POST /api/instances/:instanceId/actions/:actionId/claim once
instances releaseRole POST /api/instances/:instanceId/actions/:actionId/release once
instances confirmRun POST /api/instances/:instanceId/confirmations once
instances cancelInstance POST /api/instances/:instanceId/cancel once
actions listStartingActions GET /api/actions/:wallet/:register/blueprints
actions getAction GET /api/actions/:wallet/:register/:tx
actions submitAction POST /api/actions once
actions rejectAction POST /api/actions/reject once
gates prepareInstanceAction POST /api/instances/:instanceId/gates once
gates prepareAction POST /api/gates once
gates getPreparedAction GET /api/gates/:gateId
gates cancelPreparedAction DELETE /api/gates/:gateId
gates presentAtGate POST /api/gates/:gateId/present
gates requestAtGate POST /api/gates/:gateId/requests once
gates submitPreparedAction POST /api/gates/:gateId/submit once
inbox listPendingActions GET /api/actions/:wallet/:register list:items
inbox listMyWork GET /api/me/work list:items
inbox listSuspectRuns GET /api/actions/:wallet/:register/suspects list:items
inbox listRunsUnderIssuer GET /api/actions/:wallet/:register/issuers/:hash list:items
inbox listInstances GET /api/instances list:items
inbox listDisclosures GET /api/workflows/:instanceId/disclosures
inbox listActionDisclosures GET /api/workflows/:instanceId/actions/:actionId/disclosures
operations getOperation GET /api/operations/:operationId
operations listOperations GET /api/operations list:items
dockets listDockets GET /api/registers/:registerId/dockets list
dockets getDocket GET /api/registers/:registerId/dockets/:docketId
dockets listDocketTransactions GET /api/registers/:registerId/dockets/:docketId/transactions list
dockets getConsensus GET /api/registers/:registerId/consensus
dockets writeDocket POST /api/registers/:registerId/dockets once
summaries listDocketSummaries GET /api/registers/:registerId/docket-summaries list:dockets
summaries listTransactionSummaries GET /api/registers/:registerId/transaction-summaries list:transactions
find findByName GET /api/find
governance getGovernanceHistory GET /api/registers/:registerId/governance/history list:items
governance getRules GET /api/registers/:registerId/governance/rules
governance listProposals GET /api/registers/:registerId/governance/proposals list:items
governance listMyProposals GET /api/me/proposals list:items
governance getProposal GET /api/registers/:registerId/governance/proposals/:proposalId
governance getSigningRequest GET /api/registers/:registerId/governance/proposals/:proposalId/signing-request
governance propose POST /api/registers/:registerId/governance/propose once
governance approveProposal POST /api/registers/:registerId/governance/proposals/:proposalId/approve once
governance makeCandidacy POST /api/validators/:registerId/candidacy
governance makeReadiness POST /api/validators/:registerId/readiness
governance makeRulesSupport POST /api/validators/:registerId/rules-support
registerTrust getRegisterTrust GET /api/registers/:registerId/trust
registerTrust provePin GET /api/registers/:registerId/trust/proof
registerTrust comparePin GET /api/registers/:registerId/governance/proposals/:proposalId/trust
registerTrust pinTrustList POST /api/v1/trust/trustlists/:trustListId/pin once
participants listParticipants GET /api/registers/:registerId/participants list:items
participants getParticipant GET /api/registers/:registerId/participants/:participantId
participants getParticipantByAddress GET /api/registers/:registerId/participants/by-address/:address
participants getParticipantPublicKey GET /api/registers/:registerId/participants/by-address/:address/public-key
participants resolvePublicKeys POST /api/registers/:registerId/participants/resolve-public-keys
participants publishParticipant POST /api/organizations/:organizationId/participants/publish once
participants updateParticipant PUT /api/organizations/:organizationId/participants/:participantId
participants revokeParticipant DELETE /api/organizations/:organizationId/participants/:participantId
files uploadFileChunk POST /api/file-chunks once
files getFileUpload GET /api/file-chunks/:uploadId
files downloadActionFile GET /api/files/:wallet/:register/:tx/:fileId bytes
files downloadWalletFile GET /api/v1/wallets/:address/files/download bytes
odata getODataService GET /odata
odata getODataMetadata GET /odata/$metadata
odata getODataVocabulary GET /odata/vocabularies/:vocabulary public
odata queryOData GET /odata/:resource
odata queryODataMember GET /odata/:resource/:member
odata queryODataPart GET /odata/:resource/:member/:part
provenance listDocketProvenance GET /api/provenance/registers/:registerId
provenance checkDocketProvenance GET /api/provenance/registers/:registerId/dockets/:docketNumber
provenance getInstanceProvenance GET /api/provenance/instances/:instanceId list:steps
provenance getFieldProvenance GET /api/provenance/instances/:instanceId/fields
provenance verifyEvidence POST /api/evidence/verify
identifiers resolveDid GET /1.0/identifiers/:did public
identifiers dereferenceDid GET /1.0/identifiers/:did/:kind/:key public
identifiers getContext GET /contexts/blockchain/v1.jsonld public
identifiers getDidContext GET /contexts/did/v1.jsonld public
query queryWalletTransactions GET /api/query/wallets/:address/transactions list:items
query querySenderTransactions GET /api/query/senders/:address/transactions list:items
query queryBlueprintTransactions GET /api/query/blueprints/:blueprintId/transactions list:items
query querySuccessors GET /api/query/previous/:prevTxId/transactions list:items
query queryStats GET /api/query/stats
validators validateTransaction POST /api/v1/transactions/validate
validators getMemPool GET /api/v1/transactions/mempool/:registerId
validators getValidatorReceipt GET /api/v1/transactions/:registerId/:txId/receipt
validators startValidator POST /api/admin/validators/start
validators stopValidator POST /api/admin/validators/stop
validators getValidatorStatus GET /api/admin/validators/:registerId/status
validators processPool POST /api/admin/validators/:registerId/process
validators acceptAmnesia POST /api/admin/validators/:registerId/accept-amnesia
validators getClock GET /api/admin/clock
validators confirmClock POST /api/admin/clock/confirm
validators getMisbehaviour GET /api/registers/:registerId/misbehaviour
validators acceptFork POST /api/registers/:registerId/fork/accept
validators getMonitoring GET /api/admin/validators/monitoring
validators getValidatorConfig GET /api/admin/config
validators updateValidatorConfig PUT /api/admin/config
validation buildDocket POST /api/validation/dockets/build
validation validateDocket POST /api/validation/dockets/validate
validation addTransaction POST /api/validation/transactions/add
validation submitGenesis POST /api/validation/genesis once
validation listPending GET /api/validation/transactions/:registerId list:transactions
validation startValidation POST /api/admin/validation/start/:registerId
validation stopValidation POST /api/admin/validation/stop/:registerId
validation pauseValidation POST /api/admin/validation/pause/:registerId
validation resumeValidation POST /api/admin/validation/resume/:registerId
validation getValidationStatus GET /api/admin/validation/status list:validators
peers listPeers GET /api/peers public list
peers listPeerQuality GET /api/peers/quality public list
peers getPeerStats GET /api/peers/stats public
peers getPeerHealth GET /api/peers/health public
peers listConnectedPeers GET /api/peers/connected public
peers getPeer GET /api/peers/:peerId public
peers banPeer POST /api/peers/:peerId/ban
peers unbanPeer DELETE /api/peers/:peerId/ban
peers resetPeer POST /api/peers/:peerId/reset
peers getMeshStatus GET /api/mesh/status
replication listSubscriptions GET /api/registers/subscriptions public list
replication listRegisterCache GET /api/registers/cache public list
replication listAvailableRegisters GET /api/registers/available public list
replication subscribeRegister POST /api/registers/:registerId/subscribe once
replication unsubscribeRegister DELETE /api/registers/:registerId/subscribe
replication purgeRegisterCache DELETE /api/registers/:registerId/cache
replication advertiseRegister POST /api/registers/:registerId/advertise
replication bulkAdvertise POST /api/registers/bulk-advertise
replication getSyncHealth GET /health/sync public
templates listTemplates GET /api/templates list:items
templates getTemplate GET /api/templates/:templateId
templates listTemplateExamples GET /api/templates/:templateId/examples
templates createTemplate POST /api/templates once
templates deleteTemplate DELETE /api/templates/:templateId
templates evaluateTemplate POST /api/templates/evaluate
templates validateTemplate POST /api/templates/validate
schemas listSchemas GET /api/v1/schemas list:items
schemas listSystemSchemas GET /api/v1/schemas/system
schemas listSchemaSectors GET /api/v1/schemas/sectors
schemas listSchemaProviders GET /api/v1/schemas/providers
schemas createSchema POST /api/v1/schemas once
schemas getSchema GET /api/v1/schemas/:schemaId
schemas updateSchema PUT /api/v1/schemas/:schemaId
schemas deleteSchema DELETE /api/v1/schemas/:schemaId
schemas deprecateSchema POST /api/v1/schemas/:schemaId/deprecate
schemas activateSchema POST /api/v1/schemas/:schemaId/activate
schemas publishSchema POST /api/v1/schemas/:schemaId/publish
externalSchemas searchExternalSchemas GET /api/v1/schemas/external/search list:items
externalSchemas importSchema POST /api/v1/schemas/external/import once
externalSchemas getSchemaCatalogue GET /api/v1/schemas/external/catalogue
externalSchemas setSchemaCatalogue PUT /api/v1/schemas/external/catalogue
externalSchemas deleteSchemaCatalogue DELETE /api/v1/schemas/external/catalogue
trustLists importTrustList POST /api/v1/trust/trustlists/import once
trustLists listTrustLists GET /api/v1/trust/trustlists
trustLists getTrustList GET /api/v1/trust/trustlists/:trustListId
trustLists deleteTrustList DELETE /api/v1/trust/trustlists/:trustListId
trustLists refreshTrustList POST /api/v1/trust/trustlists/:trustListId/refresh
trustLists readTrustListAnchors GET /api/v1/trust/trustlists/:trustListId/anchors
organisationCertificates requestCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/csr
organisationCertificates importCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates/import once
organisationCertificates enrolCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/enrol once
organisationCertificates listCertificates GET /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates
organisationCertificates retireCertificate DELETE /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates/:certificateId
organisationCertificates readImportedChain GET /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/imported-cert-chain public
organisationCertificates readTrustAuthority GET /api/v1/trust/authority public
store backUpStore GET /api/admin/store/backup bytes
outgoing checkOutgoing POST /api/admin/outgoing/check
outgoing sendTestMail POST /api/admin/mail/test
metrics getMetrics GET /api/metrics
metrics getDocketMetrics GET /api/metrics/dockets
metrics getTransactionMetrics GET /api/metrics/transactions
metrics getConsensusMetrics GET /api/metrics/consensus
metrics getMetricSeries GET /api/metrics/series
metrics getMemPoolMetrics GET /api/metrics/mempool
health getAlive GET /alive public
health getReadiness GET /health public
health getFitness GET /ready public
health getHealth GET /api/health public
health getStats GET /api/stats public
health explainError GET /api/errors/:code public
health listLogLines GET /api/platform/logs
health getPrometheusMetrics GET /metrics
assistants getMcpManifest GET /.well-known/mcp.json public
assistants listMcpTools GET /api/mcp/tools public
documents listDocuments GET /api/documents public
documents getDocument GET /api/documents/:name public
documents searchDocuments GET /api/document-passages public
`;
