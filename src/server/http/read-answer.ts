/**
 * Reads the answer of another server as text.
 * @param limit bytes
 * @throws Error if the answer is longer; the rest is not read
 */
export async function readUpTo(limit: number, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > limit) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
