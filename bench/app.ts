import type { Overrides } from '../src/app/node.ts'
import { type App, createApp } from '../src/app.ts'

/** Runs the server in this process, without a port, for measurements without HTTP. */
export function openApp(dataFolder: string, overrides: Overrides = {}): Promise<App> {
  const config = {
    host: '127.0.0.1',
    port: 0,
    dataFolder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  } as const
  return createApp(config, overrides)
}

export async function firstChannel({ ctx }: App) {
  const channel = await ctx.channels.find(1)
  if (channel === undefined) throw new Error('there is no channel')
  return channel
}

/** Processor time of this process, all threads, in milliseconds. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
