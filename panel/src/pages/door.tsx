import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { CopyButton } from '../ui/copy.tsx'
import { words } from '../words/words.ts'

const titles: Readonly<Record<string, string>> = { ...words.platforms, youtube: words.door.youtube }

/** What whoever is not signed in sees. */
export function Door() {
  const { path, query } = useLocation()
  const [services, setServices] = useState<readonly string[]>([])
  const failed = path.endsWith('/sign-in-failed')
  useEffect(() => {
    fetch('/sign-in/ways')
      .then((response) => response.json() as Promise<{ services: readonly string[] }>)
      .then((ways) => setServices(ways.services))
      // Without an answer the link from the terminal is still a way in.
      .catch(() => {})
  }, [])
  return (
    <main class="door">
      <div class="card">
        <h1 class="logo standby">{words.product}</h1>
        {failed && (
          <p class="trouble" role="alert">
            {words.door.failed[query.code ?? ''] ?? words.door.failedElse}
          </p>
        )}
        {services.map((service) => (
          <a key={service} class={`button edge ${service}`} href={`/sign-in/${service}/begin`}>
            {words.door.with(titles[service] ?? service)}
          </a>
        ))}
        <p>{services.length === 0 ? words.door.link : words.door.or}</p>
        <p class="soft">{words.door.again}</p>
        <div class="secret">
          <code>{words.door.command}</code>
          <CopyButton text={words.door.command} />
        </div>
      </div>
    </main>
  )
}
