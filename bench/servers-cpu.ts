import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time so far of the programs whose command line holds `words`, and of what they started, in milliseconds.
 * Undefined where the system does not tell.
 */
export function serversCpuMs(words: string): number | undefined {
  const all = processes()
  const wanted = new Set(all.filter(({ command }) => command.includes(words)).map(({ pid }) => pid))
  if (wanted.size === 0) return undefined
  let ticks = 0
  for (const { pid, parent, used } of all) if (wanted.has(pid) || wanted.has(parent)) ticks += used
  // A tick is a hundredth of a second on every Linux that Node runs on.
  return ticks * 10
}

function processes() {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      // The name in brackets may hold anything.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const at = (index: number) => Number(fields[index])
      // Its own time, and that of the children it has seen end.
      return [{ pid: Number(name), parent: at(1), used: at(11) + at(12) + at(13) + at(14), command }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}
