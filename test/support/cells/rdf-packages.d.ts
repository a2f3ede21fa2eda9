// Types of the packages that bring none, as far as tests call them.
/** See the type of its use in linked-data.ts. */
declare module 'jsonld';

declare module 'n3' {
  interface Term {
    readonly termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph';
    readonly value: string;
    readonly language: string;
    readonly datatype: Term;
  }
  interface Quad {
    readonly subject: Term;
    readonly predicate: Term;
    readonly object: Term;
    readonly graph: Term;
  }
  class Parser {
    constructor(options: { readonly format: string });
    parse(text: string): readonly Quad[];
  }

  export { Parser, type Quad, type Term };
}
