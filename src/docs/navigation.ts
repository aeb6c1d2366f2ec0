import type { groupTitles } from './messages.ts'

export interface NavigationGroup {
  readonly name: keyof typeof groupTitles
  /** Files of `docs/` without their ending. `reference/README` and `event-types` are drawn from the code. */
  readonly pages: readonly string[]
}

/** Where the pages stand. One that is not listed comes after the last feature. */
export const navigation: readonly NavigationGroup[] = [
  {
    name: 'start',
    pages: [
      'guides/install',
      'guides/first-call',
      'sandbox',
      'panel',
      'pictures',
      'platforms/README',
      'faq',
      'troubleshooting',
    ],
  },
  {
    name: 'guides',
    pages: [
      'decks',
      'guides/stream-deck',
      'guides/companion',
      'guides/node-red',
      'guides/n8n',
      'guides/home-assistant',
      'guides/obs',
      'guides/assistants',
      'guides/webhooks',
      'guides/from-streamer-bot',
      'guides/from-streamelements',
      'guides/from-the-original-service',
    ],
  },
  {
    name: 'api',
    pages: ['reference/README', 'event-types', 'errors', 'webhooks', 'sdk', 'mcp', 'clients', 'events'],
  },
  {
    name: 'features',
    pages: [
      'overlay',
      'widgets',
      'widgets-data',
      'commands',
      'automations',
      'shows',
      'values',
      'rounds',
      'rewards',
      'earning',
      'moderation',
      'music',
      'song-requests',
      'sounds',
      'speech',
      'voice',
      'donations',
      'obs',
      'vts',
      'discord',
      'ai-bot',
      'extension',
      'channel-settings',
      'trash',
    ],
  },
  {
    name: 'running',
    pages: [
      'settings',
      'network',
      'guides/docker',
      'upgrading',
      'uninstall',
      'platforms/kick',
      'platforms/twitch',
      'platforms/youtube',
      'platforms/tiktok',
      'backups',
      'privacy',
      'postgresql',
      'scaling',
      'observability',
    ],
  },
]

export const pathPrefix = '/docs'

/** The address of a page: `/docs/guides/first-call`, `/docs/platforms` for `platforms/README`, `/docs` for `README`. */
export function addressOf(page: string): string {
  return `${pathPrefix}/${page}`.replace(/\/README$/, '')
}

/** The groups with every page that there is. */
export function navigationOf(pages: ReadonlySet<string>): readonly NavigationGroup[] {
  const listed = new Set(navigation.flatMap((group) => group.pages))
  const others = [...pages].filter((page) => !listed.has(page) && page !== 'README' && !page.startsWith('reference/'))
  return navigation.map(({ name, pages: wanted }) => ({
    name,
    pages: [...wanted.filter((page) => pages.has(page)), ...(name === 'features' ? others.sort() : [])],
  }))
}
