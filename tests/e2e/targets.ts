import type { Page } from '@playwright/test'

/**
 * The links, buttons and fields of a player's page that a finger of 44 pixels may miss, each as its text and size. A link
 * inside a sentence is exempt, and so is a number within its row, whose target is the row (WCAG 2.5.8: inline; equivalent).
 * A number still needs 24 pixels. What a target covers beyond its box, such as the whole row, counts; what covers it does not.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 44
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )) {
      const target = (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) || element
      const { width, height } = target.getBoundingClientRect()
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest('.visually-hidden, .skip'))
        continue
      if (Math.min(width, height) >= LEAST || isInSentence(target)) continue
      const isNumber = element.matches('.ball, .year td a, .chart-table a')
      target.scrollIntoView({ block: 'center', inline: 'nearest' })
      const [across, down] = reachOf(target)
      const isEnough = isNumber ? Math.min(across, down) >= 24 : Math.min(across, down) >= LEAST
      if (!isEnough)
        found.push(`${target.textContent.trim() || target.getAttribute('aria-label')}: ${across} x ${down}`)
    }
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
