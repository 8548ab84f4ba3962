// The minimum version of Node.js: argon2 needs 24.7. This is plain JavaScript, because older versions run it.
const [MAJOR, MINOR] = [24, 7]

export const NEEDS_NODE = `This needs Node.js ${MAJOR}.${MINOR} or newer`

/** @param {string} version as `node --version` prints it */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
}
