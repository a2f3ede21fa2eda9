// The type of the words that a PO file becomes.

/** Messages by id, as `console/making/po.ts` compiled them. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?administering' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?governing' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?issuing' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?presenting' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?designing' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*.po?verifying' {
  export const messages: import('@lingui/core').Messages;
}
