import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tagsOf } from '../support/html.ts'
import { SCREENS } from '../../src/platform/rules/site/paths.ts'
import { testServer } from '../support/test-server.ts'

// What a phone needs to install the product: the manifest, its icons, and the head of each page.
const server = testServer()
const fetchFile = (path: string) => fetch(`${server().url}${path}`)

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
}

test('the manifest names the product, its start and its colours', async () => {
  const response = await fetchFile('/manifest.webmanifest')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
  expect(await response.json()).toMatchObject({
    name: 'Lotto Forecast',
    short_name: 'Lotto Forecast',
    start_url: '/dashboard',
    display: 'standalone',
    theme_color: '#0b3d27',
    background_color: '#f6f4ec',
  })
})

test('the icon on a home screen offers three screens of the product', async () => {
  const { shortcuts } = (await (await fetchFile('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(['Today', 'Search', 'My slip'])
  const paths: string[] = Object.values(SCREENS).map(({ path }) => path)
  for (const { url } of shortcuts) expect(paths).toContain(url)
})

const iconsOf = async () =>
  ((await (await fetchFile('/manifest.webmanifest')).json()) as { icons: Icon[] }).icons

test('each icon of the manifest has the named type and size, never changes, and one is maskable', async () => {
  const icons = await iconsOf()
  for (const { src, sizes, type } of icons) {
    const response = await fetchFile(src)
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type])
  }
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

test('the maskable icon keeps the mark inside the circle that every mask shows', async () => {
  const { src } = (await iconsOf()).find(({ purpose }) => purpose === 'maskable')!
  const bytes = Buffer.from(await (await fetchFile(src)).arrayBuffer())
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const ground = [...data.subarray(0, 3)]
  let farthest = 0
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const at = (y * info.width + x) * 3
      const difference = Math.max(...ground.map((value, i) => Math.abs(data[at + i]! - value)))
      if (difference > 40) farthest = Math.max(farthest, Math.hypot(x - 256, y - 256))
    }
  expect(farthest).toBeGreaterThan(100)
  expect(farthest).toBeLessThanOrEqual(0.4 * 512)
})

test.each(['/login', '/dashboard', '/nowhere'])('the head of %s links icons and manifest', async (path) => {
  const free = await server().as('free')
  const visitor = path === '/dashboard' ? free : server().anonymous()
  const tags = tagsOf((await visitor.get(path)).text)
  const links = tags.filter(({ name, attributes }) => name === 'link' && attributes.rel !== 'modulepreload')
  const types = await Promise.all(
    links.map(async ({ attributes }) => {
      const response = await fetchFile(attributes.href!)
      const { status, headers } = response
      return `${attributes.rel} ${status} ${headers.get('content-type')} ${headers.get('cache-control')}`
    }),
  )
  expect(types).toEqual([
    'icon 200 image/x-icon public, max-age=604800',
    'icon 200 image/svg+xml public, max-age=31536000, immutable',
    'apple-touch-icon 200 image/png public, max-age=31536000, immutable',
    'manifest 200 application/manifest+json public, no-cache',
  ])
  const themes = tags.filter(({ attributes }) => attributes.name === 'theme-color')
  expect(themes.map(({ attributes }) => `${attributes.media} ${attributes.content}`)).toEqual([
    '(prefers-color-scheme: light) #0b3d27',
    '(prefers-color-scheme: dark) #0a2a1c',
  ])
})
