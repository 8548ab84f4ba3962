import type { AnswerOf } from '../../api/call.ts'

export type StaffPrediction = AnswerOf<'GET /api/admin/predictions'>['predictions'][number]
