import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { capabilitiesOf } from '../../src/platforms/capabilities.ts'
import { capabilityNames } from '../../src/platforms/contract/capabilities.ts'
import { platforms, platformTitles } from '../../src/platforms/contract/platforms.ts'
import type { ServiceNeeds } from '../../src/platforms/services/connected-service.ts'
import { openService } from '../../src/platforms/services/open-services.ts'

const begin = '<!-- capabilities: written by npm run reference -->'
const end = '<!-- end of capabilities -->'

/** Writes the capabilities of each connector between the markers of the page. */
export async function fillCapabilities(page: string): Promise<string> {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/platforms/README.md lacks the markers of its table')
  return `${page.slice(0, from + begin.length)}\n${await table()}${page.slice(to)}`
}

async function table(): Promise<string> {
  const columns = await connectors()
  const notes: string[] = []
  const cell = ({ can, note }: { can: boolean; note: string | null }) => {
    if (note === null) return can ? 'yes' : 'no'
    if (!notes.includes(note)) notes.push(note)
    return `${can ? 'yes' : 'no'} [${notes.indexOf(note) + 1}]`
  }
  const rows = capabilityNames.map((name) => {
    const lines = columns.map(({ capabilities }) => capabilities.find((one) => one.name === name))
    const cells = lines.map((line) =>
      line === undefined ? 'no' : cell({ can: line.can, note: line.note && String(line.note) }),
    )
    return `| ${lines[0]?.title ?? name} | ${cells.join(' | ')} |`
  })
  const head = `| | ${columns.map(({ title }) => title).join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`
  const remarks = notes.map((note, index) => `${index + 1}. ${note}`)
  return `\n${head}\n${rows.join('\n')}\n\n${remarks.join('\n')}\n\n`
}

async function connectors() {
  const app = { clientId: 'x', clientSecret: 'x' }
  const settings = {
    kick: app,
    twitch: app,
    youtube: app,
    tiktok: { adapter: 'bridge', url: 'ws://127.0.0.1:9' },
  } as const
  const bus = createMemoryBus(() => {})
  // The services are only inspected and never called, so most of their dependencies are missing.
  const needs = { clock: { now: () => 0, steady: () => 0 }, redirectUri: () => 'http://127.0.0.1:9', bus }
  const columns = []
  for (const platform of platforms) {
    const opened = await openService(platform, settings[platform], needs as unknown as ServiceNeeds)
    if (opened?.connected.connector === undefined) throw new Error(`${platform} has no connector`)
    const { connector, scopes } = opened.connected
    columns.push({
      title: platformTitles[platform],
      capabilities: capabilitiesOf(connector, { bot: scopes.bot !== undefined }),
    })
  }
  return columns
}
