import type { Bench, Part } from '../bench.ts'
import { bodiesFor, callOf, compete, createContestant, ratio } from '../contestants.ts'
import type { FollowersAnswer, FollowersOrder } from '../events/client.ts'
import { median } from '../median.ts'
import { startWorker } from '../processes.ts'

/** Factor for the number of rounds, because each takes only some milliseconds. */
const manyTimes = 5

/** Events to many programs, compared with bare sockets that receive the same bytes, and what they cost the writes. */
export const eventsPart: Part = {
  name: 'events',
  async run(bench) {
    const { sizes } = bench
    const client = startWorker<FollowersOrder, FollowersAnswer>('events/client.ts')
    bench.closeAtEnd(client.close)
    const bare = await openServer(bench, client, 'events/bare-streams.ts')
    const ours = await openServer(bench, client, 'subject.ts')
    await bare.open(sizes.pages)
    // What the first clients load is not the memory of a client.
    await ours.open(Math.ceil(sizes.pages / 10))
    const before = await ours.residentMiB()
    const more = sizes.pages - Math.ceil(sizes.pages / 10)
    await ours.open(more)
    const perClient = (((await ours.residentMiB()) - before) * 1024) / more

    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    for (let round = 0; round < sizes.rounds * manyTimes; round++) {
      times.bare.push(await bare.fire())
      times.ours.push(await ours.fire())
    }
    const last = median(times.ours.map((ms, index) => ms / (times.bare[index] ?? Number.NaN)))

    const quiet = await openServer(bench, client, 'subject.ts')
    const followed = await openServer(bench, client, 'subject.ts')
    await followed.open(1)
    const writes = [
      followed.enter('add-points, one program follows'),
      quiet.enter('add-points, nobody follows'),
    ] as const
    await compete(bench, writes)
    return {
      measured: {
        'events/last-client': { value: last, note: `${median(times.ours).toFixed(1)} ms` },
        'events/memory': { value: perClient },
        'events/publish': ratio(writes[0], writes[1], 'cpuMicros'),
      },
      calls: writes.map(callOf),
    }
  },
}

type Client = ReturnType<typeof startWorker<FollowersOrder, FollowersAnswer>>

async function openServer(bench: Bench, client: Client, file: string) {
  const { sizes, load } = bench
  const { folder, keys } = await bench.data(sizes.fewViewers)
  const subject = await bench.start(file, [folder], { execArgv: ['--expose-gc'] })
  const { port } = subject
  let fired = 0
  return {
    open: (count: number) => client.run({ do: 'open', port, keys: keys.slice(-20), count }),
    fire: () => client.run({ do: 'fire', port, key: keys[fired++ % keys.length] ?? '' }),
    enter: (name: string) =>
      createContestant({
        name,
        subjects: [subject],
        load,
        keys: keys.slice(0, -20),
        operation: 'add-points',
        bodies: bodiesFor(sizes.fewViewers).addPoints,
      }),
    async residentMiB() {
      await subject.tidyUp()
      return (await subject.measure()).residentMiB
    },
  }
}
