import type { Db } from '../db/connect.ts'

/** Who makes a change, with the request and its network address. */
export interface Actor {
  /** Null for a program, or before a login. */
  userId: string | null
  requestId: string | null
  address: string | null
}

/** A user who is signed in. */
export interface SignedIn extends Actor {
  userId: string
}

/** The actor of jobs and command lines. */
export const PROGRAM: Actor = { userId: null, requestId: null, address: null }

/** Who acts and when: one value for a request, a job or a command. */
export interface Context<A extends Actor = Actor> {
  db: Db
  /** Milliseconds. */
  now: number
  actor: A
}

/** A unit of work: the same inside a transaction. What needs one takes this type, so it cannot run without. */
export interface Change<A extends Actor = Actor> {
  tx: Db
  /** Milliseconds. */
  now: number
  actor: A
}

/** A transaction and its time. */
export type Instant = Pick<Change, 'tx' | 'now'>

/** A change of the program itself. */
export const byProgram = (tx: Db, now: number): Change => ({ tx, now, actor: PROGRAM })

/** Runs work in one transaction. */
export const change = <T, A extends Actor>(
  { db, now, actor }: Context<A>,
  work: (change: Change<A>) => Promise<T>,
): Promise<T> => db.transaction((tx) => work({ tx, now, actor }))
