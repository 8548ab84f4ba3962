/** Text that stands for itself in a pattern of LIKE: some signs do so only behind a backslash. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
