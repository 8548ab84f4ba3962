import type { Page } from '@playwright/test'

/** On the first screen of a phone, above the bottom bar, without masthead and navigation. */
export const MOST_WORDS = 60

/** The words of letters only that are in sight, without the tag of generated draws, which only demonstrations have. */
export const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('nav')].filter(
      (nav) => getComputedStyle(nav).position === 'fixed' && nav.offsetHeight > 0,
    )
    const end = Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top))
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (
        node.parentElement!.closest(
          '.visually-hidden, .max-md\\:sr-only, .sample-tag, nav, noscript, details:not([open]) > :not(summary)',
        )
      )
        continue
      for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const { top, width } = range.getBoundingClientRect()
        if (width > 0 && top < end && /^[\p{L}'’-]*\p{L}[\p{L}'’-]*$/u.test(word.replace(/[.,:;?!()"]/g, '')))
          found.push(word)
      }
    }
    return found
  })
