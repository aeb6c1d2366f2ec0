import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp } from '../create-test-app.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { putContent } from '../overlay/content.ts'
import { openPage } from '../overlay/page-client.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { createRawClient, type RawAnswer } from './raw-client.ts'

const keyCount = 190
const connections = 200
const perRound = 8
const mostTwins = 50
/** After so many calls a minute is let pass, so that no key meets a limit. */
const callsPerMinute = 12_000
const platform = 'PlatformA'
const viewers = Array.from({ length: 20 }, (_, index) => `viewer${index + 1}`)

interface Question {
  /** Stands in the id of every request, and in what a page is shown. */
  readonly mark: string
  readonly operation: string
  readonly body: object
  /** What one call does: rows of the history, and things shown on a page. */
  readonly effect: { readonly events: number; readonly cues: number }
}

/** One question asked by many at once with one Idempotency-Key, again and again. One effect, and all are answered alike. */
export const idempotency: Proof = {
  name: 'idempotency',
  promise: 'Of 2 to 50 twins with one Idempotency-Key one has an effect, and all have the same answer.',
  unit: 'keys',
  fullCount: 100_000,
  engines: ['sqlite', 'postgres'],

  async run({ engine, seed, count, faults, goesOn }) {
    const random = createRandom(seed)
    const clock = createTestClock({ runs: true })
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const app = await createTestApp({ clock, config: { databaseUrl: postgres?.url() } })
    await putContent(app)
    const keys = await Promise.all(Array.from({ length: keyCount }, async () => (await app.makeKey()).key))
    for (const username of viewers) await app.call('set-points', { username, amount: 1_000_000, platform })
    const page = await openPage(app)
    const client = createRawClient(app.port, connections)
    const sum = { calls: 0, 'most twins': 0 }
    let sinceMinute = 0
    let seenSeq = await app.ctx.overlays.lastSeq(app.channel.id)

    async function ask({ mark, operation, body }: Question, twinCount: number): Promise<RawAnswer[]> {
      const text = JSON.stringify(body)
      const sent = Array.from({ length: twinCount }, (_, twin) => {
        const headers = { 'Idempotency-Key': mark, 'X-Request-Id': `${mark}.${twin}` }
        return client.call(operation, keys[sum.calls++ % keys.length] ?? '', text, headers)
      })
      return Promise.all(sent)
    }

    function compare({ mark, operation }: Question, answers: readonly RawAnswer[]): void {
      const [first] = answers
      const odd = answers.find(({ status, body }) => status !== 200 || body !== first?.body)
      if (odd !== undefined) faults.add(`${operation} ${mark}: ${first?.body} and ${odd.status} ${odd.body}`)
      const originals = answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length
      if (originals !== 1) faults.add(`${operation} ${mark}: ${originals} of ${answers.length} were no repetition`)
    }

    /** Whose request stands in the history, and what the page was shown. */
    async function countEffects(questions: readonly Question[]): Promise<void> {
      const wanted = questions.reduce((total, { effect }) => total + effect.cues, 0)
      await page.until(() => page.cues.length >= wanted, 'the cues').catch((error: Error) => faults.add(error.message))
      const rows = await app.ctx.db.all(newEvents, { channel: app.channel.id, seen: seenSeq })
      seenSeq = rows.at(-1)?.seq ?? seenSeq
      for (const { mark, operation, effect } of questions) {
        const own = rows.filter(({ request_id }) => request_id.startsWith(`${mark}.`))
        const doers = new Set(own.map(({ request_id }) => request_id)).size
        const cues = page.cues.filter(({ payload }) => JSON.stringify(payload).includes(`"${mark}"`)).length
        if (own.length === effect.events && doers === 1 && cues === effect.cues) continue
        faults.add(`${operation} ${mark}: ${own.length} rows by ${doers}, ${cues} cues, not ${JSON.stringify(effect)}`)
      }
      page.cues.length = 0
      page.messages.length = 0
    }

    try {
      for (let done = 0; goesOn(done); ) {
        const questions = Array.from({ length: Math.min(perRound, count - done) }, () => questionFor(random, ++done))
        await Promise.all(
          questions.map(async (question) => {
            const twinCount = random.between(2, mostTwins)
            sum['most twins'] = Math.max(sum['most twins'], twinCount)
            sinceMinute += twinCount
            compare(question, await ask(question, twinCount))
          }),
        )
        await countEffects(questions)
        if (sinceMinute < callsPerMinute) continue
        sinceMinute = 0
        clock.advance(minuteMs)
      }
    } finally {
      client.close()
      page.cut()
      await app.close()
      await postgres?.remove()
    }
    return sum
  },
}

const newEvents = sql<{ channel: number; seen: number }, { seq: number; request_id: string }>(
  `SELECT seq, request_id FROM events WHERE channel_id = :channel AND seq > :seen ORDER BY seq LIMIT 10000`,
)

function questionFor(random: Random, serial: number): Question {
  const mark = `mark-${serial}`
  const amount = random.between(1, 50)
  const username = random.pick(viewers)
  const rows = { mark, effect: { events: 1, cues: 0 } }
  switch (random.between(0, 4)) {
    case 0:
      return { ...rows, operation: 'add-points', body: { username, amount, platform } }
    case 1:
      return { ...rows, operation: 'set-points', body: { username, amount: 1_000_000 + amount, platform } }
    case 2: {
      const other = random.pick(viewers.filter((name) => name !== username))
      const body = { from_username: username, to_username: other, amount, platform }
      return { ...rows, operation: 'transfer-points', body }
    }
    case 3: {
      const body = { provider: 'ProviderA', amount, currency: 'USD', message: mark }
      return { mark, operation: 'send-donation', body, effect: { events: 2, cues: 1 } }
    }
    default: {
      const body = { overlay_id: 'snow', data: { mark } }
      return { mark, operation: 'effect-trigger', body, effect: { events: 1, cues: 1 } }
    }
  }
}
