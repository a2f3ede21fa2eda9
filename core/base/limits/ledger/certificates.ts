// The bounds of X.509 certificates and of paths of them, one constant a line with its reason. A gate is judged by them,
// so they are alike on every node.

/** Bytes of one certificate: those of public authorities have one to two thousand. */
export const CERTIFICATE_BYTES_MAX = 8 * 1024;
/** Certificates of a path beside its anchor: a leaf and three authorities. */
export const PATH_CERTIFICATES_MAX = 4;
/** Certificates that a signature brings: those of a path, and an anchor that should have stayed away. */
export const CHAIN_CERTIFICATES_MAX = PATH_CERTIFICATES_MAX + 1;
/** Elements in one another. A certificate that is read has ten. */
export const DER_DEPTH_MAX = 16;
/** Bytes of an OBJECT IDENTIFIER: one under 2.25 has 20, and reading an arc costs the square of its length. */
export const OBJECT_IDENTIFIER_BYTES_MAX = 64;
/** Bytes of a serial number (RFC 5280 section 4.1.2.2). */
export const SERIAL_BYTES_MAX = 20;
/** A name beside a constraint, in a whole path: 5 seconds of work stand in certificates that pass every other bound. */
export const NAME_COMPARISONS_MAX = 4096;
/** Anchors of one name whose keys are tried for a signature. Two live side by side while one follows the other. */
export const ANCHORS_OF_A_NAME_MAX = 8;
/** Bits of an RSA modulus: fewer are weak, and more cost a validator milliseconds. */
export const RSA_BITS_MIN = 2048;
export const RSA_BITS_MAX = 8192;
/** Bytes of an RSA exponent: OpenSSL takes no longer one beside a modulus of this size. */
export const RSA_EXPONENT_BYTES_MAX = 8;
