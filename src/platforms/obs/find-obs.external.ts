import { join } from 'node:path'
import { fs } from '../../kernel/node.ts'

/** The WebSocket server of an OBS on this machine, as its own settings file describes it. */
export interface FoundObs {
  readonly url: string
  readonly password: string | undefined
  readonly isEnabled: boolean
}

/** The port of OBS where nobody has changed it. */
export const defaultObsPort = 4455
const maxBytes = 64 * 1024

/**
 * Reads the settings of the WebSocket server from the first settings folder of OBS that has them. OBS 30.2 and newer keep
 * them in a file of the plugin, older ones in `global.ini`.
 */
export function findObs(folders: readonly string[]): FoundObs | undefined {
  for (const folder of folders) {
    const file = read(join(folder, 'plugin_config', 'obs-websocket', 'config.json'))
    const found = file === undefined ? fromIni(read(join(folder, 'global.ini'))) : fromJson(file)
    if (found !== undefined) return found
  }
  return undefined
}

/** Undefined for a file that is not there, not readable or too large to be of OBS. */
function read(path: string): string | undefined {
  try {
    return fs.statSync(path).size > maxBytes ? undefined : fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function fromJson(text: string): FoundObs | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { server_port, server_enabled, auth_required, server_password } = parsed as Record<string, unknown>
  return foundWith(Number(server_port), server_enabled === true, auth_required !== false ? server_password : undefined)
}

function fromIni(text: string | undefined): FoundObs | undefined {
  const section = text?.split(/^\[OBSWebSocket\]\s*$/m)[1]?.split(/^\[/m)[0]
  if (section === undefined) return undefined
  const valueIn = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(section)?.[1]?.trim()
  const isLocked = valueIn('AuthRequired') !== 'false'
  const password = isLocked ? valueIn('ServerPassword') : undefined
  return foundWith(Number(valueIn('ServerPort')), valueIn('ServerEnabled') === 'true', password)
}

function foundWith(port: number, isEnabled: boolean, password: unknown): FoundObs {
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  return {
    url: `ws://127.0.0.1:${isPort ? port : defaultObsPort}`,
    password: typeof password === 'string' && password !== '' ? password : undefined,
    isEnabled,
  }
}
