import { describe, expect, test } from 'vitest'
import { decodeText } from './text-encoding.ts'

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf8'))
const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())

const TEXT = 'Bingo;2/10/2023;7;12;45;60;89\n'

describe('a text', () => {
  test.each([
    ['UTF-8', utf8('₦ für ọ\n'), '₦ für ọ\n'],
    ['UTF-8 with a mark', utf8('\ufeffgame\n'), 'game\n'],
    ['a mark inside', utf8('game\ufeff'), 'game\ufeff'],
    ['Windows-1252', bytesOf('caf\xe9 \x80'), 'café €'],
    ['UTF-16 with a mark, little endian', utf16le('\ufeffọ₦'), 'ọ₦'],
    ['UTF-16 with a mark, big endian', utf16be('\ufeffọ₦'), 'ọ₦'],
    ['UTF-16 without a mark, little endian', utf16le(TEXT), TEXT],
    ['UTF-16 without a mark, big endian', utf16be(TEXT), TEXT],
    ['long UTF-16 without a mark', utf16le(TEXT.repeat(100)), TEXT.repeat(100)],
    ['UTF-16 with few other letters', utf16le('1234567890ọ'), '1234567890ọ'],
    ['nothing', new Uint8Array(0), ''],
    ['a tab', utf8('a\tb'), 'a\tb'],
    ['line ends of Windows', utf8('a\r\nb\r\n'), 'a\nb\n'],
    ['line ends of an old Mac', utf8('a\rb\r\rc'), 'a\nb\n\nc'],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text })
  })
})

describe('not a text', () => {
  const workbook = { problem: 'This is a workbook. Save it as CSV in the spreadsheet first.' }
  const binary = { problem: 'The file is not text.' }

  test.each([
    ['a workbook', bytesOf('PK\x03\x04abc'), workbook],
    ['letters that only begin like a workbook', bytesOf('PK\x03\x05'), binary],
    ['a zero', bytesOf('a\0b'), binary],
    ['UTF-16 with a fifth of other letters, little endian', utf16le('12345678ọọ'), binary],
    ['UTF-16 with a fifth of other letters, big endian', utf16be('12345678ọọ'), binary],
    ['UTF-16 with zeros on both sides, little endian', utf16le('123456789Ā'), binary],
    ['UTF-16 with zeros on both sides, big endian', utf16be('123456789Ā'), binary],
    ['zeros only', new Uint8Array(10), binary],
    ['too few zeros for UTF-16', bytesOf('a\0b\0cdef'), binary],
    ['a bell', bytesOf('a\x07'), binary],
    ['a backspace', bytesOf('\x08'), binary],
    ['a shift', bytesOf('\x0e'), binary],
    ['the last control character', bytesOf('\x1f'), binary],
  ])('%s', (_, bytes, decoded) => {
    expect(decodeText(bytes)).toEqual(decoded)
  })
})
