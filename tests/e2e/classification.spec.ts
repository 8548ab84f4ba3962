import { CLASSIFICATION, COLUMNS, rowOf } from '../../src/domain/classification.ts'
import { DESKTOP, expect, heading, test } from './app.ts'

test('the chart has the published figures, and every number links to its nine relatives', async ({
  page,
  visit,
}) => {
  await visit('free', '/dashboard/classification')
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(2)
  for (const [name, from, to] of [
    ['Numbers 1 to 45', 1, 45],
    ['Numbers 46 to 90', 46, 90],
  ] as const) {
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('columnheader')).toHaveText([
      'No',
      'Counterpart',
      'Bonanza',
      'Malta',
      'String Key',
      'Shadow',
      'Partner',
      'Enquivalent',
      'Code',
      'Turning',
    ])
    const cells = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
    expect(cells).toEqual(
      CLASSIFICATION.slice(from - 1, to).map((row) => COLUMNS.map(([key]) => String(row[key]))),
    )
  }

  const number = page.getByLabel('Number', { exact: true })
  const relatives = page.getByRole('region', { name: 'Relatives' })
  const expectRelatives = async (of: number) => {
    await expect(relatives.getByRole('heading')).toHaveText(`${of} Relatives of ${of}`)
    await expect(relatives.getByRole('term')).toHaveText(COLUMNS.slice(1).map(([, label]) => label))
    await expect(relatives.getByRole('definition')).toHaveText(
      COLUMNS.slice(1).map(([key]) => String(rowOf(of)![key])),
    )
    await expect(page).toHaveURL(new RegExp(`number=${of}$`))
    await expect(number).toHaveValue(String(of))
  }
  for (const wrong of ['91', '0', 'x7', '']) {
    await number.fill(wrong)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
    await expect(number).toHaveValue(wrong)
    await expect(relatives).toHaveCount(0)
  }
  // The error belongs to the entry in the history: another choice removes it, and Back restores it.
  await number.fill('x7')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByRole('table', { name: 'Numbers 1 to 45' })
    .getByRole('link', { name: '12', exact: true })
    .click()
  await expectRelatives(12)
  await expect(number).toHaveAccessibleDescription('')
  await page.goBack()
  await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
  await expect(number).toHaveValue('x7')
  await number.fill('07')
  await page.getByRole('button', { name: 'Search' }).click()
  await expectRelatives(7)
  await expect(number).toHaveAccessibleDescription('')

  // A relative links to its own relatives. 0, 00 and 91 to 99 are not balls and have no link.
  await relatives.getByRole('link', { name: '57' }).click()
  await expectRelatives(57)
  await page.getByRole('table', { name: 'Numbers 46 to 90' }).getByRole('link', { name: '64' }).click()
  await expectRelatives(64)
  await expect(relatives).toBeInViewport()
  await expect(relatives.getByRole('link', { name: '91' })).toHaveCount(0)
  await page.goBack()
  await expectRelatives(57)
  await page.reload()
  await expectRelatives(57)
  await page.goto('/dashboard/classification?number=95')
  await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the chart prints on one A4 sheet from a ${scheme} screen`, async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await visit('free', '/dashboard/classification?number=7')
    for (const viewport of [DESKTOP, { width: 360, height: 640 }]) {
      await page.setViewportSize(viewport)
      const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('table')).toHaveCount(2)
    await expect(page.getByRole('link', { name: '90', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    const ink = await page
      .getByRole('cell')
      .first()
      .evaluate((cell) => getComputedStyle(cell).color)
    expect(ink).toBe('rgb(0, 0, 0)')
  })
}
