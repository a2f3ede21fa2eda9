// A row for each operation: group, id, method, address and marks, which calls.ts reads. Derived from
// api/groups/routes.ts: UPDATE_CALLS=1 with test/unit/api/client/calls.test.ts writes the rows anew.

export const ROWS = `
auth login POST /api/auth/login public gives:accessToken,refreshToken/requiresTwoFactor,loginToken
auth createToken POST /api/service-auth/token public form gives:access_token,token_type
auth refreshToken POST /api/auth/token/refresh public gives:accessToken,refreshToken
auth revokeToken POST /api/auth/token/revoke gives:success,message
auth logout POST /api/auth/logout gives:success,message
auth getMe GET /api/auth/me gives:userId,platformUserId
auth listMyOrganizations GET /api/auth/me/organizations gives:organizations
auth switchOrganization POST /api/auth/switch-org gives:accessToken,refreshToken
auth changePassword POST /api/auth/password/change gives:-
totp verifyTwoFactor POST /api/auth/verify-2fa public gives:accessToken,refreshToken
totp setUpTotp POST /api/totp/setup gives:secret,qrUri
totp verifyTotp POST /api/totp/verify gives:success,message
totp validateTotp POST /api/totp/validate public gives:accessToken,refreshToken
totp validateBackupCode POST /api/totp/backup-validate public gives:accessToken,refreshToken
totp disableTotp DELETE /api/totp gives:success,message
totp getTotpStatus GET /api/totp/status gives:isEnabled,verifiedAt
stepUp stepUp POST /api/auth/step-up gives:accessToken,refreshToken
stepUp beginStepUp POST /api/auth/step-up/options gives:transactionId,options
tokens introspectToken POST /api/auth/token/introspect gives:active
tokens revokeUserTokens POST /api/auth/token/revoke-user gives:success,message
tokens revokeOrganizationTokens POST /api/auth/token/revoke-organization gives:success,message
servicePrincipals createServicePrincipal POST /api/service-principals once gives:id,serviceName
servicePrincipals listServicePrincipals GET /api/service-principals list:servicePrincipals gives:servicePrincipals,totalCount
servicePrincipals getServicePrincipal GET /api/service-principals/:id gives:id,serviceName
servicePrincipals getServicePrincipalByClient GET /api/service-principals/by-client/:clientId gives:id,serviceName
servicePrincipals setServiceScopes PUT /api/service-principals/:id/scopes gives:id,serviceName
servicePrincipals suspendServicePrincipal POST /api/service-principals/:id/suspend gives:-
servicePrincipals reactivateServicePrincipal POST /api/service-principals/:id/reactivate gives:-
servicePrincipals rotateServicePrincipalSecret POST /api/service-principals/:id/rotate-secret gives:clientId,clientSecret
servicePrincipals deleteServicePrincipal DELETE /api/service-principals/:id gives:-
passkeys beginPasskeySignUp POST /api/auth/public/passkey/register/options public gives:transactionId,options
passkeys signUpWithPasskey POST /api/auth/public/passkey/register/verify public gives:accessToken,refreshToken
passkeys beginPasskey POST /api/passkey/register/options gives:transactionId,options
passkeys enrolPasskey POST /api/passkey/register/verify gives:id,displayName
passkeys listPasskeys GET /api/passkey/credentials gives:credentials,maxCredentials
passkeys revokePasskey DELETE /api/passkey/credentials/:id gives:-
passkeys beginPasskeySignIn POST /api/auth/passkey/assertion/options public gives:transactionId,options
passkeys signInWithPasskey POST /api/auth/passkey/assertion/verify public gives:accessToken,refreshToken
passkeys beginPasskeyFactor POST /api/auth/verify-passkey/options public gives:transactionId,options
passkeys showPasskey POST /api/auth/verify-passkey public gives:accessToken,refreshToken
registration register POST /api/auth/register public gives:success,userId
registration verifyEmail POST /api/auth/verify-email gives:success,message
registration resendVerification POST /api/auth/resend-verification gives:success,message
sessions listSessions GET /api/auth/sessions gives:sessions
sessions endSession DELETE /api/auth/sessions/:sessionId gives:-
sessions endAllSessions DELETE /api/auth/sessions gives:-
consoleSessions openConsoleSession POST /api/auth/console/session public gives:accessToken,tokenType
consoleSessions createConsoleLink POST /api/auth/console/links once gives:url,expiresAt
consoleSessions redeemConsoleLink POST /api/auth/console/redeem public gives:accessToken,tokenType
consoleSessions endConsoleSession POST /api/auth/console/end public gives:-
passwordResets forgotPassword POST /api/auth/password/forgot public gives:success,message
passwordResets resetPassword POST /api/auth/password/reset public gives:success,message
programSignIns grantProgram POST /api/auth/program/grant gives:code,expiresIn
programSignIns takeProgramSession POST /api/auth/program/token public gives:accessToken,refreshToken
programSignIns askForDeviceCode POST /api/auth/device-code public gives:deviceCode,userCode
programSignIns readDeviceCode POST /api/auth/device-code/read gives:program,address
programSignIns answerDeviceCode POST /api/auth/device-code/answer gives:success,message
programSignIns takeDeviceSession POST /api/auth/device-code/token public gives:accessToken,refreshToken/status,interval
authorizationServer getAuthorizationServer GET /.well-known/oauth-authorization-server public gives:{}
authorizationServer getOpenIdConfiguration GET /.well-known/openid-configuration public gives:{}
authorizationServer getApiResource GET /.well-known/oauth-protected-resource public gives:{}
authorizationServer getMcpResource GET /.well-known/oauth-protected-resource/mcp public gives:{}
authorizationServer showProgramPage GET /oauth/authorize public
authorizationServer pushProgramRequest POST /oauth/par public form once gives:request_uri,expires_in
authorizationServer registerProgram POST /oauth/register public gives:client_id,client_id_issued_at
authorizationServer createProgramToken POST /oauth/token public form gives:access_token,token_type
authorizationServer askForProgramCode POST /oauth/device public form gives:device_code,user_code
authorizationServer introspectProgramToken POST /oauth/introspect form gives:active
authorizationServer revokeProgramToken POST /oauth/revoke public form gives:{}
programRequests readProgramRequest POST /api/auth/program-requests/read gives:{}
programRequests answerProgramRequest POST /api/auth/program-requests/answer gives:location
programClients createProgramClient POST /api/programs once gives:clientId,name
programClients listProgramClients GET /api/programs gives:programs
programClients deleteProgramClient DELETE /api/programs/:clientId gives:-
programConsents listProgramConsents GET /api/auth/program-consents gives:consents
programConsents endProgramConsent DELETE /api/auth/program-consents/:consentId gives:-
standingGrants stateStandingGrant POST /api/auth/program-consents/:consentId/grants once gives:id,says
standingGrants endStandingGrant DELETE /api/auth/program-consents/:consentId/grants/:grantId gives:-
pages showSignInPage GET /login public
pages showEnrolPage GET /enrol public
pages showVerifyPage GET /verify-email public
pages showResetPage GET /reset-password public
pages getSignInOptions GET /api/auth/sign-in-options public gives:organizationName,tagline
organizations listOrganizations GET /api/organizations gives:organizations,totalCount
organizations getOrganization GET /api/organizations/:id gives:id,name
organizations updateOrganization PUT /api/organizations/:id gives:id,name
organizations deleteOrganization DELETE /api/organizations/:id gives:-
organizations getOrganizationStats GET /api/organizations/stats gives:totalOrganizations,activeOrganizations
organizations validateSubdomain GET /api/organizations/validate-subdomain/:subdomain public gives:subdomain,isValid
organizations getOrganizationBySubdomain GET /api/organizations/by-subdomain/:subdomain public gives:subdomain,isValid
organizations createOrganization POST /api/organizations once gives:id,name
organizations listPlatformOrganizations GET /api/platform/organizations list:items gives:items,totalCount
organizations setOrganizationStatus PUT /api/platform/organizations/:orgId/status gives:-
organizations setOrganizationQuotas PUT /api/platform/organizations/:orgId/quotas gives:registers,users
organizations listPlatformOrganizationUsers GET /api/platform/organizations/:orgId/users list:items gives:items,totalCount
organizationSettings getOrganizationSettings GET /api/organizations/:organizationId/settings gives:orgType,selfRegistrationEnabled
organizationSettings updateOrganizationSettings PUT /api/organizations/:organizationId/settings gives:orgType,selfRegistrationEnabled
organizationSettings getAuditRetention GET /api/organizations/:organizationId/audit/retention gives:retentionMonths
organizationSettings setAuditRetention PUT /api/organizations/:organizationId/audit/retention gives:retentionMonths
organizationSettings getOrganizationDashboard GET /api/organizations/:organizationId/dashboard gives:activeUserCount,suspendedUserCount
platform getPlatformSettings GET /api/platform/settings gives:founding,invitationDays
platform listNodeSettings GET /api/platform/node-settings gives:settings
platform updatePlatformSettings PUT /api/platform/settings gives:founding,invitationDays
platform bootstrapTenant POST /api/tenants/bootstrap gives:organizationId,organizationSubdomain
walletLinks getOrganizationParticipant GET /api/organizations/:organizationId/participants/:participantId gives:id,userId
walletLinks searchParticipants POST /api/participants/search gives:results,totalCount
walletLinks listWalletLinks GET /api/organizations/:organizationId/participants/:participantId/wallet-links gives:linkedWallets
walletLinks beginWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links gives:challengeId,challenge
walletLinks verifyWalletLink POST /api/organizations/:organizationId/participants/:participantId/wallet-links/:challengeId/verify gives:walletAddress,algorithm
walletLinks removeWalletLink DELETE /api/organizations/:organizationId/participants/:participantId/wallet-links/:walletAddress gives:-
users listUsers GET /api/organizations/:organizationId/users list:users gives:users,totalCount
users getUser GET /api/organizations/:organizationId/users/:userId gives:id,organizationId
users getUserSignIn GET /api/organizations/:organizationId/users/:userId/sign-in gives:secondFactors,isLocked
users updateUser PUT /api/organizations/:organizationId/users/:userId gives:id,organizationId
users setUserRole PUT /api/organizations/:organizationId/users/:userId/role gives:id,organizationId
users removeUser DELETE /api/organizations/:organizationId/users/:userId gives:-
users unlockUser POST /api/organizations/:organizationId/users/:userId/unlock gives:-
users suspendUser POST /api/organizations/:organizationId/users/:userId/suspend gives:-
users reactivateUser POST /api/organizations/:organizationId/users/:userId/reactivate gives:-
invitations inviteUser POST /api/organizations/:organizationId/users once gives:id,organizationId
invitations sendInvitation POST /api/organizations/:organizationId/invitations once gives:id,organizationId
invitations showInvitationPage GET /invitation public
invitations listInvitations GET /api/organizations/:organizationId/invitations list:invitations gives:invitations,totalCount
invitations revokeInvitation POST /api/organizations/:organizationId/invitations/:invitationId/revoke gives:-
invitations readInvitation POST /api/invitations/read public gives:organizationName,organizationSubdomain
invitations acceptInvitation POST /api/invitations/accept gives:id,organizationId
invitations registerInvited POST /api/invitations/register public once gives:id,organizationId
invitations declineInvitation POST /api/invitations/decline public gives:-
identityProviders getIdentityProvider GET /api/organizations/:orgId/idp gives:providerPreset,id
identityProviders setIdentityProvider PUT /api/organizations/:orgId/idp gives:providerPreset,id
identityProviders deleteIdentityProvider DELETE /api/organizations/:orgId/idp gives:-
identityProviders discoverIssuer POST /api/organizations/:orgId/idp/discover gives:issuer,authorizationEndpoint
identityProviders testIdentityProvider POST /api/organizations/:orgId/idp/test gives:success,message
identityProviders switchIdentityProvider POST /api/organizations/:orgId/idp/toggle gives:enabled
identityProviders listSocialProviders GET /api/organizations/:orgId/social-providers gives:providers
identityProviders setSocialProvider PUT /api/organizations/:orgId/social-providers/:provider gives:provider,id
identityProviders deleteSocialProvider DELETE /api/organizations/:orgId/social-providers/:provider gives:-
webhooks createWebhook POST /api/organizations/:organizationId/webhooks once gives:id,url
webhooks listWebhooks GET /api/organizations/:organizationId/webhooks gives:webhooks
webhooks getWebhook GET /api/organizations/:organizationId/webhooks/:webhookId gives:id,url
webhooks updateWebhook PATCH /api/organizations/:organizationId/webhooks/:webhookId gives:id,url
webhooks deleteWebhook DELETE /api/organizations/:organizationId/webhooks/:webhookId gives:-
webhooks verifyWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/verify gives:at,milliseconds
webhooks testWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/test gives:at,milliseconds
webhooks suspendWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/suspend gives:id,url
webhooks resumeWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/resume gives:id,url
webhooks rotateWebhookSecret POST /api/organizations/:organizationId/webhooks/:webhookId/rotate-secret gives:secret,previousUntil
webhooks listWebhookDeliveries GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries list:deliveries gives:deliveries
webhooks getWebhookDelivery GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId gives:id,event
webhooks redeliverWebhook POST /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver once gives:id,event
webhooks redeliverDeadWebhooks POST /api/organizations/:organizationId/webhooks/:webhookId/redeliver-dead once gives:count
federation beginOidcSignIn POST /api/auth/oidc/initiate public gives:authorizationUrl,state
federation endOidcSignIn GET /api/auth/callback/:orgSubdomain public gives:success,accessToken/success,requiresTwoFactor/success,linked/-
federation relaySignIn POST /api/auth/callback/:orgSubdomain public form gives:-
federation redeemSignIn POST /api/auth/oidc/redeem public gives:success,accessToken/success,requiresTwoFactor/success,linked
federation completeProfile POST /api/auth/oidc/complete-profile gives:displayName,email
federation beginSocialSignIn POST /api/auth/social/initiate public gives:authorizationUrl,state
federation endSocialSignIn POST /api/auth/social/callback public gives:success,accessToken/success,requiresTwoFactor/success,linked
federation listSocialProviderNames GET /api/auth/social/providers public gives:providers
federation beginPublicSocialSignIn POST /api/auth/public/social/initiate public gives:authorizationUrl,state
federation endPublicSocialSignIn POST /api/auth/public/social/callback public gives:success,accessToken/success,requiresTwoFactor/success,linked
federation listIdentities GET /api/auth/identities gives:identities
federation linkIdentity POST /api/auth/identities/link gives:authorizationUrl,state
federation unlinkIdentity DELETE /api/auth/identities/:identityId gives:-
devices listDevices GET /api/v1/me/devices gives:devices
devices hasAnyDevice GET /api/v1/me/devices/has-any gives:hasAnyDevice,latestEnrolledAt
devices renewDeviceCredential POST /api/v1/me/devices/:deviceId/credential gives:credential,delegationExpiresAt
devices revokeDevice DELETE /api/v1/me/devices/:deviceId gives:-
enrolment createEnrolSession POST /api/auth/enrol-session gives:sessionToken,qrUrl
enrolment redeemEnrolSession POST /api/auth/enrol-session/redeem public gives:accessToken,expiresIn
enrolment createShortCode POST /api/auth/enrol-session/short-code gives:code,expiresAt
enrolment redeemShortCode POST /api/auth/enrol-session/redeem-short-code public gives:accessToken,expiresIn
enrolment sendPairingMail POST /api/auth/pairing-resumption-email once gives:-
enrolment redeemPairingLink GET /api/auth/pairing-resumption/redeem public
personalInbox listInboxEntries GET /api/me/inbox list:items gives:items,totalCount
personalInbox countUnreadEntries GET /api/me/inbox/unread-count gives:unreadCount,byCategory
personalInbox getInboxEntry GET /api/me/inbox/:entryId gives:entryId,category
personalInbox markEntryRead POST /api/me/inbox/:entryId/read gives:-
personalInbox dismissEntry POST /api/me/inbox/:entryId/dismiss gives:-
personalInbox markAllEntriesRead POST /api/me/inbox/mark-all-read gives:markedCount
preferences getPreferences GET /api/preferences gives:theme,language
preferences putPreferences PUT /api/preferences gives:theme,language
preferences getDefaultWallet GET /api/preferences/default-wallet gives:defaultWalletAddress
preferences putDefaultWallet PUT /api/preferences/default-wallet gives:defaultWalletAddress
preferences deleteDefaultWallet DELETE /api/preferences/default-wallet gives:-
audit listAuditEvents GET /api/organizations/:organizationId/audit gives:items,next
audit listPlatformAuditEvents GET /api/platform/audit gives:items,next
wallets createWallet POST /api/wallets once gives:id,walletAddress
wallets createHdWallet POST /api/v1/wallets once gives:wallet,mnemonicWords
wallets recoverWallet POST /api/v1/wallets/recover gives:id,address
wallets listWallets GET /api/v1/wallets gives:[]
wallets getWallet GET /api/v1/wallets/:address gives:id,address
wallets updateWallet PATCH /api/v1/wallets/:address gives:id,address
wallets deleteWallet DELETE /api/v1/wallets/:address gives:-
wallets generateWalletAddress POST /api/v1/wallets/:address/addresses gives:{}
wallets signWithWallet POST /api/wallets/:id/sign gives:signature,algorithm
wallets signWithAddress POST /api/v1/wallets/:address/sign gives:signature,algorithm
wallets encryptWithWallet POST /api/wallets/:id/encrypt gives:encryptedData,recipientWalletId
wallets decryptWithWallet POST /api/wallets/:id/decrypt gives:data,timestamp
wallets encryptWithAddress POST /api/v1/wallets/:address/encrypt gives:encryptedPayload,recipientAddress
wallets decryptWithAddress POST /api/v1/wallets/:address/decrypt gives:decryptedPayload,decryptedBy
wallets verifyWalletSignature POST /api/v1/wallets/verify gives:isValid
organisationKeys createOrganizationMasterKey POST /api/wallets/org/:orgId/master-key once gives:orgId,mnemonic
organisationKeys deriveOrganizationKey POST /api/wallets/org/:orgId/derive-key gives:derivedKeyId,walletAddress
organisationKeys rotateOrganizationKey POST /api/wallets/org/:orgId/keys/:derivedKeyId/rotate gives:newDerivedKeyId,previousKeyId
organisationKeys revokeOrganizationKey DELETE /api/wallets/org/:orgId/keys/:derivedKeyId gives:derivedKeyId,status
citizenWallet getPendingApplications GET /api/v1/wallet/pending-applications gives:notice
citizenWallet setPendingApplication PUT /api/v1/wallet/pending-applications gives:notice
citizenWallet clearPendingApplications DELETE /api/v1/wallet/pending-applications gives:-
citizenWallet getHolderKeys GET /api/v1/wallet/holder-keys gives:holderJwk,encryptionPublicKey
citizenWallet signKeyBinding POST /api/v1/wallet/presentations/sign-kb gives:signature,algorithm
citizenWallet listPresentations GET /api/v1/wallet/presentations/history list:presentations gives:presentations,totalCount
citizenWallet addPresentation POST /api/v1/wallet/presentations/history once gives:id,requestingParty
citizenWallet clearPresentations DELETE /api/v1/wallet/presentations/history gives:-
accessGrants grantWalletAccess POST /api/v1/wallets/:address/access once gives:id,subject
accessGrants listWalletAccess GET /api/v1/wallets/:address/access gives:[]
accessGrants revokeWalletAccess DELETE /api/v1/wallets/:address/access/:subject gives:-
accessGrants checkWalletAccess GET /api/v1/wallets/:address/access/:subject/check gives:walletAddress,subject
credentialOffers createCredentialOffer POST /api/v1/offers once gives:offerId,credentialType
credentialOffers getCredentialOffer GET /api/v1/offers/:offerId gives:offerId,credentialType
credentialOffers cancelCredentialOffer DELETE /api/v1/offers/:offerId gives:-
issuedCredentials issueCredential POST /api/v1/wallets/:address/credentials/issue once gives:credentialId,type
issuedCredentials listIssuedCredentials GET /api/v1/credentials list:credentials gives:credentials
issuedCredentials listAvailableCredentials GET /api/v1/credentials/available list:credentials gives:credentials
issuedCredentials listOffersByName GET /api/v1/credentials/offered gives:offers
issuedCredentials getIssuedCredential GET /api/v1/credentials/:credentialId gives:id,credentialType
issuedCredentials revokeCredential POST /api/v1/credentials/:credentialId/revoke once gives:id,credentialType/transactionId,instanceId
issuedCredentials suspendCredential POST /api/v1/credentials/:credentialId/suspend once gives:id,credentialType/transactionId,instanceId
issuedCredentials reinstateCredential POST /api/v1/credentials/:credentialId/reinstate once gives:id,credentialType/transactionId,instanceId
issuedCredentials offerRunCredential POST /api/v1/credentials/:credentialId/offer once gives:offerId,credentialType
issuedCredentials refreshCredential POST /api/v1/credentials/:credentialId/refresh once gives:offerId,credentialType/id,credentialType
credentialConfigurations listCredentialConfigurations GET /api/organizations/:orgId/credential-configurations gives:configurations,keys
credentialConfigurations setCredentialConfigurations PUT /api/organizations/:orgId/credential-configurations gives:configurations,keys
credentialIssuer getIssuerMetadata GET /credentials/:subdomain/.well-known/openid-credential-issuer public
credentialIssuer getIssuerServer GET /credentials/:subdomain/.well-known/oauth-authorization-server public gives:{}
credentialIssuer getIssuerOfJwt GET /credentials/:subdomain/.well-known/jwt-vc-issuer public gives:{}
credentialIssuer getIssuerKeys GET /credentials/:subdomain/jwks public gives:{}
credentialIssuer getCredentialType GET /credentials/types/:scope/:name public gives:{}
credentialIssuer readCredentialOffer GET /credentials/:subdomain/offers/:offerId public gives:{}
credentialIssuer createCredentialToken POST /credentials/:subdomain/token public form gives:access_token,token_type
credentialIssuer createCredentialNonce POST /credentials/:subdomain/nonce public gives:c_nonce
credentialIssuer requestCredential POST /credentials/:subdomain/credential public once gives:{}/transaction_id,interval
credentialIssuer requestDeferredCredential POST /credentials/:subdomain/deferred public once gives:{}/transaction_id,interval
credentialIssuer notifyIssuer POST /credentials/:subdomain/notification public gives:-
walletAuthorizations pushAuthorizationRequest POST /credentials/:subdomain/par public form once gives:request_uri,expires_in
walletAuthorizations showAuthorizationPage GET /credentials/:subdomain/authorize public
walletAuthorizations readCredentialAuthorization POST /api/v1/credential-authorizations/read gives:issuerName,credentialType
walletAuthorizations answerCredentialAuthorization POST /api/v1/credential-authorizations/answer gives:location
credentialVerifier createPresentationRequest POST /api/v1/verifier/requests once gives:requestId,state
credentialVerifier getRequestObject GET /api/v1/verifier/requests/:requestId/request-object public
credentialVerifier postRequestObject POST /api/v1/verifier/requests/:requestId/request-object public
credentialVerifier answerPresentationRequest POST /api/v1/verifier/requests/:requestId/direct-post public form gives:{}
credentialVerifier redeemResponseCode POST /api/v1/verifier/requests/:requestId/response-code gives:requestId,state
credentialVerifier getPresentationResult GET /api/v1/verifier/requests/:requestId/result gives:requestId,state
heldCredentials listHeldCredentials GET /api/v1/wallets/:address/credentials list:credentials gives:credentials
heldCredentials syncHeldCredentials GET /api/v1/wallets/:address/credentials/changes gives:changed,removed
heldCredentials listPendingCredentials GET /api/v1/wallets/:address/credentials/pending gives:pending
heldCredentials deletePendingCredential DELETE /api/v1/wallets/:address/credentials/pending/:pendingId gives:-
heldCredentials getAutoAccept GET /api/v1/wallets/:address/credentials/auto-accept gives:issuers
heldCredentials setAutoAccept PUT /api/v1/wallets/:address/credentials/auto-accept gives:issuers
heldCredentials getHeldCredential GET /api/v1/wallets/:address/credentials/:credentialId gives:credentialId,walletAddress
heldCredentials exportHeldCredential GET /api/v1/wallets/:address/credentials/:credentialId/export gives:credentialId,walletAddress
heldCredentials matchHeldCredentials POST /api/v1/wallets/:address/credentials/match gives:satisfied,queries
heldCredentials storeHeldCredential POST /api/v1/wallets/:address/credentials/store once gives:credentialId,walletAddress
heldCredentials receiveCredentials POST /api/v1/wallets/:address/credentials/receive once gives:issuer,credentials/credentials
heldCredentials setHeldCredentialStatus PATCH /api/v1/wallets/:address/credentials/:credentialId/status gives:credentialId,walletAddress
heldCredentials deleteHeldCredential DELETE /api/v1/wallets/:address/credentials/:credentialId gives:-
credentialReceipts showReceiptPage GET /wallet/receive public
credentialReceipts getCredentialReceipt GET /api/v1/credential-receipts/:receiptId gives:receiptId,walletAddress
credentialReceipts answerCredentialReceipt POST /api/v1/credential-receipts/answer once gives:credentials
presentations resolvePresentation POST /api/v1/presentations/resolve once gives:presentationId,walletAddress
presentations requestPresentation POST /api/v1/presentations/request once gives:requestId,nonce
presentations getPresentationOutcome GET /api/v1/presentations/:presentationId/result gives:requestId,state
presentations submitPresentation POST /api/v1/presentations/:presentationId/submit gives:outcome
presentations listWaitingPresentations GET /api/v1/presentations gives:presentations
presentations listPresentationHistory GET /api/v1/presentations/history list:presentations gives:presentations,totalCount
presentations getWaitingPresentation GET /api/v1/presentations/:presentationId gives:presentationId,walletAddress
presentations previewPresentation POST /api/v1/presentations/:presentationId/preview gives:shown
presentations acceptPresentation POST /api/v1/presentations/:presentationId/accept gives:outcome
presentations denyPresentation POST /api/v1/presentations/:presentationId/deny gives:outcome
statusLists listStatusLists GET /api/v1/credentials/status-lists public gives:status_lists
statusLists getStatusList GET /api/v1/credentials/status-lists/:listId public
registers createRegister POST /api/registers once gives:registerId,status
registers initiateRegister POST /api/registers/initiate gives:registerId,attestationsToSign
registers finalizeRegister POST /api/registers/finalize once gives:registerId,status
registers listRegisters GET /api/registers list gives:[]
registers countRegisters GET /api/registers/stats/count gives:count
registers getRegister GET /api/registers/:registerId gives:id,name
registers updateRegister PUT /api/registers/:registerId gives:id,name
registers deleteRegister DELETE /api/registers/:registerId gives:-
registers getGovernanceRoster GET /api/registers/:registerId/governance/roster gives:registerId,members
registers getRegisterPolicy GET /api/registers/:registerId/policy gives:registerId,policy
transactions submitTransaction POST /api/registers/:registerId/transactions once gives:transactionId,registerId
transactions submitBatch POST /api/v1/transactions/batch gives:results
transactions prepareTransaction POST /api/v1/transactions/prepare gives:transactionId,payloadHash
transactions listTransactions GET /api/registers/:registerId/transactions list:transactions gives:page,pageSize
transactions getTransaction GET /api/registers/:registerId/transactions/:txId gives:@id,registerId
transactions getReceipt GET /api/registers/:registerId/transactions/:txId/receipt gives:transactionId,registerId
transactions getEvidence GET /api/registers/:registerId/transactions/:txId/evidence gives:{}
transactions getTransactionReaders GET /api/registers/:registerId/transactions/:txId/readers gives:transactionId,isPublic
transactions getInstanceEvidence GET /api/instances/:instanceId/evidence gives:{}
transactions publishBlueprint POST /api/registers/:registerId/blueprints/publish once gives:blueprintId,registerId
transactions getLatestPublication GET /api/registers/:registerId/blueprints/:blueprintId/publications/latest gives:registerId,blueprintId
transactions getPublication GET /api/registers/:registerId/publications/:txId gives:registerId,blueprintId
blueprints listBlueprints GET /api/blueprints list:items gives:items,page
blueprints getBlueprintSchema GET /api/blueprint-schema gives:{}
blueprints createBlueprint POST /api/blueprints once gives:id,title
blueprints getBlueprint GET /api/blueprints/:id gives:id,title
blueprints updateBlueprint PUT /api/blueprints/:id gives:id,title
blueprints deleteBlueprint DELETE /api/blueprints/:id gives:-
blueprints recoverBlueprint POST /api/blueprints/:id/recover gives:id,title
blueprints validateBlueprint POST /api/blueprints/:id/validate gives:blueprintId,title
blueprints publishDraft POST /api/blueprints/:id/publish once gives:blueprintId,registerId
blueprints listPublishOverrides GET /api/blueprints/:id/overrides gives:[]
blueprints listVersions GET /api/blueprints/:id/versions list gives:[]
blueprints getVersion GET /api/blueprints/:id/versions/:version gives:blueprintId,version
blueprints getDefinition GET /api/blueprints/:id/definitions/:publicationTxId gives:blueprintId,version
blueprints draftFromPublished POST /api/blueprints/from-published once gives:draftBlueprintId,sourcePublicationTxId
designing editBlueprint POST /api/blueprints/:id/edits gives:id,version
designing explainBlueprint GET /api/blueprint-schema/:part gives:part,kind
designing executeRule POST /api/execution/rule gives:value
designing generateSchema POST /api/v1/schemas/generate gives:schema
designing validateSchema POST /api/v1/schemas/validate gives:isValid,errors
rehearsals startRehearsal POST /api/blueprints/:id/rehearsals once gives:rehearsalId,blueprintId
rehearsals rehearseScenarios POST /api/blueprints/:id/rehearsals/scenarios gives:passed,reason
rehearsals listRehearsals GET /api/blueprints/:id/rehearsals gives:[]
rehearsals getRehearsal GET /api/blueprints/:id/rehearsals/:rehearsalId gives:rehearsalId,blueprintId
rehearsals discardRehearsal DELETE /api/blueprints/:id/rehearsals/:rehearsalId gives:-
rehearsals switchRehearsalRole POST /api/blueprints/:id/rehearsals/:rehearsalId/role gives:rehearsalId,blueprintId
rehearsals submitRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/steps gives:rehearsalId,blueprintId
rehearsals rejectRehearsalStep POST /api/blueprints/:id/rehearsals/:rehearsalId/rejections gives:rehearsalId,blueprintId
execution executeValidate POST /api/execution/validate gives:isValid,errors
execution executeCalculate POST /api/execution/calculate gives:processedData,calculatedFields
execution executeRoute POST /api/execution/route gives:nextActionId,nextParticipantId
execution executeDisclose POST /api/execution/disclose gives:disclosures
instances createInstance POST /api/instances once gives:id,registerId
instances getInstance GET /api/instances/:instanceId gives:id,registerId
instances getInstanceDefinition GET /api/instances/:instanceId/definition gives:instanceId,blueprintId
instances getInstanceState GET /api/instances/:instanceId/state gives:instanceId,actionCount
instances getNextActions GET /api/instances/:instanceId/next-actions gives:instanceId,state
instances openInstanceParts POST /api/instances/:instanceId/openings gives:{}
instances deliverInstance POST /api/instances/:instanceId/deliveries once gives:instanceId,deliveries
instances challengeInstance POST /api/instances/:instanceId/challenges once gives:transactionId,instanceId
instances objectInstance POST /api/instances/:instanceId/objections once gives:instanceId,ground
instances resolveInstance POST /api/instances/:instanceId/resolutions once gives:instanceId,objectionTransactionId
instances executeInstanceAction POST /api/instances/:instanceId/actions/:actionId/execute once gives:transactionId,transactionHash/instanceId,status
instances rejectInstanceAction POST /api/instances/:instanceId/actions/:actionId/reject once gives:transactionId,instanceId
instances claimRole POST /api/instances/:instanceId/actions/:actionId/claim once gives:transactionId,transactionHash
instances releaseRole POST /api/instances/:instanceId/actions/:actionId/release once gives:transactionId,transactionHash
instances confirmRun POST /api/instances/:instanceId/confirmations once gives:transactionId,instanceId
instances cancelInstance POST /api/instances/:instanceId/cancel once gives:instanceId,status
actions listStartingActions GET /api/actions/:wallet/:register/blueprints gives:walletAddress,registerAddress
actions getAction GET /api/actions/:wallet/:register/:tx gives:transactionHash,blueprintId
actions submitAction POST /api/actions once gives:transactionId,transactionHash/instanceId,status
actions rejectAction POST /api/actions/reject once gives:transactionId,instanceId
gates prepareInstanceAction POST /api/instances/:instanceId/gates once gives:gateId,expiresAt
gates prepareAction POST /api/gates once gives:gateId,expiresAt
gates getPreparedAction GET /api/gates/:gateId gives:gateId,expiresAt
gates cancelPreparedAction DELETE /api/gates/:gateId gives:-
gates presentAtGate POST /api/gates/:gateId/present gives:gateId,expiresAt
gates requestAtGate POST /api/gates/:gateId/requests once gives:requestId,state
gates submitPreparedAction POST /api/gates/:gateId/submit once gives:transactionId,transactionHash/instanceId,status
inbox listPendingActions GET /api/actions/:wallet/:register list:items gives:items,page
inbox listMyWork GET /api/me/work list:items gives:items,page
inbox listSuspectRuns GET /api/actions/:wallet/:register/suspects list:items gives:items,page
inbox listRunsUnderIssuer GET /api/actions/:wallet/:register/issuers/:hash list:items gives:items,page
inbox listInstances GET /api/instances list:items gives:items,page
inbox listDisclosures GET /api/workflows/:instanceId/disclosures gives:instanceId,actionId
inbox listActionDisclosures GET /api/workflows/:instanceId/actions/:actionId/disclosures gives:instanceId,actionId
operations getOperation GET /api/operations/:operationId gives:operationId,status
operations listOperations GET /api/operations list:items gives:items,page
dockets listDockets GET /api/registers/:registerId/dockets list gives:[]
dockets getDocket GET /api/registers/:registerId/dockets/:docketId gives:registerId,id
dockets listDocketTransactions GET /api/registers/:registerId/dockets/:docketId/transactions list gives:[]
dockets getConsensus GET /api/registers/:registerId/consensus gives:registerId,height
dockets writeDocket POST /api/registers/:registerId/dockets once gives:registerId,docketNumber
summaries listDocketSummaries GET /api/registers/:registerId/docket-summaries list:dockets gives:dockets,total
summaries listTransactionSummaries GET /api/registers/:registerId/transaction-summaries list:transactions gives:transactions
find findByName GET /api/find gives:found,isWhole
governance getGovernanceHistory GET /api/registers/:registerId/governance/history list:items gives:items,totalCount
governance getRules GET /api/registers/:registerId/governance/rules gives:registerId,rules
governance listProposals GET /api/registers/:registerId/governance/proposals list:items gives:items,totalCount
governance listMyProposals GET /api/me/proposals list:items gives:items,totalCount
governance getProposal GET /api/registers/:registerId/governance/proposals/:proposalId gives:proposalId,registerId
governance getSigningRequest GET /api/registers/:registerId/governance/proposals/:proposalId/signing-request gives:requestId,registerId
governance propose POST /api/registers/:registerId/governance/propose once gives:state,proposalId
governance approveProposal POST /api/registers/:registerId/governance/proposals/:proposalId/approve once gives:state,proposalId
governance makeCandidacy POST /api/validators/:registerId/candidacy gives:validator,genesisHash
governance makeReadiness POST /api/validators/:registerId/readiness gives:registerId,height
governance makeRulesSupport POST /api/validators/:registerId/rules-support gives:consensusKey,rules
registerTrust getRegisterTrust GET /api/registers/:registerId/trust gives:registerId,asOf
registerTrust provePin GET /api/registers/:registerId/trust/proof gives:registerId,asOf
registerTrust comparePin GET /api/registers/:registerId/governance/proposals/:proposalId/trust gives:listId,kind
registerTrust pinTrustList POST /api/v1/trust/trustlists/:trustListId/pin once gives:state,proposalId
participants listParticipants GET /api/registers/:registerId/participants list:items gives:items,skip
participants getParticipant GET /api/registers/:registerId/participants/:participantId gives:latest,history
participants getParticipantByAddress GET /api/registers/:registerId/participants/by-address/:address gives:registerId,participantId
participants getParticipantPublicKey GET /api/registers/:registerId/participants/by-address/:address/public-key gives:walletAddress,participantId
participants resolvePublicKeys POST /api/registers/:registerId/participants/resolve-public-keys gives:resolved,notFound
participants publishParticipant POST /api/organizations/:organizationId/participants/publish once gives:transactionId,participantId
participants updateParticipant PUT /api/organizations/:organizationId/participants/:participantId gives:transactionId,participantId
participants revokeParticipant DELETE /api/organizations/:organizationId/participants/:participantId gives:transactionId,participantId
files uploadFileChunk POST /api/file-chunks once gives:uploadId,totalChunks
files getFileUpload GET /api/file-chunks/:uploadId gives:uploadId,totalChunks
files downloadActionFile GET /api/files/:wallet/:register/:tx/:fileId bytes
files downloadWalletFile GET /api/v1/wallets/:address/files/download bytes
odata getODataService GET /odata
odata getODataMetadata GET /odata/$metadata
odata getODataVocabulary GET /odata/vocabularies/:vocabulary public
odata queryOData GET /odata/:resource
odata queryODataMember GET /odata/:resource/:member
odata queryODataPart GET /odata/:resource/:member/:part
provenance listDocketProvenance GET /api/provenance/registers/:registerId gives:registerId,dockets
provenance checkDocketProvenance GET /api/provenance/registers/:registerId/dockets/:docketNumber gives:registerId,docketNumber
provenance getInstanceProvenance GET /api/provenance/instances/:instanceId list:steps gives:instanceId,registerId
provenance getFieldProvenance GET /api/provenance/instances/:instanceId/fields gives:instanceId,registerId
provenance verifyEvidence POST /api/evidence/verify gives:verdict,facts
identifiers resolveDid GET /1.0/identifiers/:did
identifiers dereferenceDid GET /1.0/identifiers/:did/:kind/:key
identifiers getContext GET /contexts/blockchain/v1.jsonld public
identifiers getDidContext GET /contexts/did/v1.jsonld public
query queryWalletTransactions GET /api/query/wallets/:address/transactions list:items gives:items,page
query querySenderTransactions GET /api/query/senders/:address/transactions list:items gives:items,page
query queryBlueprintTransactions GET /api/query/blueprints/:blueprintId/transactions list:items gives:items,page
query querySuccessors GET /api/query/previous/:prevTxId/transactions list:items gives:items,page
query queryStats GET /api/query/stats gives:registerId,totalTransactions
validators validateTransaction POST /api/v1/transactions/validate gives:isValid,added
validators getMemPool GET /api/v1/transactions/mempool/:registerId gives:registerId,totalTransactions
validators getValidatorReceipt GET /api/v1/transactions/:registerId/:txId/receipt gives:transactionId,registerId
validators startValidator POST /api/admin/validators/start gives:registerId,status
validators stopValidator POST /api/admin/validators/stop gives:registerId,status
validators getValidatorStatus GET /api/admin/validators/:registerId/status gives:registerId,isActive
validators processPool POST /api/admin/validators/:registerId/process gives:registerId,transactionCount
validators acceptAmnesia POST /api/admin/validators/:registerId/accept-amnesia gives:registerId,isActive
validators getClock GET /api/admin/clock gives:time,believed
validators confirmClock POST /api/admin/clock/confirm gives:time,believed
validators getMisbehaviour GET /api/registers/:registerId/misbehaviour gives:registerId,sealed
validators acceptFork POST /api/registers/:registerId/fork/accept gives:registerId,sealed
validators getMonitoring GET /api/admin/validators/monitoring gives:registerIds,count
validators getValidatorConfig GET /api/admin/config gives:memPool,docketBuild
validators updateValidatorConfig PUT /api/admin/config gives:memPool,docketBuild
validation buildDocket POST /api/validation/dockets/build gives:registerId,transactionCount
validation validateDocket POST /api/validation/dockets/validate gives:isValid,docketHash
validation addTransaction POST /api/validation/transactions/add gives:isValid,added
validation submitGenesis POST /api/validation/genesis once gives:registerId,status
validation listPending GET /api/validation/transactions/:registerId list:transactions gives:registerId,page
validation startValidation POST /api/admin/validation/start/:registerId gives:registerId,isActive
validation stopValidation POST /api/admin/validation/stop/:registerId gives:registerId,isActive
validation pauseValidation POST /api/admin/validation/pause/:registerId gives:registerId,isActive
validation resumeValidation POST /api/admin/validation/resume/:registerId gives:registerId,isActive
validation getValidationStatus GET /api/admin/validation/status list:validators gives:validators,count
peers listPeers GET /api/peers list gives:[]
peers listPeerQuality GET /api/peers/quality public list gives:[]
peers getPeerStats GET /api/peers/stats public gives:timestamp,peerStats
peers getPeerHealth GET /api/peers/health public gives:totalPeers,healthyPeers
peers listConnectedPeers GET /api/peers/connected gives:connectedPeerCount
peers getPeer GET /api/peers/:peerId gives:peerId,orgId
peers banPeer POST /api/peers/:peerId/ban gives:peerId,isBanned
peers unbanPeer DELETE /api/peers/:peerId/ban gives:peerId,isBanned
peers resetPeer POST /api/peers/:peerId/reset gives:peerId,failureCount
peers getMeshStatus GET /api/mesh/status gives:isOn,peerId
replication listSubscriptions GET /api/registers/subscriptions list gives:[]
replication listRegisterCache GET /api/registers/cache list gives:[]
replication listAvailableRegisters GET /api/registers/available list gives:[]
replication subscribeRegister POST /api/registers/:registerId/subscribe once gives:registerId,mode
replication unsubscribeRegister DELETE /api/registers/:registerId/subscribe gives:registerId,unsubscribed
replication purgeRegisterCache DELETE /api/registers/:registerId/cache gives:registerId,purged
replication advertiseRegister POST /api/registers/:registerId/advertise gives:registerId,isPublic
replication bulkAdvertise POST /api/registers/bulk-advertise gives:processed,added
replication getSyncHealth GET /health/sync gives:status,registers
templates listTemplates GET /api/templates list:items gives:items,totalCount
templates getTemplate GET /api/templates/:templateId gives:id,title
templates listTemplateExamples GET /api/templates/:templateId/examples gives:templateId,examples
templates createTemplate POST /api/templates once gives:id,title
templates deleteTemplate DELETE /api/templates/:templateId gives:-
templates evaluateTemplate POST /api/templates/evaluate gives:templateId,version
templates validateTemplate POST /api/templates/validate gives:isValid,errors
schemas listSchemas GET /api/v1/schemas list:items gives:items,totalCount
schemas listSystemSchemas GET /api/v1/schemas/system gives:schemas
schemas listSchemaSectors GET /api/v1/schemas/sectors gives:sectors
schemas listSchemaProviders GET /api/v1/schemas/providers gives:providers
schemas createSchema POST /api/v1/schemas once gives:schemaId,title
schemas getSchema GET /api/v1/schemas/:schemaId gives:schemaId,title
schemas updateSchema PUT /api/v1/schemas/:schemaId gives:schemaId,title
schemas deleteSchema DELETE /api/v1/schemas/:schemaId gives:-
schemas deprecateSchema POST /api/v1/schemas/:schemaId/deprecate gives:schemaId,title
schemas activateSchema POST /api/v1/schemas/:schemaId/activate gives:schemaId,title
schemas publishSchema POST /api/v1/schemas/:schemaId/publish gives:schemaId,title
externalSchemas searchExternalSchemas GET /api/v1/schemas/external/search list:items gives:items,totalCount
externalSchemas importSchema POST /api/v1/schemas/external/import once gives:schemaId,title
externalSchemas getSchemaCatalogue GET /api/v1/schemas/external/catalogue gives:source,isOfPlatform
externalSchemas setSchemaCatalogue PUT /api/v1/schemas/external/catalogue gives:source,isOfPlatform
externalSchemas deleteSchemaCatalogue DELETE /api/v1/schemas/external/catalogue gives:-
trustLists importTrustList POST /api/v1/trust/trustlists/import once gives:trustListId,source
trustLists listTrustLists GET /api/v1/trust/trustlists gives:trustLists
trustLists getTrustList GET /api/v1/trust/trustlists/:trustListId gives:trustListId,source
trustLists deleteTrustList DELETE /api/v1/trust/trustlists/:trustListId gives:-
trustLists refreshTrustList POST /api/v1/trust/trustlists/:trustListId/refresh gives:trustListId,source
trustLists readTrustListAnchors GET /api/v1/trust/trustlists/:trustListId/anchors gives:trustListId,sequenceNumber
organisationCertificates requestCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/csr gives:csrPem,boundKeySource
organisationCertificates importCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates/import once gives:certificateId,status
organisationCertificates enrolCertificate POST /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/enrol once gives:certificateId,status
organisationCertificates listCertificates GET /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates gives:eligibility,certificates
organisationCertificates retireCertificate DELETE /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/certificates/:certificateId gives:-
organisationCertificates readImportedChain GET /api/v1/trust/tenants/:tenantId/orgs/:orgWalletAddress/imported-cert-chain public gives:x5c,pem
organisationCertificates readTrustAuthority GET /api/v1/trust/authority public gives:x5c,pem
store backUpStore GET /api/admin/store/backup bytes
outgoing checkOutgoing POST /api/admin/outgoing/check gives:url,address
outgoing sendTestMail POST /api/admin/mail/test gives:to,through
metrics getMetrics GET /api/metrics gives:dockets,transactions
metrics getDocketMetrics GET /api/metrics/dockets gives:proposed,sealed
metrics getTransactionMetrics GET /api/metrics/transactions gives:submitted,accepted
metrics getConsensusMetrics GET /api/metrics/consensus gives:activeRegisters,restarts
metrics getMetricSeries GET /api/metrics/series gives:stepSeconds,until
metrics getMemPoolMetrics GET /api/metrics/mempool gives:pendingTransactions,pools
health getAlive GET /alive public gives:status,timestamp
health getReadiness GET /health public gives:status,service
health getFitness GET /ready public gives:status,reasons
health getHealth GET /api/health public gives:status,service
health getStats GET /api/stats gives:totalServices,healthyServices
health explainError GET /api/errors/:code public gives:code,status
health listLogLines GET /api/platform/logs gives:items,next
health getPrometheusMetrics GET /metrics
assistants getMcpManifest GET /.well-known/mcp.json public gives:name,title
assistants listMcpTools GET /api/mcp/tools gives:[]
documents listDocuments GET /api/documents public gives:[]
documents getDocument GET /api/documents/:name public gives:name,title
documents searchDocuments GET /api/document-passages public gives:[]
`;
