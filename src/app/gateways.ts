import { openExtension } from '../capabilities/extension/open.ts'
import type { MusicParts } from '../capabilities/music/open.ts'
import { withRequester } from '../capabilities/music/song-card.ts'
import type { ObsParts } from '../capabilities/obs/open.ts'
import { messages as overlayTexts } from '../capabilities/overlay/contract/overlay-texts.ts'
import { createOverlayGateway } from '../capabilities/overlay/gateway/overlay-gateway.ts'
import { createPlayerRelay } from '../capabilities/overlay/gateway/player-relay.ts'
import { createTextRelay } from '../capabilities/overlay/gateway/text-relay.ts'
import { createWidgetRelay } from '../capabilities/overlay/gateway/widget-relay.ts'
import { createPlayerGateway } from '../capabilities/player/gateway/player-gateway.ts'
import type { PlayerParts } from '../capabilities/player/open.ts'
import { overlayCatalogue } from '../capabilities/settings/channel-language.ts'
import type { WidgetDataParts } from '../capabilities/widgets/open.ts'
import type { Catalogue } from '../kernel/text/message.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'

export type GatewayParts = ReturnType<typeof openGateways>

/** WebSockets: overlay and player pages, and browsers with the clip extension. */
export function openGateways(
  needs: NodeParts & ChannelParts & PlatformParts & StageParts & PlayerParts & MusicParts & ObsParts & WidgetDataParts,
) {
  const { config, overrides, clock, bus, refusals, log, channels, pages, sharedStage } = needs
  const { overlays, overlayAppearance, overlayQueue, speechEffects, musicControl } = needs
  const { preloadedSounds, settings, widgets, liveSources } = needs

  const publicHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host

  /** Only what a page shows: the reasons that it reports are written where they are read. */
  async function textsOf(channelId: number): Promise<{ texts?: Catalogue }> {
    const { texts, ...catalogue } = await overlayCatalogue(settings, channelId)
    const shown = Object.entries(texts).filter(
      ([key]) => key.startsWith('widgets.') || key === overlayTexts.clickForSound.key,
    )
    return catalogue.locale === 'en' ? {} : { texts: { ...catalogue, texts: Object.fromEntries(shown) } }
  }

  async function prepared(found: Promise<number | undefined>): Promise<number | undefined> {
    const channelId = await found
    const channel = channelId === undefined ? undefined : await channels.find(channelId)
    if (channel !== undefined) await channels.prepare(channel)
    return channelId
  }

  const player = createPlayerRelay({
    pages,
    readPlayer: async (channelId) =>
      withRequester(await musicControl.player(channelId), await overlayCatalogue(settings, channelId)),
    bus,
    log,
  })
  const texts = createTextRelay({ pages, readTexts: textsOf, onChange: player.broadcastState, bus, log })

  const overlayGateway = createOverlayGateway({
    pages,
    overlays: {
      ...overlays,
      findChannel: (token) => prepared(overlays.findChannel(token)),
      stage: async (channelId) => ({
        settings: await overlayAppearance.of(channelId),
        ...(await texts.of(channelId)),
        paused: await overlayQueue.isPaused(channelId),
        voice: await speechEffects.find(channelId),
        takenBack: await overlayQueue.listTakenBack(channelId),
        sounds: await preloadedSounds.of(channelId),
      }),
      async warning(channelId, { id, reason }) {
        const [, widget] = /^widget_(\d{1,15})$/.exec(id) ?? []
        if (widget !== undefined) await widgets.noteFailure({ id: channelId }, Number(widget), reason)
      },
    },
    widgets: createWidgetRelay({ listFor: widgets.listFor, sources: liveSources, bus, log }),
    player,
    clock,
    bus,
    refusals,
    log,
    publicHost,
    maxPagesPerChannel: overrides.maxPagesPerChannel,
    onObs: needs.obs.receivePage,
  })
  const playerGateway = createPlayerGateway({
    ...needs,
    findChannel: (token) => prepared(needs.playerLinks.findChannel(token)),
    content: {
      current: async (channelId) => [{ type: 'song', song: await needs.framedSongs.current(channelId) }],
      receive: needs.framedSongs.receive,
    },
    publicHost,
  })
  const { gateway: extensionGateway, clipBrowsers, extension, ...extensions } = openExtension(needs)

  return {
    gateways: [overlayGateway, playerGateway, extensionGateway],
    clipBrowsers,
    extension,

    async closeGateways(): Promise<void> {
      texts.close()
      await Promise.all([overlayGateway.close(), playerGateway.close(), extensions.close()])
      sharedStage?.close()
    },
  }
}
