import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../ui/copy.tsx'
import { words } from '../words/words.ts'

const titles: Readonly<Record<string, string>> = { ...words.platforms, youtube: words.door.youtube }

/** How to sign in: an account of a platform this server is set up for, or the link from the terminal. */
export function SignInOptions({ target, hasSandbox = false }: { target?: '_blank'; hasSandbox?: boolean }) {
  const [services, setServices] = useState<readonly string[]>([])
  useEffect(() => {
    fetch('/sign-in/ways')
      .then((response) => response.json() as Promise<{ services: readonly string[] }>)
      .then((ways) => setServices(ways.services))
      // Without an answer the link from the terminal is still a way in.
      .catch(() => {})
  }, [])
  return (
    <>
      {services.map((service) => (
        <a key={service} class={`button edge ${service}`} href={`/sign-in/${service}/begin`} target={target}>
          {words.door.with(titles[service] ?? service)}
        </a>
      ))}
      {hasSandbox && (
        <a class="button" href="/sign-in/sandbox/begin" target={target}>
          {words.door.sandbox}
        </a>
      )}
      <p>{services.length === 0 && !hasSandbox ? words.door.link : words.door.or}</p>
      <p class="soft">{words.door.again}</p>
      <div class="secret">
        <code>{words.door.command}</code>
        <CopyButton text={words.door.command} />
      </div>
    </>
  )
}
