import { z } from 'zod'
import type { RateLimit } from '../../rules/access/rate-limits.ts'
import type { Effect } from '../../rules/access/powers.ts'
import type { Right } from '../../rules/access/staff-roles.ts'
import type { Feature } from '../../rules/access/plans.ts'
import type { Person, Visit } from './visits.ts'
import type { Actor, Context, SignedIn } from '../audit/context.ts'
import type { Log } from '../base/log.ts'
import type { PlainForm } from './plain-forms.ts'
import type { Services } from './services.ts'
import type { Upload, UploadShape } from '../http/body.ts'
import type { NodeStream } from '../http/answer.ts'
import type { Reply } from '../http/reply.ts'

/** Who may call: everyone, signed-in users, staff with a right, or users whose plan opens the feature. */
export type Access = 'anyone' | 'signed-in' | Right | Feature

/** An answer that is not JSON. */
interface Media {
  media: string
}

/** A body that is one file of this media type, of at most `limit` bytes. The handler gets its bytes. */
interface FileBody {
  file: { type: string; limit: number }
}

/** A body that is a form with one file and some texts. The handler gets an {@link Upload}. */
export interface FormBody {
  form: UploadShape
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type ParsedBody<B> = B extends FileBody ? Uint8Array : B extends FormBody ? Upload : Output<B>

/** One request, after authentication, guard and parsing. */
export interface Call<A extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  services: Services
  /** Time of the request by the database's clock, in milliseconds since 1970. */
  now: number
  person: A extends 'anyone' ? Person | null : Person
  visit: Visit
  params: Params
  query: Query
  body: Body
  request: Request
  requestId: string
  /** The client's network address. */
  address: string
  actor: A extends 'anyone' ? Actor : SignedIn
  /** What a change needs: the database, the time and who acts. */
  context: Context<A extends 'anyone' ? Actor : SignedIn>
  log: Log
}

type Answer<R> = R extends z.ZodType ? z.input<R> | Reply | Response : Reply | Response | NodeStream

/**
 * One call of the API as data: access, input, output and handler. The guard, parsing, error format, OpenAPI description
 * and the browser's types all follow from it.
 */
export interface Endpoint<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends BodySchema = BodySchema,
  R extends z.ZodType | Media = z.ZodType | Media,
> extends Asked<A, P, Q, B> {
  answer: R
  handle(call: Call<A, Output<P>, Output<Q>, ParsedBody<B>>): Promise<Answer<R>> | Answer<R>
}

type Schema = z.ZodType | undefined
type BodySchema = z.ZodType | FileBody | FormBody | undefined

/** An endpoint without its answer. */
interface Asked<A extends Access, P extends Schema, Q extends Schema, B extends BodySchema> {
  summary: string
  access: A
  /** Needs a login or a proof of identity within the last 10 minutes. */
  needsProof?: true
  /** What a write by staff does. A power needs a fresh proof, has a limit of the day, and is mailed to the owners. */
  effect?: Effect
  /** How much of the limit of the power a request uses; 1 by default. */
  amount?: (body: ParsedBody<B>) => number
  /** Counts against the user's rate limit, once the input is valid. */
  limit?: RateLimit
  /** Also accepts an id token in the Authorization header. */
  idToken?: boolean
  /** Also open to users who have not confirmed their age. Only for calls about their own account. */
  beforeAge?: boolean
  /** Refused while a player is on a break: tickets, notifications, and purchases. Forecasts are refused by their feature. */
  pausedByBreak?: boolean
  /** Also open to players of lower plans who follow one game live. The handler answers about that game only. */
  forFollowers?: boolean
  /** A write that is also open to an owner who sees a player's screens, because it ends that. */
  endsSeeing?: true
  params?: P
  query?: Q
  body?: B
  /** Another company sends and signs this call. It is exempt from the cross-site check; the handler verifies the signature. */
  signed?: boolean
  /**
   * The server reads all committed changes of draws and games before the handler runs, and again after a handler that
   * writes. Without it, a call may see the draws as they were up to one poll interval ago.
   */
  fresh?: boolean
  /**
   * Whether the answer changes with draws, games or forecasts. The answer says so in a header, and open pages fetch it again
   * after a change.
   */
  followsDraws?: boolean
  /**
   * What the answer depends on, besides its address and the settings: equal versions of an address give equal answers. A page
   * for everyone whose calls all have a version is kept until one of them changes, and its calls are not made again. Only for
   * calls without a limit.
   */
  version?: A extends 'anyone' ? (services: Services, visit: Visit) => Promise<string> | string : never
  /**
   * Free for other sites, see {@link openToOtherSites}: the same for everyone, so it reads no session. Its data may be kept
   * for a minute. The limit counts requests, not the calls of our own pages.
   */
  forOtherSites?: boolean
  /**
   * It makes something new each time. The id of its form makes a repeat harmless, see `answerOnce`: the handler writes with the
   * call's `context` alone, and causes nothing outside the database. Otherwise what makes a repeat harmless.
   */
  creates?: 'once-by-form' | 'once-by-its-values' | 'once-by-its-own-key'
  /** Runs after a write is committed. */
  committed?: (services: Services) => Promise<unknown>
  /** `high`: an overloaded server refuses it last. */
  priority?: 'high'
  /** Refusals are plain text instead of problem+json, because the specification shows their text. */
  errors?: 'sentence'
  /** The form that makes this call without script. */
  form?: PlainForm
  /** Status of a successful answer; 200 by default. */
  status?: number
}

/** Calls by `METHOD /path`, with `:name` for parameters. */
// oxlint-disable-next-line typescript/no-explicit-any -- `endpoint` has checked each handler against its own schemas
export type Routes = Record<string, Endpoint<any, any, any, any, any>>

/** Defines one call. The handler's types follow from the schemas. */
export function endpoint<
  const A extends Access,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends BodySchema = undefined,
  R extends z.ZodType | Media = Media,
>(definition: Endpoint<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  return definition
}

/** Defines a call that returns no data. */
export function write<
  const A extends Access,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends BodySchema = undefined,
>({ handle, ...definition }: Write<A, P, Q, B>): Endpoint<A, P, Q, B, typeof done> {
  const handleDone = async (call: Parameters<typeof handle>[0]) => {
    await handle(call)
    return DONE
  }
  return { ...definition, answer: done, handle: handleDone }
}

interface Write<A extends Access, P extends Schema, Q extends Schema, B extends BodySchema> extends Asked<
  A,
  P,
  Q,
  B
> {
  handle: (call: Call<A, Output<P>, Output<Q>, ParsedBody<B>>) => unknown
}

/** The answer of a call that returns no data. */
export const done = z.strictObject({ done: z.literal(true) })
export const DONE: z.infer<typeof done> = { done: true }
