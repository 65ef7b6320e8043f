// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

/** The games, in the order in which a shelf shows them. */
export const GAMES = [
  'biesti-boys',
  'denkste',
  'dog',
  'beam-me-up',
  'biberbande',
] as const
