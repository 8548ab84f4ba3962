/** The packages that the server's bundle leaves outside: they load their own files or binaries at run time. */
export const EXTERNALS = [
  'pg',
  'graphile-worker',
  'pino',
  'sharp',
  '@resvg/resvg-js',
  'mailgen',
  'oidc-provider',
]
