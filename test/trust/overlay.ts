import { setTimeout as delay } from 'node:timers/promises'
import { createTestApp } from '../create-test-app.ts'
import { putContent } from '../overlay/content.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { createRawClient } from './raw-client.ts'

const keyCount = 190
const pageCount = 10
const callers = 12
const itemsPerCut = 10
const cutsPerRound = 100
const overlayIds = ['snow', 'rain', 'fog']

/** Pages that are cut off in the middle of everything and come back. Each is shown what a page that stays is shown. */
export const overlay: Proof = {
  name: 'overlay',
  promise: 'Pages that lose their connection again and again are shown every item once, in order.',
  unit: 'reconnects',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ count, seed, faults, goesOn }) {
    const app = await createTestApp()
    await putContent(app)
    const keys = await Promise.all(Array.from({ length: keyCount }, async () => (await app.makeKey()).key))
    const client = createRawClient(app.port, callers)
    const steady = await openPage(app)
    const shaky = await Promise.all(Array.from({ length: pageCount }, () => openPage(app)))
    const sum = { items: 0, 'sent twice and dropped': 0 }
    let calls = 0
    let done = 0

    /** Fires until it was enough; answers how many items that were. */
    async function fireUntil(isEnough: (fired: number) => boolean): Promise<number> {
      let fired = 0
      async function fire(): Promise<void> {
        while (!isEnough(fired)) {
          const body = JSON.stringify({ overlay_ids: overlayIds })
          const answer = await client.call('effect-trigger', keys[calls++ % keys.length] ?? '', body)
          if (answer.status === 200) fired += (JSON.parse(answer.body) as { triggered: number }).triggered
          else if (answer.status === 429) await delay(500)
          else faults.add(`an effect was answered with ${answer.status}: ${answer.body}`)
          if (faults.found.length > 0) return
        }
      }
      await Promise.all(Array.from({ length: callers }, fire))
      return fired
    }

    async function cutAndComeBack(page: PageClient, random: Random, times: number): Promise<void> {
      for (let i = 0; i < times && faults.found.length === 0; i++) {
        const had = page.cues.length
        const wanted = random.between(0, 5)
        await page.until(() => page.cues.length >= had + wanted, 'more cues', 30_000)
        page.cut()
        await delay(random.chance(0.9) ? random.between(0, 20) : random.between(20, 400))
        await page.connect()
        done++
      }
    }

    try {
      for (let round = 0; goesOn(done); round++) {
        const cuts = Math.min(cutsPerRound, count - done)
        let isOver = false
        const cutting = Promise.all(
          shaky.map((page, index) => {
            const times = Math.floor(cuts / pageCount) + (index < cuts % pageCount ? 1 : 0)
            return cutAndComeBack(page, createRandom(seed + round * pageCount + index), times)
          }),
        ).finally(() => {
          isOver = true
        })
        const [fired] = await Promise.all([fireUntil((items) => isOver && items >= cuts * itemsPerCut), cutting])
        sum.items += fired
        for (const page of [steady, ...shaky]) {
          await page
            .until(() => page.cues.length >= fired, `all ${fired}`, 30_000)
            .catch((error) => faults.add(`${error}`))
        }
        const order = steady.cues.map(({ id }) => id).join()
        if (steady.cues.length !== fired) faults.add(`the steady page was shown ${steady.cues.length} of ${fired}`)
        for (const page of shaky) {
          if (page.cues.map(({ id }) => id).join() === order) continue
          faults.add(`a page was shown ${page.cues.length} of ${fired}, or in another order`)
        }
        for (const page of [steady, ...shaky]) page.cues.length = page.messages.length = 0
      }
      if (steady.doubles > 0) faults.add(`the steady page was sent ${steady.doubles} items twice`)
      sum['sent twice and dropped'] = shaky.reduce((total, page) => total + page.doubles, 0)
    } finally {
      for (const page of [steady, ...shaky]) page.cut()
      client.close()
      await app.close()
    }
    return sum
  },
}
