import type { z } from 'zod'
import type { Feature } from '../../domain/plans.ts'
import type { Person, Visit } from './visits.ts'
import type { Actor } from '../audit/record.ts'
import type { Log } from '../base/log.ts'
import type { Services } from './services.ts'
import type { UploadShape } from '../http/multipart.ts'
import type { Reply } from '../http/reply.ts'

/** Who may call: anybody, whoever is signed in, staff, or holders of a plan that opens the feature. */
export type Access = 'anyone' | 'signed-in' | 'admin' | Feature

/** An answer that is not JSON: its media type. */
export interface Media {
  media: string
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Everything that a handler needs, checked and read already. */
export interface Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  services: Services
  /** The instant of the request, in milliseconds, by the database's clock. */
  now: number
  person: A extends 'anyone' ? Person | null : Person
  visit: Visit
  params: Params
  query: Query
  body: Body
  request: Request
  requestId: string
  /** The network address that the request comes from. */
  address: string
  actor: Actor
  log: Log
}

type Answer<R> = R extends z.ZodType ? z.input<R> | Reply | Response : Reply | Response

/**
 * One call of the API as data: who may, what comes in, what goes out, what to do. Guards, parsing, the error form, the
 * OpenAPI description and the browser's types are all made from this.
 */
export interface Endpoint<
  A extends Access = Access,
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType | Media = z.ZodType | Media,
> {
  summary: string
  access: A
  /** Accept an id token in the Authorization header as well as the session cookie. */
  idToken?: boolean
  /** Open to people who have not said yet that they are 18: their own account and nothing else. */
  beforeAge?: boolean
  params?: P
  query?: Q
  body?: B
  /** The body is a file: handed over as bytes, up to this many. */
  file?: { type: string; limit: number }
  /** The body is a form with one file and some texts: handed over as {@link Upload}. */
  upload?: UploadShape
  /** The calls of another company, signed by it: they come from no page of ours, and the handler checks who sent them. */
  signed?: boolean
  /**
   * The server reads all committed changes of draws and games before the handler runs, and again after a handler that
   * writes. Without it, a call may see the draws as they were up to one poll interval ago.
   */
  fresh?: boolean
  /** Refusals are one plain sentence instead of problem+json, because the specification shows their text. */
  errors?: 'sentence'
  answer: R
  /** Status of the answer when all went well; 200 unless given. */
  status?: number
  handle(call: Call<A, Output<P>, Output<Q>, Output<B>>): Promise<Answer<R>> | Answer<R>
}

/** Calls by `METHOD /path`, with `:name` for parameters. */
// oxlint-disable-next-line typescript/no-explicit-any -- each handler was checked against its own schemas where it was written
export type Routes = Record<string, Endpoint<any, any, any, any, any>>

/** Writes down one call; exists so that a handler's types follow from its schemas. */
export function endpoint<
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | Media = Media,
>(definition: Endpoint<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  return definition
}
