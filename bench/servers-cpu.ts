import { readdirSync, readFileSync } from 'node:fs'

/** A tick is a hundredth of a second on every Linux that Node runs on. */
const msPerTick = 10

/**
 * Processor time of the programs whose command line contains `words`, and of their children, in milliseconds.
 * Undefined if the system does not report it.
 */
export function serversCpuMs(words: string): number | undefined {
  const all = processes()
  const wanted = new Set(all.filter(({ command }) => command.includes(words)).map(({ pid }) => pid))
  if (wanted.size === 0) return undefined
  let ticks = 0
  for (const { pid, parent, used } of all) if (wanted.has(pid) || wanted.has(parent)) ticks += used
  return ticks * msPerTick
}

/** Processor time of a process and of everything it has started, in milliseconds. Undefined as above. */
export function treeCpuMs(pid: number): number | undefined {
  const all = processes()
  const tree = new Set(all.some((one) => one.pid === pid) ? [pid] : [])
  // A set that grows while it is read: children of children follow.
  for (const id of tree) for (const { pid: child, parent } of all) if (parent === id) tree.add(child)
  if (tree.size === 0) return undefined
  return all.reduce((ticks, one) => ticks + (tree.has(one.pid) ? one.used : 0), 0) * msPerTick
}

function processes() {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      // The name in brackets can contain any character.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const at = (index: number) => Number(fields[index])
      // Its own time, and that of its terminated children.
      return [{ pid: Number(name), parent: at(1), used: at(11) + at(12) + at(13) + at(14), command }]
    } catch {
      // The process has ended in the meantime.
      return []
    }
  })
}
