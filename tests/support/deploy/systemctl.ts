// What the drill of docs/deploy.md runs in place of systemd, which starts no unit where it is not the first process. It reads
// the installed unit files: settings, user, the folder that a service may write to, and the command.
//   systemctl [enable --now|start|stop|restart] UNIT...
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const UNITS = '/etc/systemd/system'
/** Any that no account has, like the user of DynamicUser. */
const DYNAMIC_USER = '61184'
const sh = (script: string) => execFileSync('sh', ['-ec', script], { stdio: 'inherit' })

/** Units of Debian's packages. */
const OF_PACKAGES: Record<string, Record<string, string>> = {
  postgresql: Object.fromEntries(
    ['start', 'stop', 'restart'].map((verb) => [
      verb,
      `pg_lsclusters -h | while read -r version name rest; do pg_ctlcluster "$version" "$name" ${verb}; done`,
    ]),
  ),
  nginx: {
    start: 'nginx',
    stop: 'nginx -s quit; while [ -e /run/nginx.pid ]; do sleep 0.1; done',
    restart:
      'nginx -t; [ ! -e /run/nginx.pid ] || nginx -s quit; while [ -e /run/nginx.pid ]; do sleep 0.1; done; nginx',
  },
}

/** The values of a unit's setting, in order. */
const valuesOf = (unit: string, name: string) =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value!)

/** The lines of a settings file as systemd reads them. */
const settingsOf = (file: string) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^(\w+)=(?:"(.*)"|(.*))$/gm), ([, name, quoted, plain]) => [
    name,
    quoted ?? plain,
  ])

function environmentOf(unit: string): NodeJS.ProcessEnv {
  const own = valuesOf(unit, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))
  const settings = valuesOf(unit, 'EnvironmentFile').flatMap((file) => settingsOf(file))
  return { PATH: process.env.PATH, HOME: '/', ...Object.fromEntries([...own, ...settings]) }
}

const pidFile = (name: string) => `/run/${name}.pid`

async function start(name: string): Promise<void> {
  const unit = readFileSync(`${UNITS}/${name}.service`, 'utf8')
  const env = environmentOf(unit)
  if (unit.includes('\nType=oneshot')) {
    for (const line of valuesOf(unit, 'ExecStart'))
      sh(
        `setpriv --reuid ${valuesOf(unit, 'User')[0]} --clear-groups ${line.replaceAll('%%', '%').replaceAll('$$', '$')}`,
      )
    return
  }
  const [folder] = valuesOf(unit, 'StateDirectory')
  const state = `/var/lib/private/${folder}`
  sh(`install -d -m 700 /var/lib/private ${state}; ln -sfn ${state} /var/lib/${folder}
    [ "$(stat -c %u ${state})" = ${DYNAMIC_USER} ] || chown -R ${DYNAMIC_USER}:${DYNAMIC_USER} ${state}; chmod 755 /var/lib/private`)
  const confined = `mount --bind ${state} ${state}; mount -o remount,bind,ro /; mount -t tmpfs tmpfs /tmp
    cd ${valuesOf(unit, 'WorkingDirectory')[0]}
    exec setpriv --reuid ${DYNAMIC_USER} --regid ${DYNAMIC_USER} --clear-groups --no-new-privs ${valuesOf(unit, 'ExecStart')[0]}`
  const log = openSync(`/var/log/${name}.log`, 'a')
  const child = spawn('unshare', ['--mount', 'sh', '-ec', confined], {
    env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  writeFileSync(pidFile(name), String(child.pid))
  child.unref()
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidFile(name))) return
  const pid = readFileSync(pidFile(name), 'utf8')
  spawnSync('kill', [pid])
  while (existsSync(`/proc/${pid}`)) await sleep(50)
  rmSync(pidFile(name))
}

const [verb = '', ...rest] = process.argv.slice(2)
for (const pattern of rest.filter((word) => word !== '--now')) {
  const names = pattern.includes('*')
    ? globSync(`${UNITS}/${pattern}.service`).map((file) => basename(file, '.service'))
    : [pattern]
  for (const name of names) {
    const packaged = OF_PACKAGES[name]
    if (packaged) sh(packaged[verb]!)
    // The drill does not wait for the night.
    else if (name.endsWith('.timer')) readFileSync(`${UNITS}/${name}`)
    else {
      if (verb !== 'start') await stop(name)
      if (verb !== 'stop') await start(name)
    }
  }
}
