import { delimiter, join } from 'node:path'
import { fs } from '../../kernel/node.ts'

/** Where installers put the program when they do not add it to the search path. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/usr/local/bin/tailscale',
    '/opt/homebrew/bin/tailscale',
    '/Applications/Tailscale.app/Contents/MacOS/Tailscale',
  ],
  win32: ['C:\\Program Files\\Tailscale\\tailscale.exe', 'C:\\Program Files (x86)\\Tailscale\\tailscale.exe'],
  linux: ['/usr/bin/tailscale', '/usr/local/bin/tailscale', '/snap/bin/tailscale'],
}

/** The `tailscale` program: the configured one, the first one in the search path, or one in a usual place. */
export function findTailscale(
  given: string | undefined,
  environment: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (given !== undefined) return isProgram(given) ? given : undefined
  const name = platform === 'win32' ? 'tailscale.exe' : 'tailscale'
  const path = environment.PATH ?? environment.Path ?? ''
  const inPath = path.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(folder, name)]))
  return [...inPath, ...(usualPlaces[platform] ?? [])].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK)
    return fs.statSync(path).isFile()
  } catch {
    return false
  }
}
