import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DESK_LIMITS } from '../../src/draws/rules/desk.ts'
import { startEmbedded } from '../../src/platform/server/db/embedded.ts'
import { createLog } from '../../src/platform/server/base/log.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { csv } from '../support/csv.ts'
import { contentsOf } from '../support/database.ts'
import { type DrawsFile, generateDrawsFile } from '../support/draws-file.ts'
import { databaseUrl, newFolder, runProgram } from '../support/programs.ts'
import { IS_LONG, slowTest } from '../support/slow.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer()
const folder = newFolder()
afterAll(() => folder.remove())

const PROGRAM = 'dist/server/import.js'
/** Real draws are not part of the repository. Beside it they are tested too. */
const REAL_DRAWS = join(rootDir(), '../shared/data/draws-2023-10-to-2024-12.csv')
const generated = generateDrawsFile()

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

const importFile = (...args: string[]) =>
  runProgram([PROGRAM, ...args], { DATA_DIR: folder.path, ...databaseUrl(server().address) })

const COUNTED = ['inserted', 'unchanged', 'completed', 'corrected', 'refused']
const counts = (...numbers: number[]) => numbers.map((number, i) => `${COUNTED[i]} ${number}`)

describe('npm run import on the database of a running server', () => {
  test('prints the counts and every refused row; the server shows the new draws', async () => {
    const path = file(
      'some.csv',
      csv(
        'diamond,2022-10-03,,,ok,31,32,33,34,35',
        'some_game,2022-10-03,,,ok,51,52,53,54,55',
        'some_game,2022-10-10,,,ok,51,52,53,54,55',
        '',
        'diamond,2022-10-04,,,ok,41,42,43,44,45',
        'gold,2022-10-04,,,ok,,,,,',
        'king,2022-10-08,,,ok,1,2,3,4,5',
        'king,2022-10-15,,,ok,11,12,13,14,15',
        'king,2022-10-22,,,ok,21,22,23,24,25',
      ),
    )
    const { code, out, err } = await importFile(path)
    expect([code, err]).toEqual([2, ''])
    expect(out.trim().split('\n')).toEqual([
      ...counts(5, 0, 0, 0, 3),
      '',
      'Imported with warnings:',
      '  line 6: diamond 2022-10-04: Diamond does not usually draw on a Tuesday.',
      '',
      'Refused:',
      '  line 7: gold 2022-10-04: Enter exactly five winning numbers, not 0.',
      '',
      'Unknown games:',
      '  2 rows from line 3: Unknown game "some_game".',
      '',
      'Run the import again, for each unknown name with --read-as "NAME=GAME" if it means a known game, or with --new-game "NAME; OPERATOR; Mon 09:30, Thu 15:30" to add it.',
    ])
    const free = await server().as('free')
    await expect.poll(async () => (await free.get('/api/getResults')).body.diamond['2022']?.length).toBe(2)
    const [entry] = await server().rows`select actor, details from audit where action = 'draws.import'`
    expect(entry).toMatchObject({ actor: null, details: { name: 'some.csv', inserted: 5 } })
  })

  test('adds each game that --new-game names, with its operator and times', async () => {
    const more = [
      '--new-game',
      'some_game; Some Lotto; Mon 09:30, Thursday 15:30',
      join(folder.path, 'some.csv'),
    ]
    const counts = 'inserted 2\nunchanged 5\ncompleted 0\ncorrected 0\nrefused 1\n'
    const before = await contentsOf(server())
    expect((await importFile('--dry-run', ...more)).out).toContain(counts)
    expect(await contentsOf(server())).toEqual(before)
    const { code, out } = await importFile(...more)
    expect([code, out]).toEqual([2, expect.stringContaining(counts)])
    expect(out).not.toContain('Some game does not usually draw')
    const [game] = await server().rows`select name, operator from games where key = 'some_game'`
    expect(game).toEqual({ name: 'Some game', operator: 'Some Lotto' })
    const slots = await server()
      .rows`select weekday, close from game_slots where game_key = 'some_game' order by close`
    expect(slots).toEqual([
      { weekday: 'monday', close: 570 },
      { weekday: 'thursday', close: 930 },
    ])
  })

  slowTest('reads a name as the game of --read-as', async () => {
    const path = file('zero.csv', csv('6,2022-10-04,,,ok,1,2,3,4,5'))
    expect((await importFile(path)).out).toContain('Unknown game "6". Is it 06?')
    expect((await importFile('--read-as', '6=06', path)).out).toMatch(/^inserted 1\n/)
  })
})

describe('npm run import of rows that differ from recorded draws', () => {
  const rows = csv(
    'king,2022-10-08,,,ok,1,2,3,4,6',
    'king,2022-10-15,,,no draw,,,,,',
    'king,2022-10-22,,,ok,21,22,23,24,25,26,27,28,29,30',
  )
  test('refuses them with line, old and new value, and adds missing machine numbers', async () => {
    const { code, out } = await importFile(file('second.csv', rows))
    expect([code, out.trim().split('\n')]).toEqual([
      2,
      [
        ...counts(0, 0, 1, 0, 2),
        '',
        'Completed:',
        '  line 4: king 2022-10-22: machine none becomes 26 - 27 - 28 - 29 - 30',
        '',
        'Refused:',
        '  line 2: king 2022-10-08: A recorded draw would change: winning 1 - 2 - 3 - 4 - 5 becomes 1 - 2 - 3 - 4 - 6. Import it with --correct.',
        '  line 3: king 2022-10-15: A recorded draw would change: draw drawn becomes no draw, winning 11 - 12 - 13 - 14 - 15 becomes none. Import it with --correct.',
      ],
    ])
  })

  test('corrects them with --correct and lists each', async () => {
    const { code, out } = await importFile('--correct', file('second.csv', rows))
    expect(code).toBe(0)
    expect(out.trim().split('\n')).toEqual([
      ...counts(0, 1, 0, 2, 0),
      '',
      'Corrected:',
      '  line 2: king 2022-10-08: winning 1 - 2 - 3 - 4 - 5 becomes 1 - 2 - 3 - 4 - 6',
      '  line 3: king 2022-10-15: draw drawn becomes no draw, winning 11 - 12 - 13 - 14 - 15 becomes none',
    ])
  })

  slowTest('reads a block of a chat, and takes its date from --date', async () => {
    const block = file('block.txt', '*Aseda*\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n')
    expect((await importFile(block)).out).toContain('refused 1\n')
    expect((await importFile(block, '--date', '2/10/2022')).out).toMatch(/^inserted 1\n/)
  })
})

describe('npm run import of dates with the month first', () => {
  const path = file(
    'american.csv',
    csv(
      'midweek,01/08/2020,,,ok,81,72,3,44,15',
      'midweek,01/29/2020,3,,ok,86,77,8,49,10,11,82,73,54,25',
      'midweek,02/02/2020,,,no draw,,,,,',
    ),
  )
  const drawsIn2020 = () =>
    server().rows`select date from draws where date between '2020-01-01' and '2020-12-31' order by date`

  slowTest('is shown by a dry run, which writes nothing', async () => {
    const before = await contentsOf(server())
    const { code, out } = await importFile('--dry-run', '--date-order', 'month-first', path)
    expect([code, out.trim().split('\n')]).toEqual([
      0,
      [
        ...counts(3, 0, 0, 0, 0),
        '',
        'This was a dry run: nothing is written.',
        '',
        'New:',
        '  line 2: midweek Wed 8 Jan 2020: 81 - 72 - 3 - 44 - 15',
        '  line 3: midweek Wed 29 Jan 2020 No. 3: 86 - 77 - 8 - 49 - 10, machine 11 - 82 - 73 - 54 - 25',
        '  line 4: midweek Sun 2 Feb 2020: no draw',
        '',
        'Imported with warnings:',
        '  line 3: midweek 2020-01-29: 2 draws since Wed 8 Jan 2020 are not recorded.',
        '  line 4: midweek 2020-02-02: Midweek does not usually draw on a Sunday.',
      ],
    ])
    expect((await importFile('--dry-run', path)).code).toBe(2)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('refuses the doubtful ones and asks for the order, then reads them in that order', async () => {
    const { code, out } = await importFile(path)
    expect([code, out.trim().split('\n').slice(-5)]).toEqual([
      2,
      [
        'Refused:',
        '  line 2: midweek 01/08/2020: The date "01/08/2020" can be 1 August or 8 January, because another date has the month first; say which order the dates have.',
        '  line 3: midweek 01/29/2020: The date "01/29/2020" is read with the day first, and there is no month 29; write it as 2023-10-02.',
        '',
        'The date 01/29/2020 cannot have the day first and 01/08/2020 can have either first. Run the import again with --date-order month-first or --date-order day-first.',
      ],
    ])
    expect(await drawsIn2020()).toEqual([{ date: '2020-02-02' }])
    expect((await importFile('--date-order', 'month-first', path)).code).toBe(0)
    expect((await drawsIn2020()).map(({ date }) => date)).toEqual(['2020-01-08', '2020-01-29', '2020-02-02'])
  })
})

/** The files that are imported completely: generated draws always, the real ones in a long run where they are present. */
const files: [name: string, path: string, rows: Omit<DrawsFile, 'content'>][] = [
  ['generated draws', file('generated.csv', generated.content), generated],
  ...(IS_LONG && existsSync(REAL_DRAWS)
    ? ([
        [
          'the real draws of October 2023 to December 2024',
          REAL_DRAWS,
          { known: 1830, unknown: 915, suspect: 2 },
        ],
      ] as typeof files)
    : []),
]

describe.each(files)('%s', (_, path, { known, unknown, suspect }) => {
  const ownServer = testServer()
  const importInto = (...args: string[]) =>
    runProgram([PROGRAM, ...args], { DATA_DIR: folder.path, ...databaseUrl(ownServer().address) })

  test('are imported unchanged, and a second run changes nothing', async () => {
    const first = await importInto(path)
    expect(first.code).toBe(2)
    const counts = (inserted: number, unchanged: number) =>
      `inserted ${inserted}\nunchanged ${unchanged}\ncompleted 0\ncorrected 0\nrefused ${unknown + suspect}\n`
    expect(first.out.startsWith(counts(known, 0))).toBe(true)
    // The rows of the seven unknown games are grouped into seven lines.
    expect(first.out.match(/Unknown game "/g)).toHaveLength(7)
    expect(first.out).toMatch(/^ {2}\d+ rows from line \d+: Unknown game "tota"\.$/m)
    const inFile = new Map(
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/"[^"]*"/, '').split(','))
        .map((cells) => [`${cells[0]} ${cells[1]}`, cells]),
    )
    const rows = await ownServer().rows`select * from draws where deleted_at is null and source = 'import'`
    expect(rows).toHaveLength(known)
    const recorded = rows.map(({ game_key: game, date, serial, state, winning, machine }) => [
      `${game} ${date}`,
      String(serial ?? ''),
      state,
      ...winning,
      ...machine,
    ])
    const wanted = recorded.map(([draw]) => {
      const [, , serial, , status, ...balls] = inFile.get(draw)!
      const state = status === 'no_draw' ? 'no_draw' : 'drawn'
      return [draw, serial, state, ...balls.filter((ball) => ball !== '').map(Number)]
    })
    expect(recorded).toEqual(wanted)
    const before = await contentsOf(ownServer())
    expect((await importInto(path)).out.startsWith(counts(0, known))).toBe(true)
    expect(await contentsOf(ownServer())).toEqual(before)
  })

  slowTest(
    'are imported with --new-game, also one that resembles a known game, except for suspect rows',
    async () => {
      const names = new Set((await importInto(path)).out.match(/(?<=Unknown game ")\w+/g))
      const games = [...names].flatMap((name) => ['--new-game', `${name}; Some Lotto; Mon 09:30`])
      const { code, out } = await importInto(...games, path)
      expect(code).toBe(2)
      expect(out.startsWith(`inserted ${unknown}\nunchanged ${known}\n`)).toBe(true)
      expect(out).toContain(`\nrefused ${suspect}\n`)
      expect(out).toContain('The row is marked suspect.')
      const before = await contentsOf(ownServer())
      const again = await importInto(...games, path)
      expect(again.out.startsWith(`inserted 0\nunchanged ${known + unknown}\n`)).toBe(true)
      expect(await contentsOf(ownServer())).toEqual(before)
    },
  )
})

slowTest(
  'npm run import with its own data folder starts the embedded server only for the import and keeps the draws',
  async () => {
    const path = file('one.csv', csv('king,2023-10-07,,,ok,1,2,3,4,5'))
    const alone = () => runProgram([PROGRAM, path], { DATA_DIR: folder.path })
    expect((await alone()).out).toMatch(/^inserted 1\n/)

    // The command uses a server that runs already and does not stop it.
    const embedded = await startEmbedded(folder.path, createLog('silent'))
    expect((await alone()).out).toMatch(/^inserted 0\nunchanged 1\n/)
    const after = await alone()
    expect([after.code, after.err]).toEqual([0, ''])
    await embedded.stop()
  },
)

describe('npm run import ends with status 1 and one sentence for', () => {
  const FAULTS: [string, () => string[], RegExp][] = [
    ['no file', () => [], /^npm run import -- FILE\.csv/],
    ['two files', () => ['a.csv', 'b.csv'], /^npm run import -- FILE\.csv/],
    ['an unknown option', () => ['--force', 'a.csv'], /^npm run import -- FILE\.csv/],
    [
      'an unknown order of dates',
      () => ['--date-order', 'year-first', 'a.csv'],
      /^npm run import -- FILE\.csv/,
    ],
    [
      'a date that cannot be read',
      () => ['--date', '30/2/2025', 'a.csv'],
      /^--date: The date "30\/2\/2025" does not exist/,
    ],
    [
      'a new game without an operator',
      () => ['--new-game', 'tota', 'a.csv'],
      /^--new-game "tota": write it as "NAME; OPERATOR; Mon 09:30, Thu 15:30"\.\n$/,
    ],
    [
      'a new game with a time that cannot be read',
      () => ['--new-game', 'tota; Some Lotto; Mon 9', 'a.csv'],
      /^--new-game "tota; Some Lotto; Mon 9": write it as /,
    ],
    [
      'the new game 6',
      () => ['--new-game', '6; Some Lotto; Mon 09:30', file('none.txt', csv())],
      /^There is another game named 06\.\n$/,
    ],
    [
      'a name that means no known game',
      () => ['--read-as', 'tota=totas', file('one.txt', csv('tota,2022-10-03,,,ok,1,2,3,4,5'))],
      /^--read-as "tota=totas": write it as NAME=GAME, with a known game\.\n$/,
    ],
    ['a missing file', () => [join(folder.path, 'none.csv')], /^Cannot read \S+none\.csv \(ENOENT\)\.\n$/],
    ['a folder', () => [folder.path], /^Cannot read \S+ \(EISDIR\)\.\n$/],
    ['an empty file', () => [file('empty.csv', '')], /^The file is empty\.\n$/],
  ]
  // Each is a process of its own.
  test.each(IS_LONG ? FAULTS : FAULTS.filter((_, i) => i % 6 === 0))('%s', async (_, args, sentence) => {
    const before = await contentsOf(server())
    const { code, out, err } = await importFile(...args())
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
    expect(err).not.toMatch(/\n +at /)
    expect(await contentsOf(server())).toEqual(before)
  })

  // Root may read every file.
  test.skipIf(process.getuid?.() === 0)('a file without read permission', async () => {
    const path = file('secret.csv', csv())
    chmodSync(path, 0)
    expect(await importFile(path)).toMatchObject({ code: 1, err: `Cannot read ${path} (EACCES).\n` })
  })

  test('invalid settings', async () => {
    const { code, err } = await runProgram([PROGRAM, file('one.csv', csv())], { DATABASE_URL: 'mysql://x' })
    expect(code).toBe(1)
    expect(err).toEqual(expect.stringMatching(/^The settings are invalid:\n {2}- DATABASE_URL: must/))
  })
})

slowTest(
  'npm run import of a long table takes more rows than an upload, and reports its progress',
  async () => {
    const rows = Array.from(
      { length: DESK_LIMITS.importRows + 1 },
      () => 'metro,2021-10-04,,,ok,61,62,63,64,65',
    )
    const { code, out, err } = await importFile(file('long.csv', csv(...rows)))
    expect(code).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual(['inserted 1', 'unchanged 100000'])
    expect(err).toBe('Read 100001 rows. Writing 1 new draws.\n')
  },
)
