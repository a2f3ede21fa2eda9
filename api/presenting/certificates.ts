// The certificates under which requests of an organisation are signed: for the host of this node.

export interface RequestCertificate {
  /** Address of the wallet whose key it is of, and the path of that key. */
  readonly wallet: string;
  readonly path: string;
  /** DER, the leaf first, without the anchor. */
  readonly chain: readonly Uint8Array[];
}

export interface RequestCertificates {
  /** The active certificate of an organisation that is for requests, and valid now. */
  of(organisationId: string): RequestCertificate | undefined;
}
