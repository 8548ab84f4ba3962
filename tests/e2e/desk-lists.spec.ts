// The staff’s desk: what it proposes, gaps in the history and bulk uploads.
import { DESKTOP, expect, hold, PHONE, scrollsSideways, test } from './app.ts'
import {
  bar,
  boxOf,
  cell,
  cellsOf,
  clear,
  deleteOf,
  deskOf,
  NOON,
  openDesk,
  paste,
  RESULTS,
  saidOn,
} from './desk.ts'

test.use({ own: true, viewport: DESKTOP })

test('a gap in the history opens the desk or becomes "no draw"; the next serial number is proposed', async ({
  page,
  visit,
  setClock,
  staff,
  ask,
  publish,
}) => {
  setClock(NOON)
  await staff.record({ game: 'king', date: '2026-02-14', winning: [7, 12, 45, 60, 89] })
  await visit('admin', RESULTS)
  await expect(deskOf(page)).toContainText('3 draws since Sat 14 Feb 2026 are not recorded.')
  await page.getByText('Gaps in the history: 3').click()
  await expect(page.getByRole('list', { name: 'Gaps' }).getByRole('listitem')).toHaveText([
    /^Premier King, Sat 7 Mar 2026/,
    /^Premier King, Sat 28 Feb 2026/,
    /^Premier King, Sat 21 Feb 2026/,
  ])
  await page.getByRole('button', { name: 'No draw of Premier King, Sat 28 Feb 2026' }).click()
  await expect(bar(page, 'Premier King')).toContainText('No draw')
  await publish()
  await expect(saidOn(page)).toContainText('Premier King, Sat 28 Feb 2026, is saved. No draw.')
  await expect(page.getByText('Gaps in the history: 2')).toBeVisible()

  await page.getByRole('button', { name: 'Enter Premier King, Sat 21 Feb 2026' }).click()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-02-21')
  await expect(cell(page, 'Winning 1')).toBeFocused()
  await page.keyboard.type('01020304050607080910')
  await page.keyboard.press('Enter')
  await publish()
  await expect(saidOn(page)).toContainText('Premier King, Sat 21 Feb 2026, is saved.')
  await expect(page.getByText('Gaps in the history: 1')).toBeVisible()
  expect((await ask('/api/admin/gaps')).gaps).toEqual([{ game: 'king', date: '2026-03-07' }])

  await test.step('the next serial number is proposed and saved, and another one can be typed', async () => {
    await staff.record({ game: 'king', date: '2026-03-07', serial: 10, winning: [1, 2, 3, 4, 5] })
    await staff.record({ game: 'super', date: '2026-03-10', serial: 20, winning: [6, 7, 8, 9, 10] })
    await page.reload()
    await expect(cell(page, 'Winning 1')).toBeFocused()
    const serial = page.getByLabel('Serial number')
    await expect(serial).toHaveValue('11')
    await page.keyboard.type('08134661900410283482')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('super')
    await expect(serial).toHaveValue('21')
    await serial.fill('22')
    await cell(page, 'Winning 1').focus()
    await page.keyboard.type('11121314151617181920')
    await page.keyboard.press('Enter')
    await expect(saidOn(page)).toContainText('No. 22 skips: the draw of Tue 10 Mar 2026 has No. 20.')
    await serial.fill('21')
    await page.keyboard.press('Enter')
    await expect(bar(page, 'Super')).toBeVisible()
    await publish()
    await expect(saidOn(page)).toContainText('Super, Sat 14 Mar 2026, is saved.')
    const { draws } = await ask('/api/admin/draws?from=2026-03-14')
    expect(draws.map((draw: any) => [draw.game, draw.serial])).toEqual([
      ['super', 21],
      ['king', 11],
    ])
  })
})

test('a phone fills the cells with what its keyboard inserts; a bulk upload shows a verdict per row and writes the valid rows', async ({
  page,
  visit,
  setClock,
  staff,
  ask,
}) => {
  await page.setViewportSize(PHONE)
  setClock(NOON)
  await visit('admin', RESULTS)
  const due = page.getByRole('region', { name: 'Due today' })
  await expect(boxOf(page)).toBeInViewport()
  await due.getByRole('button', { name: /Super/ }).click()
  await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('super')
  await expect(cell(page, 'Winning 1')).toBeFocused()
  await expect(cell(page, 'Winning 1')).toBeInViewport()
  await expect(deskOf(page).getByRole('status')).toBeInViewport()
  expect(await scrollsSideways(page)).toBe(false)

  await test.step('what the keyboard inserts at once fills the cells like a paste', async () => {
    for (const text of ['7-12-45-60-89', '7 12 45 60 89', '0712456089']) {
      await page.keyboard.insertText(text)
      await expect.poll(async () => (await cellsOf(page)).trim()).toMatch(/^0?7 12 45 60 89$/)
      await clear(page)
    }
    await page.keyboard.insertText('Metro 13/3/2026\nW: 07 12 45 60 89\nM: 3 9 27 33 81')
    await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('metro')
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-03-13')
    await expect.poll(() => cellsOf(page)).toBe('07 12 45 60 89 3 9 27 33 81')

    // A separator and a third digit are no paste.
    await clear(page)
    for (const text of ['7', '-', '1', '2']) await page.keyboard.insertText(text)
    await expect(cell(page, 'Winning 3')).toBeFocused()
    await cell(page, 'Winning 2').press('End')
    await page.keyboard.insertText('3')
    await expect.poll(async () => (await cellsOf(page)).trim()).toBe('7 12')
  })

  await test.step('a bulk upload asks for the order of dates and for names of games', async () => {
    await page.setViewportSize(DESKTOP)
    await clear(page)
    const text =
      'Good evening\n*Bingo* 9/3/2026\nW: 7 12 45 60 89\nM: 3 9 27 33 81\nBingo 2026-03-12 7 12 45 60 91\nMetroo Mon 1 2 3 4 5'
    await paste(page, text)
    await expect(boxOf(page)).toBeFocused()
    const verdicts = page.getByRole('region', { name: 'Verdict on each row' })
    await expect(verdicts.getByRole('row')).toHaveText([
      /What arrived/,
      /^Good eveningNot read/,
      /^\*Bingo\* 9\/3\/2026\s+W: 7 [\s\S]*81BingoMon 9 Mar 2026WWinning numbers: 7 - 12 - 45 - 60 - 89MMachine numbers: 3 - 9 - 27 - 33 - 81New/,
      /BingoThu 12 Mar 2026Refused.*from 1 to 90/,
      /MetroMon 9 Mar 2026WWinning numbers: 1 - 2 - 3 - 4 - 5NewRead “Metroo” as Metro\./,
    ])
    expect((await ask('/api/admin/draws')).draws).toEqual([])
    await page.reload()
    await expect(boxOf(page)).toHaveValue(text)
    await expect(page.getByRole('button', { name: 'Write 2 draws' })).toBeEnabled()
    await boxOf(page).press('Control+Enter')
    await expect(saidOn(page)).toHaveText('2 new, 0 changed, 0 unchanged, 1 refused.')
    expect((await ask('/api/admin/draws')).draws).toHaveLength(2)
    await expect(boxOf(page)).toHaveValue(text)

    const header = 'game,date,serial,date_label,status,w1,w2,w3,w4,w5,m1,m2,m3,m4,m5'
    const content = `${header}\ngold,2026-03-10,1,,ok,1,2,3,4,5,,,,,\n`
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'draws.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await expect(verdicts).toContainText('New')
    await staff.record({ game: 'gold', date: '2026-03-10', winning: [1, 2, 3, 4, 6] })
    await page.getByRole('button', { name: 'Write 1 draw' }).click()
    await expect(page.getByText('The draws have changed since the check.')).toBeVisible()
    await expect(verdicts).toContainText('Winning 1 - 2 - 3 - 4 - 6 becomes 1 - 2 - 3 - 4 - 5.')
    await expect(page.getByRole('button', { name: 'Nothing to write' })).toBeDisabled()
    await page.getByLabel('Change the recorded draw listed as "Changes"').check()
    await page.getByRole('button', { name: 'Write 1 draw' }).click()
    await expect(page.getByText('0 new, 1 changed')).toBeVisible()

    await test.step('a table says what was understood of its columns, and a name that resembles a game is read as the chosen one', async () => {
      await page.reload()
      const numbers = '1,2,3,4,5'
      await boxOf(page).fill(
        `id,Lotto,Draw Date,W1,W2,W3,W4,W5\n1,lucky,2026-03-10,${numbers}\n2,6,2026-03-10,${numbers}\n3,Night Star,2026-03-10,${numbers}`,
      )
      const desk = deskOf(page)
      await expect(desk).toContainText('Columns: game, date, winning 1 to 5; not used: “id”.')
      const verdicts = page.getByRole('region', { name: 'Verdict on each row' })
      await expect(verdicts.getByRole('row')).toHaveText([
        /What arrived/,
        /luckyRefusedUnknown game "lucky"\. Is it Lucky G/,
        /06Tue 10 Mar 2026.*NewRead “6” as 06\./,
        /Night StarRefusedUnknown game/,
      ])
      const choice = page.getByLabel('Which game is “lucky”?')
      await expect(choice).toHaveValue('')
      await choice.selectOption('Lucky G (Lucky Tuesday)')
      await expect(page.getByRole('button', { name: 'Write 2 draws' })).toBeEnabled()
      await expect(choice).toHaveValue('lucky_G')
      await expect(page.getByRole('link', { name: 'Add Night Star' })).toHaveAttribute(
        'href',
        /\?add=Night\+Star$/,
      )
      await page.getByRole('button', { name: 'Write 2 draws' }).click()
      await expect(saidOn(page)).toHaveText('2 new, 0 changed, 0 unchanged, 1 refused.')
      const { draws } = await ask('/api/admin/draws')
      expect(draws.map((draw: any) => draw.game)).toEqual(expect.arrayContaining(['06', 'lucky_G']))
    })

    await test.step('it asks for the order of day and month where a date cannot have the day first', async () => {
      await boxOf(page).fill(
        'king 01/10/2026 1 2 3 4 5\nsuper 01/20/2026 6 7 8 9 10\nmetro 02/06/2026 11 12 13 14 15',
      )
      const question = page.getByRole('group', { name: 'What do the dates begin with?' })
      await expect(question).toContainText('01/20/2026 cannot begin with the day.')
      await expect(question).toContainText('The month first: 01/10/2026 is Sat 10 Jan 2026')
      await expect(page.getByRole('button', { name: 'Nothing to write' })).toBeDisabled()
      await question.getByLabel('The month first').check()
      const verdicts = page.getByRole('region', { name: 'Verdict on each row' })
      await expect(verdicts.getByRole('row')).toHaveText([
        /What arrived/,
        /Premier KingSat 10 Jan 2026.*New/,
        /SuperTue 20 Jan 2026.*New/,
        /MetroFri 6 Feb 2026.*New/,
      ])
      await question.getByLabel('The day first').check()
      await expect(verdicts).toContainText('there is no month 20')
      await question.getByLabel('The month first').check()
      await page.getByRole('button', { name: 'Write 3 draws' }).click()
      await expect(page.getByText('3 new, 0 changed, 0 unchanged, 0 refused.')).toBeVisible()
    })
  })
})

test('the day is in words, in amber unless it is today, and the form stops after today’s last draw', async ({
  page,
  visit,
  setClock,
  staff,
  publish,
}) => {
  setClock('2026-03-14 22:00')
  for (const [i, game] of ['king', 'super', 'clubmaster', 'national'].entries())
    await staff.record({ game, date: '2026-03-14', winning: [i + 1, 12, 45, 60, 89] })
  await openDesk(page, visit)
  const day = deskOf(page).getByRole('status')
  await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('06')
  await expect(day).toHaveText('06, Saturday 14 March, today')
  await expect(day).not.toHaveClass(/text-warn/)
  // The list of due draws still has this one when the next one is proposed.
  const goOn = await hold(page, '**/api/admin/desk')
  await page.keyboard.type('07124560880309273381')
  await page.keyboard.press('Enter')
  await expect(deskOf(page)).toContainText('Every draw of today has a result.Missing on the days before')
  goOn()
  await publish()
  await expect(saidOn(page)).toContainText('06, Sat 14 Mar 2026, is saved. 7 - 12 - 45 - 60 - 88.')
  await expect(saidOn(page)).toContainText('Every draw of today has a result.')
  await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('')
  await expect(day).toBeHidden()
  await page.getByRole('button', { name: 'Machine later' }).click()
  await expect(deskOf(page)).toContainText('Choose a game.')
  await deleteOf(page, '06')
  await page.getByRole('form', { name: 'Delete draw' }).getByLabel('Reason').fill('a slip')
  await page.keyboard.press('Enter')
  await expect(deskOf(page)).toContainText('A draw of today has no result.Enter 06, Sat 14 Mar 2026')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(deskOf(page)).toContainText('Every draw of today has a result.Missing on the days before')

  // What is typed before its draw is chosen stays.
  await boxOf(page).fill('1 2 3 4 5')
  await page.getByRole('button', { name: 'Enter Jackpot, Fri 13 Mar 2026' }).click()
  await expect.poll(() => cellsOf(page)).toBe('1 2 3 4 5     ')
  await expect(day).toHaveText('Jackpot, Friday 13 March, yesterday')
  await expect(day).toHaveClass(/text-warn/)
  await page.getByLabel('Date', { exact: true }).fill('2025-12-30')
  await expect(day).toHaveText('Jackpot, Tuesday 30 December 2025, 74 days ago')
})
