import type { Db } from '../db/connect.ts'
import { raiseAlarm } from './raise-alarm.ts'

/**
 * Raises the alarm about a full disk, once there is room again to store it. Several processes raise one alarm.
 * @param minutes the time for which writes failed
 */
export async function reportFullDisk(db: Db, now: number, minutes: number): Promise<void> {
  await db.transaction((tx) => raiseAlarm(tx, now, 'disk-full', 'disk', { minutes }))
}
