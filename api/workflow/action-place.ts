// The place of an action in a request: by the register or by the instance.

/** Where an action goes; without an instance it opens one. */
export interface ActionPlace {
  readonly registerId: string;
  readonly blueprintId: string;
  readonly instanceId: string | undefined;
  /** The version that the instance has; where it is named. */
  readonly publicationTxId?: string;
  /** The decimal spelling. */
  readonly actionId: string;
}
