import { createContext, useContext } from 'react'
import type { AnswerOf } from '../api/call.ts'

export type Site = AnswerOf<'GET /api/site'>
export const SITE = '/api/site'

export const SiteContext = createContext<Site | undefined>(undefined)

/** Addresses and contacts of this installation. Every page is served with them. */
export const useSite = (): Site | undefined => useContext(SiteContext)
