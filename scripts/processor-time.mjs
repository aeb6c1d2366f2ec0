// What processes took of the processor. Only Linux tells.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of a process and of all that it started, also of those that ended; of a killed one its parent counts a part. */
export function processorSeconds(pid = process.pid) {
  if (process.platform !== 'linux') return 0
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const isOf = new Set([pid])
  // A parent may stand behind its children.
  for (let size = 0; size < isOf.size; ) {
    size = isOf.size
    for (const one of found) if (isOf.has(one.parent)) isOf.add(one.pid)
  }
  return found.filter((one) => isOf.has(one.pid)).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond
}

function readProcess(pid) {
  try {
    // The name in brackets may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid, parent: Number(fields[1]), ticks }]
  } catch {
    // It ended meanwhile.
    return []
  }
}
