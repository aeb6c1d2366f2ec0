import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from '../eventually.ts'
import { findProgram } from '../tools/programs.mjs'

/** What reaches the system on its way to the disk, in order. Times are those of the wall, in milliseconds. */
export type DiskEvent =
  | {
      readonly kind: 'write'
      readonly at: number
      readonly file: string
      readonly offset: number
      readonly data: Buffer
    }
  | { readonly kind: 'truncate'; readonly at: number; readonly file: string; readonly size: number }
  | { readonly kind: 'create'; readonly at: number; readonly file: string }
  /** `since`: how many events had ended when it began. Those of its file are on the disk from here on. */
  | { readonly kind: 'sync'; readonly at: number; readonly file: string; readonly since: number }

/** The command that records what a process does to these files of a folder. */
export function recorder(folder: string, files: readonly string[], log: string): string[] {
  const paths = [folder, ...files.map((file) => join(folder, file))].flatMap((path) => ['-P', path])
  const calls = 'trace=openat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,unlink'
  const options = ['-D', '-f', '-ttt', '-y', '-xx', '-s', '1000000', '--seccomp-bpf', '-e', calls]
  return [findProgram('strace'), ...options, ...paths, '-o', log]
}

/** The recorder ends a moment after the process that was killed. */
export async function recordIsWhole(log: string, pid: number): Promise<void> {
  const isOver = new RegExp(`^${pid}\\s+[\\d.]+ \\+\\+\\+ `, 'm')
  await eventually('the end of the record', async () => isOver.test(endOf(log)))
}

function endOf(path: string): string {
  const file = openSync(path, 'r')
  const end = Buffer.alloc(4000)
  const length = readSync(file, end, { position: Math.max(0, fstatSync(file).size - end.length) })
  closeSync(file)
  return end.toString('latin1', 0, length)
}

/** Reads a record. Whatever it does not understand is an error, since a write that is overlooked would prove nothing. */
export async function readRecord(log: string): Promise<DiskEvent[]> {
  const events: DiskEvent[] = []
  const underWay = new Map<string, { call: string; args: string; since: number }>()

  /** All that has ended by now; a write to the same file that another thread is still at does not count. */
  function endedFor(file: string): number {
    const begun = [...underWay.values()].filter(({ call, args }) => !isSync(call) && pathIn(args) === file)
    return Math.min(events.length, ...begun.map(({ since }) => since))
  }

  for await (const text of createInterface({ input: createReadStream(log, 'latin1') })) {
    const [, pid = '', seconds = '', resumed, called = '', rest = ''] = line.exec(text) ?? []
    if (seconds === '') {
      if (/^\d+\s+[\d.]+ (\+\+\+|---)/.test(text)) continue
      // A thread that was killed as it was about to call: it was stopped before the call, which never ran.
      if (/^\d+\s+[\d.]+ \?\?\?\( <unfinished \.\.\.>$/.test(text)) continue
      throw new Error(`not understood: ${text.slice(0, 200)}`)
    }
    const at = Number(seconds) * 1000
    const before = underWay.get(pid)
    underWay.delete(pid)
    if (rest.endsWith(unfinished)) {
      const args = rest.slice(0, -unfinished.length)
      const since = isSync(called) ? endedFor(pathIn(args)) : events.length
      // What is written counts from its beginning: some of it may be on the disk before the call ends.
      if (!isSync(called)) addEvent(events, called, args, at)
      underWay.set(pid, { call: called, args, since })
    } else if (resumed !== undefined) {
      if (before !== undefined && isSync(resumed) && succeeded(rest))
        events.push({ kind: 'sync', at, file: pathIn(before.args), since: before.since })
    } else if (succeeded(rest)) {
      if (isSync(called)) events.push({ kind: 'sync', at, file: pathIn(rest), since: endedFor(pathIn(rest)) })
      else addEvent(events, called, rest, at)
    }
  }
  return events
}

const line = /^(\d+)\s+([\d.]+) (?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/
const unfinished = ' <unfinished ...>'

function succeeded(rest: string): boolean {
  return /\) = \d+/.test(rest.slice(-200))
}

function isSync(call: string): boolean {
  return call === 'fsync' || call === 'fdatasync'
}

function addEvent(events: DiskEvent[], call: string, args: string, at: number): void {
  if (call === 'pwrite64') {
    const [, hex = '', length, offset] = /^\d+<[^>]*>, "((?:\\x[0-9a-f]{2})*)", (\d+), (\d+)/.exec(args) ?? []
    const data = fromHex(hex)
    if (data.length !== Number(length)) throw new Error(`a write of ${length} bytes was recorded with ${data.length}`)
    events.push({ kind: 'write', at, file: pathIn(args), offset: Number(offset), data })
  } else if (call === 'ftruncate') {
    events.push({ kind: 'truncate', at, file: pathIn(args), size: Number(/, (\d+)/.exec(args)?.[1]) })
  } else if (call === 'openat') {
    const [, path = ''] = /, "((?:\\x[0-9a-f]{2})*)"/.exec(args) ?? []
    if (args.includes('O_CREAT')) events.push({ kind: 'create', at, file: fromHex(path).toString() })
  } else {
    throw new Error(`nothing is known of ${call}: ${args.slice(0, 100)}`)
  }
}

function pathIn(args: string): string {
  return fromHex(/^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(args)?.[1] ?? '').toString()
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
