import type { Refusal } from '../../wire/http'

/** The server said no, and why; `refusal` has the texts. Without one the server could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal | null,
  ) {
    super(refusal?.code ?? 'no-connection')
  }
}
