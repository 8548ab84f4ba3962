import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import {
  CHECKED_BYTES,
  type Encoding,
  hasControls,
  isWorkbook,
  NO_TEXT,
  utf16Of,
  WORKBOOK,
} from '../../domain/ingest/text-encoding.ts'

const CHUNK_BYTES = 1 << 17

/** A file of text of any length. It can be read several times. */
export interface TextFile {
  /** Its text in parts, with line ends as `\n` and without a byte order mark. */
  parts(): AsyncGenerator<string>
  close(): Promise<void>
}

/** A problem with the bytes of a file, as a sentence. */
export class NotText extends Error {}

/**
 * Opens a file and finds its encoding, by the rules of {@link decodeText}: UTF-8 only if all of it is valid. It reads the
 * file once.
 * @throws NotText when it is not text or is empty, and the errors of the file system
 */
export async function openTextFile(path: string): Promise<TextFile> {
  const file = await openRepeatable(path)
  try {
    const encoding = await encodingOf(file)
    return { parts: () => partsOf(file, encoding), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A pipe can be read only once, so it is copied first. */
async function openRepeatable(path: string): Promise<FileHandle> {
  const file = await open(path)
  if ((await file.stat()).isFile()) return file
  const copy = await openTemporary()
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return copy
      await copy.writeFile(buffer.subarray(0, bytesRead))
    }
  } catch (error) {
    await copy.close()
    throw error
  } finally {
    await file.close()
  }
}

/** A file without a name: it is gone when the process ends, however it ends. */
async function openTemporary(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'lotto-import-'))
  try {
    return await open(join(folder, 'copy'), 'w+')
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function encodingOf(file: FileHandle): Promise<Encoding> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHECKED_BYTES), 0, CHECKED_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  if (isWorkbook(head)) throw new NotText(WORKBOOK)
  let encoding: Encoding = utf16Of(head) ?? 'utf-8'
  let decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let isEmpty = true
  for await (const bytes of bytesOf(file)) {
    let text: string
    try {
      text = decoder.decode(bytes, { stream: true })
    } catch {
      encoding = 'windows-1252'
      decoder = new TextDecoder(encoding)
      text = decoder.decode(bytes, { stream: true })
    }
    if (hasControls(text)) throw new NotText(NO_TEXT)
    isEmpty &&= text.trim() === ''
  }
  if (encoding === 'utf-8' && !endsWhole(decoder)) return 'windows-1252'
  if (isEmpty) throw new NotText('The file is empty.')
  return encoding
}

/** Whether the last character is complete. */
function endsWhole(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return true
  } catch {
    return false
  }
}

async function* partsOf(file: FileHandle, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let held = ''
  for await (const bytes of bytesOf(file)) {
    const text = held + decoder.decode(bytes, { stream: true })
    // The line end may continue in the next part.
    held = text.endsWith('\r') ? '\r' : ''
    yield withPlainEnds(held ? text.slice(0, -1) : text)
  }
  yield withPlainEnds(held + decoder.decode())
}

const withPlainEnds = (text: string) => text.replace(/\r\n?/g, '\n')
