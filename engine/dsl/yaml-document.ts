/**
 * Text → YAML document. The library's own pipeline, with an eye on what goes through it: a hostile text is given up early.
 */
import { Composer, type CST, type Document, Lexer, type ParsedNode, Parser } from 'yaml';
import { MAX_DEPTH, MAX_DIAGNOSTICS } from './limits.ts';

/** The syntax nodes of a document, and what is wrong with the text. */
export interface YamlDocument {
  readonly document: Document.Parsed<ParsedNode> | null;
  /** Where a second document begins, which is an error: one file, one set. */
  readonly second: number | null;
  /** Where the text became too deep to go on; there is no document then. */
  readonly tooDeep: number | null;
}

/** Thrown inside this module. */
class TooDeep extends Error {}

/** A collection takes up to two places on the parser's stack; what is deeper than all we would read need not be read on. */
const MAX_STACK = 4 * MAX_DEPTH;

export function readYaml(text: string): YamlDocument {
  const parser = new Parser();
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // Would be quadratic in a hostile document; the tree builder looks for duplicates in its one walk.
    uniqueKeys: false,
  });
  try {
    return withoutStackTraces(() => {
      const [document = null, second = null] = composer.compose(tokens(parser, text), true, text.length);
      return { document, second: second?.range[0] ?? null, tooDeep: null };
    });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { document: null, second: null, tooDeep: parser.offset };
  }
}

function* tokens(parser: Parser, text: string): Generator<CST.Token, void> {
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error' && ++errors > MAX_DIAGNOSTICS) return;
      yield token;
    }
    if (parser.stack.length > MAX_STACK) throw new TooDeep();
  }
  yield* parser.end();
}

/**
 * Runs `work` while new errors record no stack. The parser makes one error object a mistake, and a text of a million
 * mistakes would take a minute for stacks that nobody reads.
 */
function withoutStackTraces<T>(work: () => T): T {
  const limit = Reflect.get(Error, 'stackTraceLimit');
  if (typeof limit !== 'number' || !Reflect.set(Error, 'stackTraceLimit', 0)) return work();
  try {
    return work();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
