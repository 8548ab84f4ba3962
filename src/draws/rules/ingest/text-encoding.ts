import { itemAt, tally } from '../../../platform/rules/base/lists.ts'

/** Available in browsers and Node. The domain is compiled without the types of either. */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}

/** A text, or the problem with its bytes. */
type Decoded = { text: string; problem?: undefined } | { text?: undefined; problem: string }

/**
 * Decodes the files of spreadsheets and chats: UTF-8, UTF-16 with or without a byte order mark, otherwise Windows-1252.
 * Line ends become `\n`, and the mark is removed.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  if (startsWith(bytes, ZIP))
    return { problem: 'This is a workbook. Save it as CSV in the spreadsheet first.' }
  const text = textOf(bytes)
  // oxlint-disable-next-line no-control-regex -- characters that no text has
  if (/[\0-\x08\x0e-\x1f]/.test(text)) return { problem: 'The file is not text.' }
  return { text: text.replace(/\r\n?/g, '\n') }
}

/** Workbooks (.xlsx, .ods) are zip files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]

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
const CHECKED_BYTES = 1000

/**
 * The kind of UTF-16, if the text is in it. In UTF-16 every other byte of digits and separators is zero. No other text has
 * zeros.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const zeros = [0, 0]
  const checked = bytes.subarray(0, CHECKED_BYTES)
  for (const [i, byte] of checked.entries()) if (byte === 0) tally(zeros, i % 2)
  const half = checked.length / 2
  if (itemAt(zeros, 1) > half * 0.8 && zeros[0] === 0) return 'utf-16le'
  if (itemAt(zeros, 0) > half * 0.8 && zeros[1] === 0) return 'utf-16be'
  return null
}
