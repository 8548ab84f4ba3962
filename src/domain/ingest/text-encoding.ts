/** Available in browsers and Node. The domain is compiled without the types of either. */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}

/** A text, or the problem with its bytes. */
type Decoded = { text: string; problem?: undefined } | { text?: undefined; problem: string }

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Decodes the files of spreadsheets and chats: UTF-8, UTF-16 with or without a byte order mark, otherwise Windows-1252.
 * Line ends become `\n`, and the mark is removed.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  if (isWorkbook(bytes)) return { problem: WORKBOOK }
  const text = textOf(bytes)
  if (hasControls(text)) return { problem: NO_TEXT }
  return { text: text.replace(/\r\n?/g, '\n') }
}

export const WORKBOOK = 'This is a workbook. Save it as CSV in the spreadsheet first.'
export const NO_TEXT = 'The file is not text.'

/** Whether a text has characters that no text has. */
export function hasControls(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these characters
  return /[\0-\x08\x0e-\x1f]/.test(text)
}

/** Workbooks (.xlsx, .ods) are zip files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
export const isWorkbook = (bytes: Uint8Array) => startsWith(bytes, ZIP)

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte)

function textOf(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The bytes that are checked for UTF-16 without a mark. */
export const CHECKED_BYTES = 1000

/**
 * The kind of UTF-16, if the text is in it. In UTF-16 every other byte of digits and separators is zero. No other text has
 * zeros. @param bytes at least the first {@link CHECKED_BYTES}
 */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const zeros = [0, 0]
  const checked = bytes.subarray(0, CHECKED_BYTES)
  for (const [i, byte] of checked.entries()) if (byte === 0) zeros[i % 2]!++
  const half = checked.length / 2
  if (zeros[1]! > half * 0.8 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > half * 0.8 && zeros[1] === 0) return 'utf-16be'
  return null
}
