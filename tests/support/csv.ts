// Import files for tests.

export const HEADER = 'game,date,serial,date_label,status,w1,w2,w3,w4,w5,m1,m2,m3,m4,m5'

/** An import file: the header and the given lines. */
export const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`
