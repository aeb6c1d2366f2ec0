import { existsSync } from 'node:fs'
import type { Bench, Part } from '../bench.ts'
import { bodiesFor, type Contestant, callOf, compete, createContestant, ratio } from '../contestants.ts'
import type { Measured } from '../findings.ts'
import type { Data } from '../library.ts'

/** The whole path of a read, compared with a minimal node:http server and with two frameworks that do the same work. */
export const getPointsPart: Part = {
  name: 'get-points',
  async run(bench) {
    const data = await bench.data(bench.sizes.fewViewers)
    const enter = async (name: string, file: string, args: readonly string[] = [data.folder]) =>
      contestantFor(bench, data, name, file, args)
    const baseline = await enter('baseline', 'baseline.ts', [])
    const ours = await enter('get-points', 'subject.ts')
    const fastify = isInstalled('fastify') ? await enter('get-points on Fastify', 'frameworks/fastify.ts') : undefined
    const express = isInstalled('express') ? await enter('get-points on Express', 'frameworks/express.ts') : undefined
    const all = [baseline, ours, fastify, express].filter((contestant) => contestant !== undefined)
    await compete(bench, all)
    const calls = all.map(callOf)
    return {
      measured: {
        'get-points/speed': ratio(ours, baseline, 'callsPerSecond'),
        'get-points/cost': ratio(ours, baseline, 'cpuMicros'),
        'get-points/fastify': against(ours, fastify),
        'get-points/express': against(ours, express),
      },
      calls,
      costs: { readMicros: callOf(ours).cpuMicros },
    }
  },
}

async function contestantFor(bench: Bench, { keys }: Data, name: string, file: string, args: readonly string[]) {
  const { load, sizes } = bench
  const subjects = [await bench.start(file, args, { isAlone: true })]
  const bodies = bodiesFor(sizes.fewViewers).getPoints
  return createContestant({ name, subjects, load, sizes, keys, operation: 'get-points', bodies })
}

function against(ours: Contestant, other: Contestant | undefined): Measured {
  if (other !== undefined) return ratio(ours, other, 'callsPerSecond')
  return { rounds: [], problem: 'not measured: npm run bench installs it' }
}

function isInstalled(name: string): boolean {
  return existsSync(new URL(`../frameworks/node_modules/${name}`, import.meta.url))
}
