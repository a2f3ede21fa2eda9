// The wallet that acts, and what a request may bring along for it: keys of others, and files. Types only.
import type { FileReference } from '../../../core/envelope/envelope.js';
import type { FileManifest } from '../../../core/envelope/files.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { Asker } from '../../../storage/tables/workflow/operations.js';

/** Keys of wallets that no register knows, by address; base64. */
export type ExternalKeys = Readonly<
  Record<
    string,
    { readonly publicKey: string; readonly algorithm: string; readonly encapsulationKey?: string | undefined }
  >
>;

/** A file whose sealed chunks are stored already. */
export interface ActionFile {
  readonly manifest: FileManifest;
  readonly reference: FileReference;
}

/** A wallet of this node that the caller may use now. */
export interface Acting {
  readonly wallet: Wallet;
  /** The address that acts: that of the wallet, or its hybrid or post-quantum one. */
  readonly address: string;
  /**
   * The account that asked: its right to sign is looked at again when the turn comes. Undefined for the node itself,
   * and for an operation, which looks itself.
   */
  readonly asker?: Asker | undefined;
  /** In whose turn it acts; undefined for the node itself. */
  readonly from?: string | undefined;
  /** The trace-id of the request. */
  readonly trace?: string | undefined;
}
