// Something that the holder of a key is to sign: no key comes here, and a keystore answers later.

export interface Draft<T> {
  readonly toSign: Uint8Array;
  /** The whole, with the signature over `toSign`: r ‖ s of P-256. */
  finish(signature: Uint8Array): T;
}
