const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Words about people and their data, which the assistant never shows. */
export const PERSONAL: ReadonlySet<string> =
  list(`user users password passwords email emails phone customer customers account accounts
  subscriber subscribers username usernames bvn pin admin admins address addresses payments payment members member people's person`)

/** Words of other subjects. A question with one of them is not about the game. */
export const OFF_TOPIC: ReadonlySet<string> =
  list(`weather football premiership chelsea arsenal president election governor song songs music movie film poem
  story joke jokes recipe food loan lend borrow dollar dollars bitcoin crypto stock stocks visa job jobs school exam news girlfriend boyfriend wife husband
  doctor medicine sick god pray prayer church mosque capital country translate code-review python javascript program essay letter homework math
  algebra instructions prompt system ignore delete database sql table select union script server hack`)

/** For the correction of misspellings. */
export const DECLINED_WORDS: readonly string[] = [...PERSONAL, ...OFF_TOPIC]
