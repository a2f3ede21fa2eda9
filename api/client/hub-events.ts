// The events of the hubs with a name for each of their members, in the order in which they come; the time and the trace
// of the request that caused it follow. A test holds the rows to api/hubs/.

export const HUB_EVENTS = {
  register: {
    DocketSealed: ['registerId', 'docketNumber', 'docketHash'],
    RegisterHeightUpdated: ['registerId', 'height'],
    TransactionConfirmed: ['registerId', 'txId'],
    TransactionRefused: ['registerId', 'txId', 'code'],
    TransactionAbandoned: ['registerId', 'txId', 'code'],
    RegisterCreated: ['registerId'],
    RegisterDeleted: ['registerId'],
    RegisterStatusChanged: ['registerId', 'status'],
    RegisterSyncStateChanged: ['registerId', 'syncState'],
    TransactionReceipt: ['txId', 'registerId', 'docketNumber', 'receiptId'],
  },
  blueprint: {
    ActionAvailable: ['instanceId', 'actionId'],
    ActionConfirmed: ['instanceId', 'actionId'],
    ActionRejected: ['instanceId', 'actionId'],
    ActionTimedOut: ['instanceId', 'actionId'],
    ActionReminder: ['instanceId', 'actionId', 'timer'],
    ActionSuspect: ['registerId', 'instanceId', 'actionId', 'txId'],
    ConfirmationAsked: ['instanceId', 'actionId'],
    ConfirmationGiven: ['instanceId', 'actionId'],
    ResolutionAsked: ['instanceId', 'actionId'],
    RoleClaimed: ['instanceId', 'role'],
    RoleReleased: ['instanceId', 'role'],
    ClaimLapsed: ['instanceId', 'role'],
    CancellationAsked: ['instanceId'],
    InstanceStateChanged: ['instanceId', 'state'],
    WorkflowCompleted: ['instanceId'],
    EncryptionProgress: ['operationId', 'percentComplete'],
    EncryptionComplete: ['operationId'],
    EncryptionFailed: ['operationId'],
    PresentationOutcomeReady: ['presentationRequestId'],
  },
  wallet: {
    DeviceRevoked: ['deviceId'],
    TransactionConfirmed: ['walletAddress', 'txId'],
    TransactionReceived: ['walletAddress', 'txId'],
    TransactionReceipted: ['walletAddress', 'txId', 'receiptId'],
    EncryptionProgress: ['operationId', 'percentComplete'],
    EncryptionComplete: ['operationId'],
    EncryptionFailed: ['operationId'],
    CredentialAvailable: ['credentialId'],
    CredentialReceived: ['walletAddress', 'credentialId'],
    CredentialStatusChanged: ['walletAddress', 'credentialId'],
    PendingCredentialCountUpdated: ['walletAddress', 'count'],
    PresentationOutcomeReady: ['presentationRequestId'],
  },
  tenant: {
    InboxEntryAdded: ['entryId'],
    InboxUnreadCountUpdated: ['unread'],
    DeviceEnrolled: ['platformUserId', 'deviceId'],
  },
  chat: {
    SessionStarted: ['sessionId', 'provider', 'sendsTo'],
    ReceiveChunk: ['chunk', 'sessionId'],
    ToolExecuted: ['tool', 'outcome', 'words', 'sessionId'],
    BlueprintUpdated: ['blueprint', 'validation', 'sessionId'],
    MessageComplete: ['messageId', 'sessionId'],
    MessageLimitWarning: ['remaining', 'sessionId'],
    SessionError: ['code', 'message', 'sessionId'],
  },
} as const;

export type HubName = keyof typeof HUB_EVENTS;

/** Members that are numbers, and those that are objects; all others are texts. */
export type CountedId = 'docketNumber' | 'height' | 'actionId' | 'percentComplete' | 'unread' | 'remaining';
export type ObjectMember = 'blueprint' | 'validation';

export const COUNTED_IDS: ReadonlySet<string> = new Set<CountedId>([
  ...(['docketNumber', 'height', 'actionId', 'percentComplete', 'unread', 'remaining'] as const),
]);
export const OBJECT_MEMBERS: ReadonlySet<string> = new Set<ObjectMember>(['blueprint', 'validation']);
