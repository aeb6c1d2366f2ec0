import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { type CapabilityLine, capabilitiesOf } from '../../src/platforms/capabilities.ts'
import { capabilityNames, capabilityTitle } from '../../src/platforms/contract/capabilities.ts'
import { type Platform, platforms, platformTitles } from '../../src/platforms/contract/platforms.ts'
import type { ConnectedService, ServiceNeeds } from '../../src/platforms/services/connected-service.ts'
import { openService } from '../../src/platforms/services/open-services.ts'

const begin = '<!-- capabilities: written by npm run reference -->'
const end = '<!-- end of capabilities -->'

/** Writes the table of all platforms between the markers of the overview. */
export async function fillCapabilities(page: string): Promise<string> {
  return filled(page, await comparison())
}

/** Writes what one platform can do, and the permissions for it, between the markers of its guide. */
export async function fillPlatformPage(platform: Platform, page: string): Promise<string> {
  const { service, capabilities } = await inspect(platform)
  return filled(page, [features(platform, capabilities), permissions(service)].filter(Boolean).join('\n\n'))
}

function filled(page: string, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('a page of docs/platforms lacks the markers of its tables')
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}

async function comparison(): Promise<string> {
  const columns = await Promise.all(platforms.map(inspect))
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
  const titles = platforms.map((platform) => platformTitles[platform])
  const head = `| | ${titles.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`
  const remarks = notes.map((note, index) => `${index + 1}. ${note}`)
  return `${head}\n${rows.join('\n')}\n\n${remarks.join('\n')}`
}

function features(platform: Platform, capabilities: readonly CapabilityLine[]): string {
  const row = ({ title, note }: CapabilityLine) => `| ${title} | ${note === null ? '' : String(note)} |`
  const able = capabilities.filter(({ can }) => can)
  const table = ['| Feature | Note |', '|---|---|', ...able.map(row)].join('\n')
  const unable = capabilities.filter(({ can }) => !can)
  const item = ({ title, note }: CapabilityLine) =>
    note === null ? title : `${title} (${String(note).replace(/\.$/, '')})`
  const intro = `${platformTitles[platform]} has nothing of the following for other programs. An operation that needs it fails with one sentence that says so.`
  return `## Features\n\n${table}\n\n### Not available\n\n${intro}\n\n${unable.map((one) => `- ${item(one)}`).join('\n')}`
}

/** TikTok has none. */
function permissions({ scopes, permissions: known = {} }: Pick<ConnectedService, 'scopes' | 'permissions'>): string {
  const asked = [...new Set([...(scopes.broadcaster ?? []), ...(scopes.bot ?? [])])]
  if (asked.length === 0) return ''
  const rows = asked.map((scope) => {
    const needed = known[scope]?.capabilities.map(capabilityTitle).join('; ') ?? ''
    const isOfBot = scopes.bot?.includes(scope) === true
    return `| \`${scope}\` | ${known[scope]?.title() ?? ''} | ${needed} | ${isOfBot ? 'yes' : ''} |`
  })
  const head = '| Permission | Allows | Features that need it | Also of the bot |\n|---|---|---|---|'
  const rest =
    'A feature whose permission is missing fails with an error that says so; everything else works. The panel names each missing permission, with a button that asks for just that one and keeps the others.'
  return `## Permissions\n\n${head}\n${rows.join('\n')}\n\n${rest}`
}

async function inspect(platform: Platform) {
  const app = { clientId: 'x', clientSecret: 'x' }
  const settings = {
    kick: app,
    twitch: app,
    youtube: { ...app, members: true },
    tiktok: { adapter: 'bridge', url: 'ws://127.0.0.1:9' },
  } as const
  const bus = createMemoryBus(() => {})
  // The services are only inspected and never called, so most of their dependencies are missing.
  const needs = { clock: { now: () => 0, steady: () => 0 }, redirectUri: () => 'http://127.0.0.1:9', bus }
  const opened = await openService(platform, settings[platform], needs as unknown as ServiceNeeds)
  if (opened?.connected.connector === undefined) throw new Error(`${platform} has no connector`)
  const { connector, ...service } = opened.connected
  return { service, capabilities: capabilitiesOf(connector, { bot: service.scopes.bot !== undefined }) }
}
