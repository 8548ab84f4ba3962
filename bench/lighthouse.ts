// Lighthouse on the login screen at 1.6 Mbit/s, 150 ms and a processor four times slower.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import config from '../playwright.config.ts'
import { browserPath } from './browser.ts'
import { type BenchServer, type Row } from './measure.ts'

interface Report {
  categories: Record<'performance' | 'accessibility', { score: number }>
}

export function measureLighthouse({ url }: BenchServer): Row[] {
  const file = join(mkdtempSync(join(tmpdir(), 'lotto-lighthouse-')), 'report.json')
  const flags = ['--headless=new', ...(config.use!.launchOptions!.args ?? [])].join(' ')
  const throttling = ['rttMs=150', 'throughputKbps=1638.4', 'cpuSlowdownMultiplier=4'].map(
    (text) => `--throttling.${text}`,
  )
  const args = [
    `${url}/login`,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${flags}`,
    ...throttling,
  ]
  const { status } = spawnSync('lighthouse', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: browserPath() },
  })
  if (status !== 0) throw new Error('Lighthouse failed.')
  const { categories } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const score = (name: 'performance' | 'accessibility', target: number): Row => {
    const value = Math.round(categories[name].score * 100)
    return {
      what: `Lighthouse ${name}, login`,
      measured: String(value),
      target: `≥ ${target}`,
      ok: value >= target,
    }
  }
  return [score('performance', 95), score('accessibility', 100)]
}
