const versions = new WeakMap<object, number>()
let last = 0

/**
 * A number of this process for an object that never changes, from 1 on. After a restore another snapshot can have the `seq` of an
 * earlier one, so caches use this number.
 */
export function versionOf(of: object): number {
  const version = versions.get(of) ?? ++last
  versions.set(of, version)
  return version
}
