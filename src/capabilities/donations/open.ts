import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Provider } from './contract/donation-providers.ts'
import { createDonationSockets, type DonationServers } from './donation-sockets.ts'
import { createDonationSources } from './donation-sources.ts'
import { createSourceRows } from './source-rows.ts'

/** The services that report donations, by webhooks and by sockets. */
export function openDonationSources(needs: {
  config: { readonly donations?: DonationServers }
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  nodeId: string | undefined
  secret: () => string
  address: { webhookUrl: (path: string) => string }
  channels: Channels
  events: Events
  settings: Settings
  recordDonation: (
    tx: Writer,
    channel: Channel,
    provider: Provider,
    donation: ReceivedDonation,
    settings: ChannelSettings,
  ) => Promise<unknown>
}) {
  const { config, db, address, channels, settings, recordDonation } = needs
  async function record(channelId: number, provider: Provider, donation: ReceivedDonation): Promise<void> {
    const channel = await channels.find(channelId)
    if (channel === undefined) throw new Error(`a donation came for channel ${channelId}, which does not exist`)
    const set = await settings.of(channelId)
    await db.write((tx) => recordDonation(tx, channel, provider, donation, set))
  }

  const sockets = createDonationSockets({
    ...needs,
    servers: config.donations ?? {},
    take: (source, donation) => donationSources.take(source, donation),
  })
  const donationSources = createDonationSources({
    ...needs,
    rows: createSourceRows(needs),
    sockets,
    record,
    hookUrl: (provider, hook) => address.webhookUrl(`${provider}/${hook}`),
  })
  return { donationSources }
}
