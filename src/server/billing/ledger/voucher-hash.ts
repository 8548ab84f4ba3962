import { createHmac, hkdfSync } from 'node:crypto'
import type { Settings } from '../../base/settings.ts'

/**
 * The hashes of a voucher's code by each secret of this server, the current one first. The key is not in the database, so a
 * copy of the database cannot be searched for codes.
 */
export const voucherHashes = ({ authSecrets }: Pick<Settings, 'authSecrets'>, code: string): string[] =>
  authSecrets.map(({ value }) => {
    const key = Buffer.from(hkdfSync('sha256', value, '', 'vouchers', 32))
    return createHmac('sha256', key).update(code).digest('base64url')
  })
