// The oldest Node.js that runs the server: from 24.7 on it has argon2. Plain JavaScript, because an older one reads it.
const [MAJOR, MINOR] = [24, 7]

export const NEEDS_NODE = `This needs Node.js ${MAJOR}.${MINOR} or newer`

/** @param {string} version as `node --version` prints it */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
}
