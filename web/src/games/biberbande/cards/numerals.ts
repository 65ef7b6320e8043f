/** Numbers as one writes them with a broad brush, in a box of 60 × 90. */
export const NUMERALS: string[] = [
  'M30 8C12 8 8 30 9 47c1 21 7 36 22 35 17-1 21-20 20-38C50 24 46 7 30 8Z',
  'M15 26C24 21 30 15 34 8c1 24 1 50 0 74',
  'M11 26C12 12 22 7 32 8c14 2 19 16 12 30C37 51 20 64 10 80c14-3 28-3 42 0',
  'M12 16C22 6 46 5 46 24 46 38 34 42 25 43c13-1 26 5 25 20-1 19-26 25-40 11',
  'M38 83c0-23 1-49 1-74C30 28 18 44 8 58c16-2 32-2 46-1',
  'M48 10c-10 1-22 1-32 0-1 10-2 21-3 31 11-7 33-6 37 14 3 23-24 35-41 20',
  'M44 10C24 16 10 40 11 60c1 16 11 24 22 22 14-2 19-16 14-27C41 42 20 44 12 60',
  'M9 12c15-2 29-2 42-1C41 32 30 56 24 83M17 47c9-2 17-2 25-1',
  'M32 43C16 38 12 26 17 16 23 6 40 6 45 17c4 11-5 21-15 26C14 50 8 62 13 73c7 13 29 13 35 0 5-13-4-24-16-30Z',
  'M48 30C42 46 20 46 14 32 9 18 20 7 31 8c14 1 19 16 18 34-1 18-7 32-19 41',
]

/** The ground of a number card: sunny for 0, stormy for 9. */
export const GROUNDS: string[] = [
  '#ffdf6b',
  '#dcea7e',
  '#aadf96',
  '#86d6b6',
  '#7fcdd6',
  '#9cc2de',
  '#bab6d6',
  '#e6b68c',
  '#e98f66',
  '#cf5d43',
]
/** The fur, which darkens with the mood. */
export const FURS: string[] = ['#b67c43', '#b37841', '#af743e', '#aa6f3b', '#a56a38', '#9d6335', '#955b32', '#8d522e', '#85492a', '#7b3f26']

export const SPECIALS = ['T', 'P', 'Z'] as const
export const CARDS: string[] = [...NUMERALS.map((_, n) => String(n)), ...SPECIALS]
