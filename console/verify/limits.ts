// Bounds of the check of evidence.

/** The largest evidence has a thousand changes of the roster; the command line takes as much. */
export const EVIDENCE_FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Letters of the name of the one that told the head, which is printed. */
export const SOURCE_LENGTH_MAX = 120;
