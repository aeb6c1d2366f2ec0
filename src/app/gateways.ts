import { createExtensionGateway } from '../capabilities/extension/gateway/extension-gateway.ts'
import { createPairings } from '../capabilities/extension/pairings.ts'
import type { MusicParts } from '../capabilities/music/open.ts'
import { withRequester } from '../capabilities/music/song-card.ts'
import type { ObsParts } from '../capabilities/obs/open.ts'
import { messages as overlayTexts } from '../capabilities/overlay/contract/overlay-texts.ts'
import { createOverlayGateway } from '../capabilities/overlay/gateway/overlay-gateway.ts'
import { showsKind } from '../capabilities/overlay/gateway/pages.ts'
import { createPlayerRelay } from '../capabilities/overlay/gateway/player-relay.ts'
import { createTextRelay } from '../capabilities/overlay/gateway/text-relay.ts'
import { createWidgetRelay } from '../capabilities/overlay/gateway/widget-relay.ts'
import { overlayCatalogue } from '../capabilities/settings/channel-language.ts'
import type { WidgetDataParts } from '../capabilities/widgets/open.ts'
import type { Catalogue } from '../kernel/text/message.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'

export type GatewayParts = ReturnType<typeof openGateways>

/** WebSockets: overlay pages, and browsers with the clip extension. */
export function openGateways(
  needs: NodeParts & ChannelParts & PlatformParts & StageParts & MusicParts & ObsParts & WidgetDataParts,
) {
  const { config, overrides, db, clock, ids, bus, limiter, refusals, log, cluster, pages, sharedStage } = needs
  const { events, channels, overlays, overlayAppearance, overlayQueue, speechEffects, musicControl } = needs
  const { preloadedSounds, speech, services, settings, widgets, liveSources } = needs

  /** Only what a page shows: the reasons that it reports stay English, because the server stores them. */
  async function textsOf(channelId: number): Promise<{ texts?: Catalogue }> {
    const { texts, ...catalogue } = await overlayCatalogue(settings, channelId)
    const shown = Object.entries(texts).filter(
      ([key]) => key.startsWith('widgets.') || key === overlayTexts.clickForSound.key,
    )
    return catalogue.locale === 'en' ? {} : { texts: { ...catalogue, texts: Object.fromEntries(shown) } }
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
    // Speech is ready before somebody wants to speak.
    onConnected(page) {
      if (overrides.isSpeechPrepared !== false && showsKind(page, 'tts')) speech.prepareEngine(page.channelId)
    },
    player,
    clock,
    bus,
    refusals,
    log,
    publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host,
    maxPagesPerChannel: overrides.maxPagesPerChannel,
    onObs: needs.obs.receivePage,
  })
  const mirrorOf = () => services.list().find(({ mirror }) => mirror !== undefined)?.mirror
  const pairings = createPairings({ db, clock, ids, events, bus, channels })
  const extensionGateway = createExtensionGateway({
    pairings,
    clock,
    ids,
    bus,
    limiter,
    refusals,
    log,
    // Looked up each time, because credentials may be entered while the server runs.
    mirror: {
      pageOf: async (channelId) => (await mirrorOf()?.pageOf(channelId)) ?? null,
      receive: async (channelId, page) => mirrorOf()?.receive(channelId, page),
    },
    timings: overrides.extensionTimings ?? {},
  })
  const sharedExtension = cluster?.openExtension(extensionGateway)
  const clipBrowsers = sharedExtension ?? extensionGateway

  return {
    gateways: [overlayGateway, extensionGateway],
    clipBrowsers,
    extension: { pairings, presence: clipBrowsers.presence },

    async closeGateways(): Promise<void> {
      texts.close()
      await Promise.all([overlayGateway.close(), extensionGateway.close()])
      sharedStage?.close()
      sharedExtension?.close()
    },
  }
}
