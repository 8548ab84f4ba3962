import { describe, expect, test } from 'vitest'
import { isOutside, type LuckFigure, luckEnds, luckPlaces, luckScale, luckSentence } from './luck-bar.ts'

const figure = (value: number, mean: number, low: number, high: number): LuckFigure => ({
  value,
  mean,
  low,
  high,
})

describe('the luck bar', () => {
  test.each([
    ['one figure', [figure(390, 405, 366, 446)], { from: 326, to: 486 }],
    ['a range that starts at 0', [figure(0, 17, 0, 53)], { from: 0, to: 79.5 }],
    ['a value far above', [figure(30, 12, 10, 15)], { from: 7.5, to: 30 }],
    ['a range of one count', [figure(5, 5, 5, 5)], { from: 4, to: 6 }],
    ['a list', [figure(11, 12, 10, 15), figure(4, 6, 2, 9)], { from: 0, to: 21.5 }],
  ])('has a scale of %s', (_, figures, scale) => {
    expect(luckScale(figures)).toEqual(scale)
  })

  test.each([
    [figure(390, 406, 366, 446), { value: 40, mean: 50, low: 25, high: 75 }, false],
    [figure(366, 406, 366, 446), { value: 25, mean: 50, low: 25, high: 75 }, false],
    [figure(466, 406, 366, 446), { value: 87.5, mean: 50, low: 25, high: 75 }, true],
    [figure(900, 406, 366, 446), { value: 100, mean: 50, low: 25, high: 75 }, true],
    [figure(0, 406, 366, 446), { value: 0, mean: 50, low: 25, high: 75 }, true],
  ])('places the marks of %j', (one, places, outside) => {
    expect(luckPlaces(one, { from: 326, to: 486 })).toEqual(places)
    expect(isOutside(one)).toBe(outside)
  })

  test.each([
    ['all three', figure(390, 405, 366, 446), ['366', '405', '446']],
    ['no mean beside an end', figure(1, 0.3, 0, 4), ['0', '4']],
    ['one text of a narrow range', figure(90, 12, 10, 15), ['10 to 15']],
    ['thousands', figure(1200, 1300, 1100, 1500), ['1,100', '1,300', '1,500']],
  ])('prints %s', (_, one, texts) => {
    expect(luckEnds(one, luckScale([one])).map(({ text }) => text)).toEqual(texts)
  })

  test('is a sentence for screen readers', () => {
    expect(luckSentence(figure(390, 405.2, 366, 445))).toBe('390. Luck gives about 405, usually 366 to 445.')
    expect(luckSentence(figure(2, 1.28, 2, 2), 'It came twice')).toBe(
      'It came twice. Luck gives about 1.3, usually 2.',
    )
    const ratio = (value: number) => value.toFixed(2)
    expect(luckSentence(figure(0.97, 1, 0.9, 1.1), undefined, ratio)).toBe(
      '0.97. Luck gives about 1.00, usually 0.90 to 1.10.',
    )
  })
})
