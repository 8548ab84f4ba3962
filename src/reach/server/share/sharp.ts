import type Sharp from 'sharp'

/** The accepted formats of uploads. Every other loader of the library is blocked, in the whole process. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']

let library: Promise<typeof Sharp> | null = null

/** Loads the library with the first picture: most processes never need its 20 MB, and without it the rest still works. */
export function loadSharp(): Promise<typeof Sharp> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}
