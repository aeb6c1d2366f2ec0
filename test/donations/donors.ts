import type { TestApp } from '../create-test-app.ts'

/** The donations in the log, newest first. */
export async function donorsOf(app: TestApp) {
  return (await app.ctx.activity.newest(app.channel, 'donors', 200)).map(({ data }) => data)
}

/** What stands in every table that a delivery could touch. */
export async function traceOf(app: TestApp): Promise<string> {
  const deliveries = await app.ctx.overlays.recent(app.channel, 200)
  const sources = await app.ctx.donationSources.list(app.channel.id)
  const seq = await app.ctx.overlays.lastSeq(app.channel.id)
  return JSON.stringify([seq, deliveries.length, sources.map(({ lastEventAt }) => lastEventAt)])
}
