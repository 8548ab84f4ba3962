import { type Account, ACCOUNT_HEADER, readAccount, OFFLINE_LIMITS } from '../../domain/offline/offline.ts'
import type { ToWorker } from '../offline/messages.ts'
import { keepLaterFiles } from './files.ts'
import { keepHistory } from './history.ts'
import { cacheOf, keepAnswer, keepBody } from './keep-answer.ts'
import { logoutIsOver } from './logout.ts'
import { adoptPerson, currentEpoch, forgetPerson, keptPerson, reloadTabs } from './person.ts'
import { read } from './stores.ts'

type Opened = Extract<ToWorker, { kind: 'opened' }>

/** Answers that a second visit keeps even if the person has not seen them: the first screens of the app. */
const FIRST = ['/api/overview', '/api/days/today', '/api/chart-result']

/**
 * A signed-in page was opened: keeps its answers and files, and fetches what the phone needs without a network. A player may
 * never come back, so the first visit fetches only the newest year, and a browser that saves data none. The server says who is
 * signed in: the page may be older than a logout or a demotion.
 */
export async function opened({ account: shown, answers, loaded, isFirst, savesData }: Opened): Promise<void> {
  if (!(await logoutIsOver())) return
  const known = await keptPerson()
  const isKnown = known?.uid === shown.uid && known.rights >= shown.rights
  if (!isKnown && !(await adoptSignedIn(shown))) return
  const account = await keptPerson()
  const epoch = currentEpoch()
  for (const [call, { status, body, followsDraws = false }] of Object.entries(answers.calls))
    if (status === 200 && cacheOf(call))
      await keepBody(call, { at: answers.now, body: JSON.stringify(body), followsDraws, account, epoch })
  if (!savesData) await keepHistory(answers.now, isFirst ? 1 : OFFLINE_LIMITS.years)
  // The browser still has these, so they need no request.
  const paths = new Set(loaded.map((url) => new URL(url).pathname))
  await keepLaterFiles((path) => paths.has(path))
  if (isFirst || savesData) return
  for (const call of FIRST) if (!(await read(cacheOf(call)!, call))) await keepAnswer(call, await fetch(call))
  await keepLaterFiles(() => true)
}

/** Begins to keep the data of the signed-in person. The tabs of another one, or of one with higher rights, reload. */
async function adoptSignedIn(shown: Account): Promise<boolean> {
  const response = await fetch('/api/me')
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  if (account?.uid !== shown.uid || account.rights < shown.rights) {
    await reloadTabs()
    return false
  }
  if ((await keptPerson())?.uid !== account.uid) await forgetPerson()
  await adoptPerson(account)
  await keepAnswer('/api/me', response)
  return true
}
