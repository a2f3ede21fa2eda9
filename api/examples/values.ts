// Identifiers that the examples of all groups share. The contract test seeds its node with exactly these, so that every
// example is a call that works.

/** Where the node of the examples is reached. The OpenAPI document of a node has its own public URL in place of it. */
export const EXAMPLE_ORIGIN = 'http://localhost:8080';

export const EXAMPLE = {
  time: '2026-11-21T10:00:00.000Z',
  organisationId: '3b0d6a2e-7a54-4f0c-9d3a-5f4c1f5d2a01',
  organisationName: 'Northwind Cooperative',
  subdomain: 'northwind',
  /** Membership ids (claim sub) in the example organisation. */
  administratorId: 'b3a1c1c0-15d5-4b0e-8a58-0f2a3f1c7d01',
  userId: 'c4e2d7f1-93a6-4c52-b1f4-6a7d5e8b9c02',
  administratorEmail: 'ada@northwind.example',
  userEmail: 'uma@northwind.example',
  /** Platform user ids of the two. */
  administratorPlatformId: 'f3a1c1c0-15d5-4b0e-8a58-0f2a3f1c7d01',
  userPlatformId: 'f4e2d7f1-93a6-4c52-b1f4-6a7d5e8b9c02',
  /** Wallet of the administrator: the public BIP39 test words, which must not be used for anything. */
  walletId: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a001',
  walletAddress: 'qr1qplqtt7t754hn066pgt8ezeyr4yfd08cqskvvnfszqmd6fj57rkcwsqpejg',
  walletWords: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  /** Words of a wallet that the example node does not have. */
  freshWords: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  password: 'three brass lanterns hum',
  invitationId: 'a7c0e5d2-4b18-4d6f-8e21-3f9b6c7d8a05',
  /** A code of no real invitation. */
  invitationCode: 'inv_q83vEjRWeJq83u8SNFZ4mjRWeJq83u8S',
  identityProviderId: 'd5b1f6c3-7e29-4a80-9c64-1f0a8b7c6d03',
  identityId: 'e6c2a7d4-8f3a-4b91-8d75-2a1b9c8d7e04',
  /** Of no sign-in that was begun. */
  signInState: 'Vw7l0T5qJm1c3cJ1mU3r0n3oS0i9m2m6Yy5x8Q4Zt1E',
  signInCode: 'q83vEjRWeJq83u8SNFZ4mg',
  inboxEntryId: '0f6d2b1a-5c3e-4d7f-9a81-2e4c6b8d0f31',
  deviceId: '5a9c3e7b-1d2f-4b6a-8c0e-7f1d3b5a9c42',
  accessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl',
  derivedKeyId: 'd2a6c9f4-8b13-4e75-9f20-6c4b1a7e5d07',
  servicePrincipalId: '5e8f3a1d-6c27-4b90-8d14-7a2c9e0b3f06',
  clientId: 'inbox',
  webhookId: '7c1e4b9a-2d58-4f36-a0c7-5e8b1d3f6a09',
  webhookUrl: 'https://hooks.northwind.example/quorate',
  /** A secret of no real webhook. */
  webhookSecret: 'whsec_q83vEjRWeJq83u8SNFZ4mjRWeJq83u8SNFZ4mjRWeJo=',
  /** Of the delivery that the contract tests seed. */
  deliveryId: 'msg_d08c09c25a0100c2540ee6264bc898a9',
  /** A secret of no real service. */
  clientSecret: 'qsec_q83vEjRWeJq83u8SNFZ4mjRWeJq83u8SNFZ4mjRWeJo',
  /** Of the P-256 wallet of the example organisation, of public test words, and what it offers and issued. */
  issuerWalletAddress: 'qr1qx4uyg50nhwespsf2t0eqm4kkf670enwlykvx529hmjazj4057skvdd5dld',
  /** A P-256 wallet of a person, of the fresh words: it holds credentials. */
  holdingWalletAddress: 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a',
  offerId: '0mwro18g0-q83vEjRWeJq83u8SNFZ4mg',
  /** A code of no real offer. */
  preAuthorizedCode: 'Vw7l0T5qJm1c3cJ1mU3r0n3oS0i9m2m6Yy5x8Q4Zt1E',
  credentialNonce: 'mi8wa2f0.q83vEjRWeJq83u8SNFZ4mg.Vw7l0T5qJm1c3cJ1mU3r0n',
  credentialId: '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15',
  receiptId: '5f1d7b3a9c2e48d06a4b8e7f1c3d5a90',
  pendingId: '019aa5e7-d800-7b17-8c2d-6e1f9a3b5d70',
  presentationRequestId: '0mi8wb8w0-q83vEjRWeJq83u8SNFZ4mg',
  statusListId: '2f9c4b7e-6d13-4a85-b0e2-9c7f1d5a3b64',
  refreshToken: 'q83vEjRWeJq83u8SNFZ4mg.Vw7l0T5qJm1c3cJ1mU3r0n3oS0i9m2m6Yy5x8Q4Zt1E',
} as const;
