/** An open hand around (0, 0), 60 high: stop. */
export const HAND =
  '<g fill="#fff" stroke="#fff" stroke-linejoin="round" stroke-linecap="round"><path d="M-13 4V22C-10 30 12 31 17 20L25 3" stroke-width="8"/>' +
  '<path d="M-13 8V-14M-3 6V-22M7 6V-19M17 8V-10" stroke-width="8.4" fill="none"/><path d="M-14 16-22 4" stroke-width="8" fill="none"/></g>'
