/** Plain text as it is written in a file: paragraphs between blank lines, headings after #, addresses as links. */

export interface Piece {
  text: string
  href?: string
}
export interface Paragraph {
  heading?: string
  pieces: Piece[]
}

const LINK = /(https?:\/\/[^\s<>]+[^\s<>.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

export function paragraphs(text: string): Paragraph[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (part.startsWith('#') ? { heading: part.replace(/^#+\s*/, ''), pieces: [] } : { pieces: linked(part) }))
}

function linked(part: string): Piece[] {
  return part
    .split(LINK)
    .filter(Boolean)
    .map((text) => {
      if (!LINK.test(text)) return { text }
      return { text, href: text.startsWith('http') ? text : `mailto:${text}` }
    })
}
