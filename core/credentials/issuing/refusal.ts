// Why a wallet does not get what it asks for: the name that OpenID4VCI 1.0 or RFC 9449 has for it, and a sentence. It
// names members, and no value of one.

export class WalletRefusal {
  readonly error: WalletError;
  readonly message: string;

  constructor(error: WalletError, message: string) {
    this.error = error;
    this.message = message;
  }
}

export type WalletError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_authorization_details'
  | 'invalid_proof'
  | 'invalid_nonce'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce';
