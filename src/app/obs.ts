import { createLocalObs } from '../capabilities/obs/local-obs.ts'
import { createObs } from '../capabilities/obs/obs.ts'
import { credentialsKey } from '../capabilities/service-setups/service-setups.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import type { ObsSettings } from '../platforms/obs/obs-socket.ts'
import { obsSettingsIn } from '../platforms/obs/settings.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'

export type ObsParts = ReturnType<typeof openObs>

/** The OBS of each channel: its settings of the environment and of the panel, and the connections. */
export function openObs(needs: NodeParts & ChannelParts & PlatformParts & Pick<StageParts, 'overlays'>) {
  const { config, overrides, db, clock, ids, log, bus, cluster, onClose, events, channels, credentials } = needs

  function given(field: string): string | undefined {
    return config.given?.[setupVariable('obs', field)]?.text
  }

  /** The environment names one OBS, that of the first channel. */
  async function listSettings(): Promise<ReadonlyMap<number, ObsSettings>> {
    const found = new Map<number, ObsSettings>()
    for (const [index, { id }] of (await channels.list()).entries()) {
      const stored = credentials.of(credentialsKey('obs', id)) ?? {}
      const own = index === 0 ? { url: given('url'), password: given('password') } : {}
      try {
        const settings = obsSettingsIn({ url: own.url ?? stored.url, password: own.password ?? stored.password })
        if (settings !== undefined) found.set(id, settings)
      } catch (error) {
        log.warn('the stored settings of OBS cannot be used', { channelId: id, error })
      }
    }
    return found
  }

  const obs = createObs({
    db,
    clock,
    ids,
    log,
    bus,
    nodeId: cluster?.nodeId,
    events,
    timings: overrides.obsTimings ?? {},
    sendToPages: needs.stage.broadcast,
    listSettings,
    kindOfLink: (channelId, url) => needs.overlays.kindOfLink(channelId, url),
  })
  onClose(() => obs.close())
  credentials.onChange(async (name) => {
    if (name.startsWith('obs:')) await obs.refresh()
  })
  // In a cluster the machine of the node that answers is not that of the streamer.
  const folders = cluster === undefined ? (config.obsFolders ?? []) : []
  return { obs, localObs: createLocalObs({ clock, folders }) }
}
