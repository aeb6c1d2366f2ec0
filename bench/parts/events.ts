import type { Bench, Part } from '../bench.ts'
import { bodiesFor, callOf, competeInTurns, createContestant, ratio } from '../contestants.ts'
import type { FollowersAnswer, FollowersOrder } from '../events/client.ts'
import { median, ratios } from '../median.ts'
import { startWorker } from '../processes.ts'

/** Factor for the number of rounds, because each takes only some milliseconds. */
const manyTimes = 5
/** Factor for the number of rounds in which a program follows or does not, because the difference is a few per cent. */
const moreRounds = 3
/** Each is for fifty clients; a channel can have two thousand. */
const keysOfClients = 40

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
    await ours.open(sizes.pages)
    const perClient = await memoryPerClient(bench, client)

    const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    for (let round = 0; round < sizes.rounds * manyTimes; round++) {
      times.bare.push(await bare.fire())
      times.ours.push(await ours.fire())
    }

    // One server, which a program follows half of the time: two servers differ by more than what is measured.
    const written = await openServer(bench, client, 'subject.ts')
    const [half, otherHalf] = written.halvesOfKeys()
    const longer = { ...bench, sizes: { ...sizes, rounds: sizes.rounds * moreRounds } }
    const alone = written.enter(longer, 'add-points, nobody follows', half)
    const followed = written.enter(longer, 'add-points, one program follows', otherHalf)
    const writes = [
      {
        ...followed,
        async run(durationMs: number) {
          await written.open(1)
          const calls = await followed.run(durationMs)
          await written.leave()
          return calls
        },
      },
      alone,
    ] as const
    await competeInTurns(longer, writes)
    return {
      measured: {
        'events/last-client': { rounds: ratios(times.ours, times.bare), note: `${median(times.ours).toFixed(1)} ms` },
        'events/memory': { rounds: perClient },
        'events/publish': ratio(writes[0], writes[1], 'cpuMicros'),
      },
      calls: writes.map(callOf),
    }
  },
}

/** KiB, of several servers: in one of them the heap may just have got a new page. */
async function memoryPerClient(bench: Bench, client: Client): Promise<number[]> {
  const { pages, rounds } = bench.sizes
  const measured: number[] = []
  for (let round = 0; round < rounds; round++) {
    // What the first clients load, and how far the heap grows while many connect, is not the memory of a client.
    const crowded = await openServer(bench, client, 'subject.ts')
    await crowded.open(pages)
    const before = await crowded.residentMiB()
    await crowded.open(pages)
    measured.push((((await crowded.residentMiB()) - before) * 1024) / pages)
    await crowded.close()
  }
  return measured
}

type Client = ReturnType<typeof startWorker<FollowersOrder, FollowersAnswer>>

async function openServer(bench: Bench, client: Client, file: string) {
  const { folder, keys } = await bench.data(bench.sizes.fewViewers)
  const subject = await bench.start(file, [folder], { execArgv: ['--expose-gc'] })
  const { port } = subject
  let fired = 0
  return {
    open: (count: number) => client.run({ do: 'open', port, keys: keys.slice(-keysOfClients), count }),
    leave: () => client.run({ do: 'leave', port }),
    fire: () => client.run({ do: 'fire', port, key: keys[fired++ % keys.length] ?? '' }),
    /** For two contestants on one server: a key has its limit there, whoever calls with it. */
    halvesOfKeys() {
      const rest = keys.slice(0, -keysOfClients)
      const middle = Math.ceil(rest.length / 2)
      return [rest.slice(0, middle), rest.slice(middle)] as const
    },
    enter: ({ load, sizes }: Bench, name: string, own: readonly string[]) =>
      createContestant({
        name,
        subjects: [subject],
        load,
        sizes,
        keys: own,
        operation: 'add-points',
        bodies: bodiesFor(sizes.fewViewers).addPoints,
      }),
    close: () => subject.close(),
    async residentMiB() {
      await subject.tidyUp()
      return (await subject.measure()).residentMiB
    },
  }
}
