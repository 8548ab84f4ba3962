import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import type { VerifyEd25519 } from './notes.ts'

// The package leaves the choice of a hash without promises to its users.
hashes.sha512 = sha512

/** Ed25519 by RFC 8032, without a host's cryptography: some milliseconds for a signature. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    // A key or a signature that is no point of the curve.
    return false
  }
}
