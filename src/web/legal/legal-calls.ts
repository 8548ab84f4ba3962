import { useCall } from '../api/use-call.ts'

export const LEGAL = '/api/legal'

/** The facts about the operator. */
export const useLegal = () => useCall('GET /api/legal', LEGAL).data
