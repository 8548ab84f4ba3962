import type { Page } from '@playwright/test'

/**
 * The links, buttons and fields of a player's page that a finger of 44 pixels may miss, each as its text and size. What a target
 * covers beyond its box, such as the whole row, counts; what covers it does not. Exempt as in WCAG 2.5.8 are links inside a
 * sentence, marks of a picture whose table has the same links, and the number in a row, because its whole row is a target.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 44
    // An open sheet covers what is behind it.
    const shown = document.querySelector('dialog[open]') ?? document
    const opened = [...document.querySelectorAll('main details:not([open], :has([type=date]), .sample-tag)')]
    for (const one of opened) one.setAttribute('open', '')
    const found = [
      ...shown.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary',
      ),
    ].flatMap((element) => {
      const target = (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) || element
      const { width, height } = target.getBoundingClientRect()
      const isExempt =
        !target.checkVisibility({ visibilityProperty: true }) ||
        target.closest('.visually-hidden, .skip, svg') ||
        element.matches('.ball, .year td a, .chart-table a') ||
        isInSentence(target)
      if (isExempt || Math.min(width, height) >= LEAST) return []
      target.scrollIntoView({ block: 'center', inline: 'nearest' })
      const [across, down] = reachOf(target)
      // The middle of a target may be between two pixels.
      if (Math.min(across, down) >= LEAST - 1) return []
      return [`${target.textContent.trim() || target.getAttribute('aria-label')}: ${across} x ${down}`]
    })
    for (const one of opened) one.removeAttribute('open')
    scrollTo(0, 0)
    return found

    function isInSentence(target: Element): boolean {
      if (getComputedStyle(target).display !== 'inline') return false
      const text = target.closest('p, li, dd, td, label')?.textContent ?? ''
      return text.replace(target.textContent, '').trim().split(/\s+/).length > 1
    }

    /** How far the target reaches from its middle, as width and height. */
    function reachOf(target: Element): [number, number] {
      const { x, y, width, height } = target.getBoundingClientRect()
      const isAt = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy)
        return hit !== null && (target.contains(hit) || hit.closest('label')?.control === target)
      }
      const along = (dx: number, dy: number) => {
        let reach = 0
        while (reach < LEAST && isAt(dx * (reach + 0.5), dy * (reach + 0.5))) reach++
        return reach
      }
      return [along(1, 0) + along(-1, 0), along(0, 1) + along(0, -1)]
    }
  })
