import { existsSync, readFileSync } from 'node:fs'
import type { Bench, Part } from '../bench.ts'
import type { Series } from '../findings.ts'
import { median, ratios } from '../median.ts'
import type { PagesAnswer, PagesOrder } from '../pages/client.ts'
import { type Subject, startWorker } from '../processes.ts'

/** Factor for the number of rounds, because each takes only some milliseconds. */
const manyTimes = 5
/** Steps in which the pages are opened whose memory is measured. */
const memorySteps = 4
/** Open files that a client needs in addition to its pages. */
const spareFiles = 200

/** One effect to many pages, compared with bare sockets that receive the same bytes. */
export const effectPart: Part = {
  name: 'effect',
  async run(bench) {
    const { sizes } = bench
    const { pages, morePages } = sizes
    const wanted = 2 * pages + morePages + spareFiles
    if (openFiles() < wanted) {
      const problem = `not measured: ${wanted} open files are needed (ulimit -n), ${openFiles()} are allowed`
      const missing = { rounds: [], problem }
      return { measured: { 'effect/last-page': missing, 'effect/memory': missing, 'effect/many-pages': missing } }
    }
    const client = startWorker<PagesOrder, PagesAnswer>('pages/client.ts')
    bench.closeAtEnd(client.close)
    const bare = await openServer(bench, client, 'pages/bare-sockets.ts')
    const ours = await openServer(bench, client, 'subject.ts')
    const crowded = await openServer(bench, client, 'subject.ts')

    const curves: [Series, Series] = [
      { name: 'ours', points: await growTo(pages, ours, sizes.rounds) },
      { name: 'bare sockets', points: await growTo(pages, bare, sizes.rounds) },
    ]
    await crowded.open(pages)
    bench.say(`  ${morePages} pages`)
    const perPage = await memoryPerPage(crowded, pages, morePages)

    const times: Record<'bare' | 'ours' | 'crowded', number[]> = { bare: [], ours: [], crowded: [] }
    for (let round = 0; round < sizes.rounds * manyTimes; round++) {
      times.bare.push(await bare.fire())
      times.ours.push(await ours.fire())
      times.crowded.push(await crowded.fire())
    }
    const [own, baseline] = curves
    const last = { size: morePages, cost: median(times.crowded) }
    return {
      measured: {
        'effect/last-page': { rounds: ratios(times.ours, times.bare), note: `${median(times.ours).toFixed(1)} ms` },
        'effect/memory': {
          rounds: perPage.tidy,
          note: `${median(perPage.asIs).toFixed(0)} KiB before garbage collection`,
        },
        'effect/many-pages': {
          rounds: ratios(times.crowded, times.ours),
          note: `${morePages.toLocaleString('en')} pages`,
        },
      },
      plots: [
        {
          file: 'cost-effect',
          title: 'One effect, time to the last page',
          size: 'pages',
          cost: 'ms',
          series: [{ ...own, points: [...own.points, last] }, baseline],
        },
      ],
      costs: { pageKib: median(perPage.tidy) },
    }
  },
}

type Client = ReturnType<typeof startWorker<PagesOrder, PagesAnswer>>

type Server = Awaited<ReturnType<typeof openServer>>

async function openServer(bench: Bench, client: Client, file: string) {
  const { folder, keys } = await bench.data(bench.sizes.fewViewers)
  const subject: Subject = await bench.start(file, [folder, 'crowd'], { execArgv: ['--expose-gc'] })
  const { port, overlayToken: token = '' } = subject
  let fired = 0
  return {
    open: (count: number) => client.run({ do: 'open', port, token, count }),
    fire: () => client.run({ do: 'fire', port, key: keys[fired++ % keys.length] ?? '' }),
    async residentMiB() {
      const asIs = (await subject.measure()).residentMiB
      await subject.tidyUp()
      return { asIs, tidy: (await subject.measure()).residentMiB }
    },
  }
}

/** KiB, for each of the steps in which more pages are opened. */
async function memoryPerPage(server: Server, from: number, to: number) {
  const perPage: { asIs: number[]; tidy: number[] } = { asIs: [], tidy: [] }
  const step = Math.ceil((to - from) / memorySteps)
  let before = await server.residentMiB()
  for (let there = from; there < to; ) {
    const more = Math.min(step, to - there)
    await server.open(more)
    there += more
    const after = await server.residentMiB()
    for (const kind of ['asIs', 'tidy'] as const) perPage[kind].push(((after[kind] - before[kind]) * 1024) / more)
    before = after
  }
  return perPage
}

async function growTo(most: number, server: Server, rounds: number) {
  const points: { size: number; cost: number }[] = []
  let there = 0
  for (const size of [10, 100, 300, 1000].filter((count) => count <= most)) {
    await server.open(size - there)
    there = size
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await server.fire())
    points.push({ size, cost: median(times) })
  }
  return points
}

/** The maximum number of open files of a process; Node raises the soft limit to the hard limit. */
function openFiles(): number {
  if (!existsSync('/proc/self/limits')) return Number.POSITIVE_INFINITY
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
