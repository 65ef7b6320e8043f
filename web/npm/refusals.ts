/** The three errors for bad input, each explained in the person's language. */

export interface Described {
  kind: 'BadOption' | 'BadPosition' | 'IllegalMove'
  texts: Record<string, string>
  field?: string
  move?: string
  rule?: string | null
}

abstract class Refusal extends Error {
  /** What is wrong and what is allowed, by the code of the language. */
  readonly texts: Record<string, string>

  constructor({ kind, texts }: Described) {
    super(texts['en'])
    this.name = kind
    this.texts = texts
  }

  /** What is wrong and what is allowed, in a language; in English if there is no such text. */
  text(lang = 'en'): string {
    return this.texts[lang] ?? this.message
  }
}

/** A move that is not allowed; `rule` is the id of the rule that forbids it, null if it is not a move at all. */
export class IllegalMove extends Refusal {
  readonly move: string
  readonly rule: string | null

  constructor(described: Described) {
    super(described)
    this.move = described.move ?? ''
    this.rule = described.rule ?? null
  }
}

abstract class BadField extends Refusal {
  /** What it is about. */
  readonly field: string

  constructor(described: Described) {
    super(described)
    this.field = described.field ?? ''
  }
}

/** An unknown game or option, or a value that is not allowed. */
export class BadOption extends BadField {}

/** An impossible position or record. */
export class BadPosition extends BadField {}

const KINDS = { BadOption, BadPosition, IllegalMove }

export function refusal(described: Described): IllegalMove | BadOption | BadPosition {
  return new KINDS[described.kind](described)
}
