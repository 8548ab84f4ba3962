import type { Answers } from './answers.ts'
import { noteFollowing } from './api/follows-draws.ts'
import { noteServerTime } from './api/server-time.ts'

/** Takes the answers that the page was rendered from out of the document. */
export function takeAnswers(): Answers {
  const element = document.getElementById('answers')!
  const answers = JSON.parse(element.textContent) as Answers
  // Answers may be paid content, and the tab may outlive the session. A logout clears only the cache.
  element.remove()
  noteServerTime(answers.now)
  for (const [address, { followsDraws }] of Object.entries(answers.calls))
    if (followsDraws) noteFollowing(address, answers.now)
  // A form may be answered with another page than the one at its own address.
  if (answers.address) history.replaceState(null, '', answers.address)
  return answers
}

// A page from the back/forward cache may belong to a session that has ended.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
