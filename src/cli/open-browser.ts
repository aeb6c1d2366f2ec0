import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../app/config/config.ts'
import { isInContainer } from '../capabilities/set-up/own-machine.ts'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly isContainer: boolean
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}
/** By then every browser has read it, and a link works once anyway. */
const keptMs = 60_000

export function surroundings(): Surroundings {
  return {
    env: environment(),
    platform: process.platform,
    isContainer: isInContainer(),
  }
}

/** The program that opens a file in the browser; undefined where nobody would see it: in a container, over SSH, without a display. */
export function browserOpener({
  env,
  platform,
  isContainer,
}: Surroundings): readonly [string, ...string[]] | undefined {
  if (isContainer || env.KUBERNETES_SERVICE_HOST !== undefined || env.CI !== undefined) return undefined
  if (env.SSH_CONNECTION !== undefined || env.SSH_TTY !== undefined) return undefined
  const hasDisplay = platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
  return hasDisplay ? openers[platform] : undefined
}

/**
 * Opens an address with a secret in it. It goes by a file that only this user can read, because the arguments of a
 * program are visible to every user of the machine. Returns whether a program was started.
 */
export function openBrowser(address: string, folder: string, where = surroundings(), run = start): boolean {
  const opener = browserOpener(where)
  if (opener === undefined) return false
  const file = join(folder, 'open-panel.html')
  writeFileSync(file, pageFor(address), { mode: 0o600 })
  setTimeout(() => rmSync(file, { force: true }), keptMs).unref()
  const [program, ...words] = opener
  run(program, [...words, file])
  return true
}

function pageFor(address: string): string {
  const safe = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html><meta charset="utf-8"><title>Showcaller</title><meta http-equiv="refresh" content="0;url=${safe}">`
}

/** A desktop without a browser is no error of ours: the address is in the terminal as well. */
function start(program: string, words: readonly string[]): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
