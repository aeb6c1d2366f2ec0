import { type Answer, call } from '../../api.ts'
import { fileSize } from '../../messages/media.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { installMessages, clientPackageMessages as messages } from './messages.ts'

type Package = Answer<'list-client-packages'>['packages'][number]

/** The packages for other programs, each with its download and what to do with it. */
export function ClientPackagesCard() {
  const { value } = useLoaded(() => call('list-client-packages', {}), [])
  if (value === undefined) return null
  return (
    <section class="card" aria-label={messages.title()}>
      <header>
        <h2 class="grow">{messages.title()}</h2>
      </header>
      <p class="inside soft">{messages.help()}</p>
      <ul class="people">
        {value.packages.map((one) => (
          <li key={one.name}>
            <div class="grow">
              <p>
                <b>{one.program}</b>
              </p>
              <p class="small soft">{installMessages[one.name]()}</p>
              <p class="small">
                <a href={one.guide_url} target="_blank" rel="noopener">
                  {messages.guide({ program: one.program })}
                </a>
              </p>
            </div>
            <Download of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Download({ of: { bytes, program, download_url: url } }: { of: Package }) {
  if (bytes === null) return <p class="faint small">{messages.notBuilt()}</p>
  const size = fileSize(bytes)
  return (
    <a class="button small" href={url} download aria-label={messages.downloadOne({ program, size })}>
      {messages.download({ size })}
    </a>
  )
}
