export type Params = Record<string, string | number>

/** A text with `{name}` filled in. `{n|one|more}` says "one" if n is 1 and "more" otherwise. */
export function fill(text: string, params: Params): string {
  return text.replace(
    /\{(\w+)(?:\|((?:[^|{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}/g,
    (whole, name: string, one?: string, more?: string) => {
      const value = params[name]
      if (value === undefined) return whole
      if (one === undefined || more === undefined) return String(value)
      return fill(Number(value) === 1 ? one : more, params)
    },
  )
}
