/** Browsers and Node have it; the domain is compiled without either's types. */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}

/** A text, or why the bytes are none. */
export type Decoded = { text: string; problem?: undefined } | { text?: undefined; problem: string }

/**
 * Decodes what spreadsheets and chats save: UTF-8, UTF-16 with or without its mark, otherwise Windows-1252. Line ends
 * become `\n`, and a byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  if (startsWith(bytes, ZIP))
    return { problem: 'This is a workbook. Save it as CSV in the spreadsheet first.' }
  const text = textOf(bytes)
  // oxlint-disable-next-line no-control-regex -- they are looked for: no text has them
  if (/[\0-\x08\x0e-\x1f]/.test(text)) return { problem: 'The file is not text.' }
  return { text: text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n') }
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

/** Bytes that are looked at to tell UTF-16 without a mark. */
const LOOKED_AT = 1000

/** Digits and separators of UTF-16 have a zero as every other byte; no other text has zeros. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let i = 0; i < end; i++) if (bytes[i] === 0) zeros[i % 2]!++
  const half = end / 2
  if (zeros[1]! > half * 0.8 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > half * 0.8 && zeros[1] === 0) return 'utf-16be'
  return null
}
