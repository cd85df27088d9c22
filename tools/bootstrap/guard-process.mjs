/**
 * The guard: a small process in its own session that is the parent of everything `npm start` runs
 * besides itself (database, chain, server).
 * It holds one end of a channel to the program that opened it. When that channel closes (the
 * program ended, also by kill -9), or when the guard is told to end, it stops its children in
 * order, first by their stop signal and after a bounded time by SIGKILL. It is not in the
 * terminal's process group, so Ctrl-C never reaches the children by accident and nothing races.
 * A kill -9 of the guard itself cannot be caught. Two things then remain: where the system has
 * `setpriv` (every Debian, Ubuntu and Fedora), each child carries a parent-death signal set by the
 * kernel; and the program that opened the guard sees it vanish and stops the children by their ids.
 * This file imports only node: built-ins, so that it starts in a few milliseconds.
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** How much of a captured output is kept, in characters; an error is at the end of an output. */
const captureLimit = 256_000

/** @type {Map<number, { process: import('node:child_process').ChildProcess, spec: any, gone: Promise<void> }>} */
const children = new Map()
let ending = false

const canBindToParent = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0

function report(message) {
  if (process.connected) process.send?.(message, () => {})
}

function startChild(id, spec) {
  const command = canBindToParent ? 'setpriv' : spec.command
  const args = canBindToParent
    ? ['--pdeathsig', spec.stop[0].signal.replace('SIG', ''), '--', spec.command, ...spec.args]
    : spec.args
  const opened = []
  const open = (path, flags) => {
    opened.push(openSync(path, flags, 0o600))
    return opened.at(-1)
  }
  let child
  try {
    const log = spec.logFile === undefined ? 'ignore' : open(spec.logFile, 'a')
    const output = spec.inherit ? 'inherit' : spec.capture ? 'pipe' : log
    const handed = (spec.handOver ?? []).map(path => open(path, 'r'))
    child = spawn(command, args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['ignore', output, output, ...handed],
      detached: true,
      ...(spec.uid === undefined ? {} : { uid: spec.uid, gid: spec.gid }),
    })
  } catch (error) {
    report({ kind: 'failed', id, message: String(error?.message ?? error) })
    return
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
  const captured = { stdout: '', stderr: '' }
  for (const stream of spec.capture ? ['stdout', 'stderr'] : []) {
    child[stream].setEncoding('utf8')
    child[stream].on('data', text => {
      captured[stream] = (captured[stream] + text).slice(-captureLimit)
    })
  }
  child.on('error', error => report({ kind: 'failed', id, message: error.message }))
  // What the child itself started and left behind (a test's browser, a build's helper) goes with it.
  child.on('exit', () => killGroup(child.pid))
  const gone = new Promise(resolve => {
    child.on('close', (code, signal) => {
      children.delete(id)
      report({ kind: 'exited', id, code, signal, ...captured })
      resolve()
    })
  })
  children.set(id, { process: child, spec, gone })
  if (child.pid !== undefined) report({ kind: 'started', id, pid: child.pid })
}

/** Signals in the order given, each with its patience, then SIGKILL for the child's whole group. */
async function stopChild(id) {
  const child = children.get(id)
  if (child === undefined) return
  for (const { signal, patienceMs } of child.spec.stop) {
    child.process.kill(signal)
    if (await within(child.gone, patienceMs)) return
  }
  killGroup(child.process.pid)
  await within(child.gone, 5_000)
}

function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The process group is empty.
  }
}

function within(promise, ms) {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), ms)
    promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

/** Stops every child, the lowest stop order first: who uses a service ends before the service. */
async function end() {
  if (ending) return
  ending = true
  const orders = [...new Set([...children.values()].map(child => child.spec.stopOrder))].sort(
    (left, right) => left - right,
  )
  for (const order of orders) {
    const ids = [...children].filter(([, child]) => child.spec.stopOrder === order)
    await Promise.all(ids.map(([id]) => stopChild(id)))
  }
  process.exit(0)
}

process.on('message', message => {
  if (message.kind === 'end') void end()
  else if (message.kind === 'stop') void stopChild(message.id)
  else if (message.kind === 'start' && !ending) startChild(message.id, message.spec)
})
process.on('disconnect', () => void end())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())
