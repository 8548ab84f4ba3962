import { LAB_METHODS } from './lab-methods.ts'
import type { Method } from './method.ts'
import { RECORD_METHODS } from './record-methods.ts'

/** Every method page, by the last part of its address. */
export const METHODS = { ...RECORD_METHODS, ...LAB_METHODS } as const
export type MethodKey = keyof typeof METHODS

/** The index of the methods, in order. */
export const METHOD_GROUPS: readonly { title: string; methods: Readonly<Record<string, Method>> }[] = [
  { title: 'Forecasts and their record', methods: RECORD_METHODS },
  { title: 'Statistics of the draws', methods: LAB_METHODS },
]

/** The method of an address; undefined if there is none. */
export function methodOf(key: string): Method | undefined {
  return new Map<string, Method>(Object.entries(METHODS)).get(key)
}
