// The ways in which a node of a chaos run lies, and what honest nodes must know of it in the end. Data only.

export const EVIL_KINDS = [
  'equivocate',
  'silent-leader',
  'censor',
  'lie-rc',
  'bad-docket',
  'withhold-body',
  'height-liar',
  'flood',
] as const;
export type EvilKind = (typeof EVIL_KINDS)[number];

/**
 * `named`: evidence with its name, or the proof of a fork. `blamed`: points against it in the book of some peer.
 * `nothing`: what it does cannot be told from a slow link, so nothing needs to be known.
 */
export const MUST_BE: Readonly<Record<EvilKind, 'named' | 'blamed' | 'nothing'>> = {
  equivocate: 'named',
  'silent-leader': 'nothing',
  censor: 'nothing',
  'lie-rc': 'nothing',
  'bad-docket': 'blamed',
  'withhold-body': 'nothing',
  'height-liar': 'blamed',
  flood: 'blamed',
};

/** A node lies from when this file is in its data folder, so that registers can be founded before. */
export const BEGIN_FILE = 'lies';
/** Wallets whose address ends like this are censored: every fourth. */
export const CENSORED = /[qpzry9x8]$/;
