// Prepares a fresh clone before `npm start`, `npm test` and the other commands. It is plain JavaScript, because any Node
// may run it. It installs the locked packages, builds outdated files, finds or installs a browser, or says what to do.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNewEnough, NEEDS_NODE } from './node-version.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const steps = new Set(process.argv.slice(2))
process.env.PATH = bin + delimiter + process.env.PATH

function stop(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  })
  return !error && status === 0
}

/** A hash over files other than tests, so that staleness never depends on clocks. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path))
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) add(join(root, path))
  return hash.digest('hex')
}

const isStamped = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value

/** A linked node_modules belongs to another clone: npm ci here would delete that clone's packages. */
const isShared = (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

function install() {
  const stamp = join(root, 'node_modules', '.lotto-installed')
  const wanted = fingerprint(['package-lock.json'])
  if (isStamped(stamp, wanted) || isShared(join(root, 'node_modules'))) return
  console.log('Installing the packages of the lockfile (about half a minute the first time) ...')
  if (!run('npm', ['ci', '--loglevel=error'])) {
    stop(
      'npm ci failed. It needs npm 10 or newer, about 1 GB of disk and access to the npm registry. Then run this again.',
    )
  }
  writeFileSync(stamp, wanted)
}

/** Node 24 comes from the lockfile on Linux. Elsewhere the installed Node must be new enough. */
function checkNode() {
  let version = ''
  try {
    version = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    stop(
      `The Node.js from the lockfile does not run on this machine (${error.message.split('\n')[0]}).\n` +
        'It needs Linux with glibc 2.28 or newer. Install Node.js 24 yourself and delete node_modules/node-linux-*.',
    )
  }
  if (isNewEnough(version)) return
  stop(
    `${NEEDS_NODE}. This is ${version}. On Linux (x64 and arm64) the lockfile includes it.\n` +
      'On macOS install it from nodejs.org. On Windows use WSL.',
  )
}

const built = join(root, 'dist', '.built')
const sources = () => fingerprint(['src', 'package-lock.json', 'vite.config.ts', 'scripts', 'public'])

function build() {
  const wanted = sources()
  if (isStamped(built, wanted)) return
  console.log('Building ...')
  if (!run('node', ['scripts/build.ts'])) stop('The build failed. The errors are above.')
  mkdirSync(dirname(built), { recursive: true })
  writeFileSync(built, wanted)
}

/** Tests of the server and the browser use the build, and would silently test an old one. */
function refuseOldBuild() {
  if (!isStamped(built, sources()))
    stop('The build is older than the code. Run `npm run build`, then this again.')
}

function browser() {
  const installed = JSON.parse(readFileSync(join(root, 'scripts', 'browsers.json'), 'utf8'))
  if (process.env.CHROMIUM_PATH || installed.some((path) => existsSync(path))) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests from the system’s packages ...')
    const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    run('apt-get', ['update', '-qq'], quiet)
    const installs = (name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
    if (installs('chromium-headless-shell') || installs('chromium')) return
  }
  console.log('Downloading a browser for the tests ...')
  if (run('npx', ['playwright', 'install', '--with-deps', 'chromium'])) return
  stop(
    'The browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH\n' +
      'to its executable, then run this again.',
  )
}

install()
checkNode()
if (steps.has('build')) build()
if (steps.has('built')) refuseOldBuild()
if (steps.has('browser')) browser()
