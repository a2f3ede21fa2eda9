// A part of `npm run tool -- clients`: a client of others, against a node. Types only.

export interface ClientPart {
  readonly name: string;
  readonly about: string;
  /** Programs that it runs; where one is not on the machine, it is skipped. */
  readonly needs: readonly string[];
  /** Throws where the client does not work. Gives what it did, in a few words. */
  readonly play: (world: ClientWorld) => Promise<string>;
}

export interface ClientWorld {
  /** Of this part alone. */
  readonly folder: string;
  /** The OpenAPI document of the node. */
  readonly document: string;
  /** The generator, as a jar. */
  readonly generator: () => Promise<string>;
  /**
   * For the stories: QUORATE_URL, QUORATE_EMAIL, QUORATE_PASSWORD, QUORATE_TOKEN, QUORATE_REGISTER, QUORATE_DEFINITION.
   */
  readonly env: Readonly<Record<string, string>>;
}
