// Each entry of the audit trail that a test causes must name what exists, and have the values that its sentence shows.
import type { Address } from '../../src/platform/server/db/connect.ts'
import { AUDIT_SENTENCES } from '../../src/platform/rules/audit/audit.ts'
import { queryAt } from './database.ts'

/** The table and the key of each kind of subject. An `id` is a number. */
const KEYS = {
  alarm: ['alarms', 'id'],
  announcement: ['announcements', 'id'],
  author: ['authors', 'id'],
  channel: ['channels', 'id'],
  'days-given-back': ['days_given_back', 'id'],
  draw: ['draws', 'id'],
  game: ['games', 'key'],
  group: ['number_groups', 'id'],
  image: ['pictures', 'name'],
  multiplier: ['multipliers', `operator || ' ' || bet`],
  payment: ['payments', 'reference'],
  prediction: ['predictions', 'id'],
  price: ['prices', 'id'],
  restore: ['restores', 'id'],
  user: ['users', 'users.id'],
  'voucher-batch': ['voucher_batches', 'id'],
}
/** The subjects of entries about many rows or none. */
const WHOLES = 'audit draws games help log players refund-limit restore user:all'.split(' ')

/** Values that not every entry of a kind has. */
const OPTIONAL = 'close days decision game kind months purpose revoked toDate'.split(' ')
/** The fields behind the values that need more than a template, by their key or by the action. */
const FIELDS: Record<string, string> = {
  draw: '{new}',
  datedDraw: '{new}',
  changes: '{old} {new}',
  'draw.delete': '{old}',
  'draw.undo': '{old}',
}

/** What staff say why they do. */
const REASONED =
  `announcement.end announcement.publish alarm.close channel.decide game.end grant.give grant.revoke
  help.contact log.erase-texts payment.refund prediction.edit prediction.withdraw price.enter price.withdraw refund-limit.set
  restore.open-payments user.email-change user.email-change-cancel user.end-suspension user.note user.see user.suspend
  voucher.cancel voucher.sold`.split(/\s+/)

const listOf = (words: readonly string[]) => `array['${words.join(`', '`)}']`

/** The fields of each sentence that shows values, as branches of a case. */
const fieldsCase = Object.entries<string>(AUDIT_SENTENCES).flatMap(([action, sentence]) => {
  const values = sentence.split(': ')[1] ?? ''
  const names = [...(FIELDS[action] ?? FIELDS[values] ?? values).matchAll(/\{(\w+)/g)].map(
    ([, name]) => name!,
  )
  const wanted = names.filter((name) => !OPTIONAL.includes(name))
  if (REASONED.includes(action)) wanted.push('reason')
  return wanted.length > 0 ? [`when '${action}' then ${listOf(wanted)}`] : []
})
const existsCase = Object.entries(KEYS).map(
  ([kind, [table, key]]) =>
    `when '${kind}' then exists (select from ${table}
      where ${key} = substr(new.subject, ${kind.length + 2})${key === 'id' ? '::bigint' : ''})`,
)

/** Makes a database refuse an entry that names nothing, lacks a value, or is of an account other than the actor's. */
export async function checkAudit(address: Address): Promise<void> {
  await queryAt(
    address,
    `create function check_audit() returns trigger language plpgsql as $$
    declare
      facts jsonb := new.details;
      part text;
    begin
      foreach part in array array['old', 'new', 'length'] loop
        if jsonb_typeof(new.details -> part) = 'object' then facts := facts || (new.details -> part); end if;
      end loop;
      if not facts ?& (case new.action ${fieldsCase.join(' ')} else '{}' end) then
        raise exception 'the audit entry % has only %', new.action, new.details;
      elsif new.subject <> all (${listOf(WHOLES)})
        and not (case split_part(new.subject, ':', 1) ${existsCase.join(' ')} else false end) then
        raise exception 'the audit entry % names %', new.action, new.subject;
      elsif new.action like 'account.%' and new.subject <> 'user:' || new.actor then
        raise exception 'the audit entry % of % names %', new.action, new.actor, new.subject;
      end if;
      return new;
    end $$;
    create trigger check_audit before insert on audit for each row
      when (new.action not like 'test%') execute function check_audit()`,
  )
}
