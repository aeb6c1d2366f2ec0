import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faultsInDatabase } from '../trust/check-database.ts'
import { createRandom } from '../trust/random.ts'
import { countScript, type Tally } from './count.ts'
import { days, type Size, startOf, writeScript } from './script.ts'

export const fullSize: Size = { seed: 1, minutes: 60, viewers: 5000, messagesPerSecond: 20 }

export interface Outcome {
  readonly messages: number
  readonly kills: number
  readonly seconds: number
  /** What the rows and the script do not agree on. */
  readonly differences: readonly string[]
}

/** Performs the show in a process that is killed on the way, so many times, and compares the rows with the script. */
export async function simulate(size: Size, kills: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-simulation-'))
  const began = performance.now()
  try {
    const done = join(folder, 'done')
    const random = createRandom(size.seed + 1000)
    const total = size.minutes * 60
    for (let kill = 1; kill <= kills; kill++) {
      await perform(
        size,
        folder,
        done,
        Math.floor((total * kill) / (kills + 1)) + random.between(0, 5),
        random.between(0, 60),
      )
    }
    await perform(size, folder, done)
    const seconds = writeScript(size)
    return {
      messages: seconds.reduce((sum, { lines }) => sum + lines.length, 0),
      kills,
      seconds: (performance.now() - began) / 1000,
      differences: compare(folder, size),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Until the end, or until it is killed a moment after that second. */
async function perform(size: Size, folder: string, done: string, killAfter = Infinity, momentMs = 0): Promise<void> {
  const args = {
    folder: join(folder, 'data'),
    done,
    seed: size.seed,
    minutes: size.minutes,
    viewers: size.viewers,
    'messages-per-second': size.messagesPerSecond,
    from: secondsDone(done),
  }
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./perform.ts', import.meta.url)),
      ...Object.entries(args).map(([name, value]) => `--${name}=${value}`),
    ],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  )
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const code = await ended(child, () => secondsDone(done) > killAfter, momentMs)
  if (killAfter === Infinity && code !== 0) throw new Error(`the show ended with ${code}: ${errors.slice(0, 2000)}`)
}

async function ended(child: ChildProcess, isTime: () => boolean, momentMs: number): Promise<number | null> {
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve))
  const timer = setInterval(() => {
    if (!isTime()) return
    clearInterval(timer)
    setTimeout(() => child.kill('SIGKILL'), momentMs)
  }, 5)
  const code = await gone
  clearInterval(timer)
  return code
}

function secondsDone(file: string): number {
  if (!existsSync(file)) return 0
  return Number(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)) + 1
}

interface Row extends Tally {
  readonly key: string
}

function compare(folder: string, size: Size): string[] {
  const db = new DatabaseSync(join(folder, 'data', 'showcaller.sqlite'), { readOnly: true })
  try {
    const { viewers, activity } = countScript(writeScript(size), startOf(size))
    const found = new Map(rowsOf(db).map((row) => [row.key, row]))
    const differences: string[] = []
    for (const [key, wanted] of viewers) {
      const { key: _, ...row } = found.get(key) ?? { key, ...nothing }
      if (JSON.stringify(row) !== JSON.stringify(wanted)) {
        differences.push(`${key}: the rows say ${JSON.stringify(row)}, the script ${JSON.stringify(wanted)}`)
      }
    }
    for (const { key, ...row } of found.values()) {
      if (!viewers.has(key) && JSON.stringify(row) !== JSON.stringify(nothing))
        differences.push(`${key} is not in the script`)
    }
    const stored = new Map(
      (db.prepare(activityRows).all() as { key: string; times: number }[]).map(({ key, times }) => [key, times]),
    )
    for (const key of new Set([...stored.keys(), ...activity.keys()])) {
      if (stored.get(key) !== activity.get(key)) {
        differences.push(`${key}: ${stored.get(key) ?? 0} in the rows, ${activity.get(key) ?? 0} in the script`)
      }
    }
    return [...differences, ...faultsInDatabase(db)]
  } finally {
    db.close()
  }
}

const nothing: Tally = { points: 0, minutes: 0, messages: 0, minutesByDay: [0, 0], messagesByDay: [0, 0] }

/** Only what the show brought: a first start has viewers with points and days of their own. */
function rowsOf(db: DatabaseSync): Row[] {
  const rows = db
    .prepare(
      `WITH earned AS MATERIALIZED (
         SELECT viewer_id, sum(delta) AS explained, sum(CASE WHEN reason = 'first-start' THEN 0 ELSE delta END) AS points
         FROM points_ledger WHERE channel_id = 1 GROUP BY viewer_id)
       SELECT v.platform || ' ' || v.username AS key,
         v.message_count + coalesce((SELECT m.messages FROM watch_time_months m WHERE m.channel_id = 1
           AND m.platform = v.platform AND m.month = v.counted_month AND m.viewer_id = v.id), 0) AS messages,
         coalesce(e.points, 0) AS points, v.points - coalesce(e.explained, 0) AS unexplained,
         ${days.map((day, index) => `(SELECT minutes FROM watch_time_days d WHERE d.channel_id = 1 AND d.viewer_id = v.id AND d.day = ${day}) AS minutes${index}, (SELECT messages FROM watch_time_days d WHERE d.channel_id = 1 AND d.viewer_id = v.id AND d.day = ${day}) AS messages${index}`).join(', ')}
       FROM viewers v LEFT JOIN earned e ON e.viewer_id = v.id WHERE v.channel_id = 1`,
    )
    .all() as Record<string, string | number | null>[]
  return rows.map((row) => {
    const minutesByDay: [number, number] = [Number(row.minutes0 ?? 0), Number(row.minutes1 ?? 0)]
    const messagesByDay: [number, number] = [Number(row.messages0 ?? 0), Number(row.messages1 ?? 0)]
    return {
      key: String(row.key),
      points: Number(row.points) + Number(row.unexplained),
      minutes: minutesByDay[0] + minutesByDay[1],
      messages: Number(row.messages),
      minutesByDay,
      messagesByDay,
    }
  })
}

const activityRows = `SELECT kind || ' ' || platform || ' ' || json_extract(data, '$.username') AS key, count(*) AS times
  FROM events WHERE channel_id = 1 AND kind IN ('follow', 'subscription', 'subscription.received', 'raid', 'bits', 'ban', 'timeout')
    AND external_id NOT LIKE '%:first-start:%' GROUP BY 1`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: String(fullSize.minutes) },
      viewers: { type: 'string', default: String(fullSize.viewers) },
      messages: { type: 'string', default: String(fullSize.messagesPerSecond) },
    },
  })
  const size = {
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    viewers: Number(values.viewers),
    messagesPerSecond: Number(values.messages),
  }
  const { differences, ...rest } = await simulate(size, Number(values.kills))
  process.stdout.write(`${JSON.stringify({ ...size, ...rest, differences: differences.length })}\n`)
  for (const line of differences.slice(0, 20)) process.stdout.write(`${line}\n`)
  process.exitCode = differences.length === 0 ? 0 : 1
}
