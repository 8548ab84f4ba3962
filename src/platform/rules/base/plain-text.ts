/** The sentence about a text that {@link hasInvisible}. */
export const INVISIBLE_REFUSED = 'Use letters, digits and punctuation only.'

/** Control and direction marks, letters that Unicode lets programs hide, and the blank ones that it does not. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{16FE4}\u{1D159}]/u

/** Signs that phones write with a selector of their colours: ⚠️, 1️⃣. */
const EMOJI = /\p{Extended_Pictographic}\uFE0F|[\d#*]\uFE0F\u20E3/gu

/** Whether a text has marks or letters that nobody sees, which make one text look like another. Line breaks count. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text.replace(EMOJI, ''))

/** The same for a text with lines: line breaks and tabs are allowed. */
export const hasInvisibleInLines = (text: string): boolean => hasInvisible(text.replaceAll(/\r?\n|\t/g, ' '))

/** What keyboards and chats add to a copied address: hidden marks, and spaces that do not break. */
const COPIED = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u00A0\u2007\u202F]/gu

/** A typed email as it is compared and stored: without hidden marks and outer spaces, with small ASCII letters. */
export const cleanEmail = (typed: string): string =>
  typed
    .replace(COPIED, '')
    .trim()
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
