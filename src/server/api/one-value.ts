import { Refusal } from '../http/refusal.ts'

/**
 * The value of a field that has several names in the specification; undefined without one.
 * @throws Refusal invalid-input when the names have different values
 */
export function oneValue<Value>(names: Readonly<Record<string, Value | undefined>>): Value | undefined {
  const given = Object.entries(names).filter(([, value]) => value !== undefined)
  if (new Set(given.map(([, value]) => JSON.stringify(value))).size > 1) {
    const message = `${given.map(([name]) => name).join(' and ')} must have the same value.`
    throw new Refusal('invalid-input', message, { fields: { [given[0]![0]]: message } })
  }
  return given[0]?.[1]
}
