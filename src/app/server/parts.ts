// What rooms add to the rooms below them, in the order in which they take part.
import { drawFollowers } from '../../draws/server/followers.ts'
import { followPlan } from '../../forecasts/server/bring-closes-forward.ts'
import { lockLedger, startLog } from '../../forecasts/server/ledger/append.ts'
import { followDraws, followSchedule } from '../../forecasts/server/ledger/follow-draws.ts'
import { noteOfRecord } from '../../forecasts/server/record-mails.ts'
import { queueDrawPosts } from '../../reach/server/channels/outbox/queue-posts.ts'
import {
  countGameReaders,
  gameReaders,
  lateDrawReaders,
  pushToUsers,
} from '../../reach/server/push/queue-push.ts'
import { MONEY_DATA } from '../../money/server/personal-data.ts'
import { notesInMails } from '../../money/server/payments/mails.ts'
import { PLAN_MAIL_DATA } from '../../operation/server/talk/plan-mails.ts'
import { personalData } from '../../people/server/personal-data.ts'
import { ownNumbers } from '../../reach/server/push/own-numbers.ts'
import { PUSH_DATA } from '../../reach/server/push/personal-data.ts'
import { slipNumbers } from '../../slip/server/own-numbers.ts'
import { SLIP_DATA } from '../../slip/server/personal-data.ts'

/** Every program that changes anything calls it before. */
export function setParts(): void {
  personalData.set([{ sections: MONEY_DATA }, PUSH_DATA, SLIP_DATA, PLAN_MAIL_DATA])
  ownNumbers.set([slipNumbers])
  notesInMails.set([noteOfRecord])
  drawFollowers.set([
    // Results score the forecasts in the same transaction.
    {
      drawsWritten: followDraws,
      timesChanged: followSchedule,
      drawMoved: followPlan,
      samplesRemoved: async ({ tx, now }, games) => {
        await startLog(tx, await lockLedger(tx, 'real'), now, games)
      },
    },
    {
      posts: { queue: queueDrawPosts, job: 'queue-posts' },
      calendarNews: async ({ tx, now }, games, news) =>
        pushToUsers(tx, now, await gameReaders(tx, games), { ...news, version: now }),
      calendarReaders: countGameReaders,
      lateNews: async ({ tx, now }, news) =>
        pushToUsers(tx, now, await lateDrawReaders(tx), { ...news, version: now }),
    },
  ])
}
