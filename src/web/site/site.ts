import useSWR from 'swr'
import { type AnswerOf, get } from '../api/call.ts'

export type Site = AnswerOf<'GET /api/site'>
export const SITE = '/api/site'

/** Addresses and contacts of this installation. Every page is served with them. */
export function useSite(): Site | undefined {
  return useSWR<Site>(SITE, get<'GET /api/site'>, { revalidateIfStale: false, revalidateOnFocus: false }).data
}
