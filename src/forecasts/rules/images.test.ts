import { describe, expect, test } from 'vitest'
import { imageAddressProblem, ownImageName } from './images.ts'

describe('the address of a picture on another host', () => {
  test.each([
    'https://res.cloudinary.com/demo/image/upload/v1/sample.jpg',
    'https://example.com',
    'https://x.example.com/a.png',
    'https://example.com:8443/a.png',
    'https://example.com?id=7',
    'HTTPS://Example.COM/a%20b.png?x=1&y=(2)#z',
    'https://xn--nigeria-1ya.ng/a.png',
    'https://a-b.example.museum/~x/y@z.png',
  ])('%s is valid', (address) => {
    expect(imageAddressProblem(address)).toBeNull()
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://example.com',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    '//example.com/a.png',
    '/a.png',
    'example.com/a.png',
    'https:example.com/a.png',
    'https:/example.com/a.png',
    'https:\\\\example.com\\a.png',
    'http://example.com/a.png',
    'http://127.0.0.1/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://127.1/a.png',
    'https://[::1]/a.png',
    'https://localhost/a.png',
    'https://localhost?https://example.com/a.png',
    'https://user@example.com/a.png',
    'https://user:secret@example.com/a.png',
    'https://example.com@127.0.0.1/a.png',
    'https://example.com\\@evil.com/a.png',
    'https://example..com/a.png',
    'https://-example.com/a.png',
    'https://.com/a.png',
    'https://example.com/a b.png',
    'https://example.com/"onerror="x',
    'https://example.com/<script>',
    'https://example.com/\u0000',
    'https://example.com/\r\nset-cookie: x',
    'https://exаmple.com/a.png',
    `https://example.com/${'a'.repeat(500_000)}`,
    '',
  ])('%j is refused', (address) => {
    expect(imageAddressProblem(address)).toMatch(/\S/)
  })

  test.each([
    ['http://example.com', 'The address of a picture starts with https://'],
    ['see https://example.com', 'The address of a picture starts with https://'],
    ['https://localhost', 'This is not the address of a picture on the web.'],
    [`https://example.com/${'a'.repeat(2000)}`, 'The address of a picture has at most 2000 characters.'],
  ])('%j is refused with its reason', (address, problem) => {
    expect(imageAddressProblem(address)).toBe(problem)
  })

  test('a valid address has the same meaning for a browser: https, the same host, no username', () => {
    for (const address of ['https://example.com', 'https://a.example.com:8443/x@y?z#w']) {
      const { protocol, username, password, hostname } = new URL(address)
      expect([protocol, username, password]).toEqual(['https:', '', ''])
      expect(hostname).toMatch(/example\.com$/)
    }
  })
})

describe('an uploaded picture', () => {
  const name = `${'a1'.repeat(32)}.webp`
  test('is recognised by its path, with or without our own address', () => {
    expect(ownImageName(`/api/images/${name}`, 'https://lotto.example')).toBe(name)
    expect(ownImageName(`https://lotto.example/api/images/${name}`, 'https://lotto.example')).toBe(name)
  })
  test.each([
    `https://evil.example/api/images/${name}`,
    `https://lotto.example.evil.com/api/images/${name}`,
    `/api/images/../${name}`,
    `/api/images/${name}?x`,
    `/api/images/${name.toUpperCase()}`,
    '/api/images/',
    name,
  ])('%s is not one', (address) => {
    expect(ownImageName(address, 'https://lotto.example')).toBeNull()
  })
})
