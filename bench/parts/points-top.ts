import type { Part } from '../bench.ts'
import { bodiesFor, callOf, compete, createContestant, ratio } from '../contestants.ts'

/** The points leaderboard, whose cost must not depend on the number of viewers. */
export const pointsTopPart: Part = {
  name: 'get-points-top',
  async run(bench) {
    const { sizes, load } = bench
    const { topAt } = bodiesFor(sizes.fewViewers)
    const farDown = Math.floor(sizes.manyViewers * 0.9)
    const few = await bench.data(sizes.fewViewers)
    const many = await bench.data(sizes.manyViewers)
    const small = [await bench.start('subject.ts', [few.folder])]
    const large = [await bench.start('subject.ts', [many.folder])]
    const operation = 'get-points-top'
    const enter = (name: string, subjects: typeof small, keys: readonly string[], offset: number) =>
      createContestant({ name, subjects, load, sizes, keys, operation, bodies: topAt(offset) })
    const viewers = sizes.manyViewers.toLocaleString('en')
    // Both call the same operation of one server, so each has its own keys.
    const half = many.keys.length / 2
    const all = [
      enter(`get-points-top, ${sizes.fewViewers.toLocaleString('en')} viewers`, small, few.keys, 0),
      enter(`get-points-top, ${viewers} viewers`, large, many.keys.slice(0, half), 0),
      enter(`the same at offset ${farDown.toLocaleString('en')}`, large, many.keys.slice(half), farDown),
    ] as const
    await compete(bench, all)
    return {
      measured: {
        'get-points-top/viewers': { ...ratio(all[1], all[0], 'cpuMicros'), note: `${viewers} viewers` },
        'get-points-top/offset': {
          ...ratio(all[2], all[1], 'cpuMicros'),
          note: `offset ${farDown.toLocaleString('en')}`,
        },
      },
      calls: all.map(callOf),
    }
  },
}
