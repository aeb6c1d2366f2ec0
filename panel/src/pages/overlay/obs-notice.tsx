import { ObsOverlay, useObs } from '../obs/obs-card.tsx'

/** How the overlay stands in OBS, if OBS is connected. */
export function ObsNotice() {
  const { value, reload } = useObs()
  const overlay = value?.overlay ?? null
  if (overlay === null) return null
  return (
    <section class="card">
      <div class="inside">
        <ObsOverlay overlay={overlay} onChanged={reload} />
      </div>
    </section>
  )
}
