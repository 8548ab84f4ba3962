import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canLintMigrations, lintMigrations } from './lint-migrations.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotto-lint-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function lint(statement: string, file = '0900_new.sql') {
  writeFileSync(join(folder, file), `-- expand\n${statement}\n`)
  return lintMigrations(folder)
}

describe.runIf(canLintMigrations)('a new migration', () => {
  test.each([
    ['alter table users alter column username type text;', 'changing-column-type'],
    ['alter table users add constraint c check (username <> $$$$);', 'constraint-missing-not-valid'],
    ['alter table users drop column username;', 'ban-drop-column'],
    ['create index on draws (date);', 'require-concurrent-index-creation'],
  ])('is refused: %s', (statement, rule) => {
    expect(lint(statement)).toContain(rule)
  })

  test.each([
    'alter table users add column nickname text;',
    'create table notes (id int primary key, text text not null check (text <> $$$$));',
    'alter table users add constraint c check (username <> $$$$) not valid;',
    '-- squawk-ignore require-concurrent-index-creation\ncreate index on alarms (kind);',
  ])('is accepted: %s', (statement) => {
    expect(lint(statement)).toBeNull()
  })
})

test('a migration of an earlier release is not checked', () => {
  expect(lint('alter table users alter column username type text;', '0001_old.sql')).toBeNull()
})
