// Development: the browser's files and the page renderer are rebuilt on each change, the server restarts on its sources.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The same three builds as `npm start` makes, so that what is seen here is what will be shipped. */
function start(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: 'inherit' })
  child.on('exit', (code) => {
    if (code) process.exit(code)
  })
  return child
}

const children = [
  start('vite', ['build', '--watch', '--logLevel', 'warn']),
  start('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.render.config.ts']),
]
while (!existsSync('dist/client/.vite/manifest.json') || !existsSync('dist/render/render.js'))
  await sleep(100)
const watched = ['src/server', 'src/domain', 'dist/client', 'dist/render'].flatMap((path) => [
  '--watch-path',
  path,
])
children.push(start('node', ['--watch', '--watch-preserve-output', ...watched, 'src/server/main.ts']))

process.on('SIGINT', () => {
  for (const child of children) child.kill('SIGINT')
})
