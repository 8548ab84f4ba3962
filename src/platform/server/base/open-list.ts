/** What rooms above add to a room below, in their order. */
export interface OpenList<Part> {
  /** Sets the parts, once for each program. */
  set: (parts: readonly Part[]) => void
  /** @throws Error in a program that did not set it: a part left out is a fault, never an empty list */
  all: () => readonly Part[]
}

/** An empty list. `app/server/parts.ts` sets it. @param name for the error */
export function openList<Part>(name: string): OpenList<Part> {
  let parts: readonly Part[] | null = null
  return {
    set: (given) => void (parts = given),
    all: () => {
      if (!parts) throw new Error(`This program does not set the list "${name}" (app/server/parts.ts).`)
      return parts
    },
  }
}
