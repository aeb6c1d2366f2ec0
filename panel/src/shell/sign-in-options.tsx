import { useEffect, useState } from 'preact/hooks'
import type { PlatformDefinition } from '../../../src/platforms/contract/definition.ts'
import { platformDefinitions } from '../../../src/platforms/contract/platforms.ts'
import { signInMessages } from '../pages/sign-in/messages.ts'
import { CopyButton } from '../ui/copy.tsx'
import { later } from '../ui/later.tsx'

const SignInMethods = later(() => import('./sign-in-methods.tsx').then(({ SignInMethods: methods }) => methods))
const newLinkCommand = 'npx showcaller link'

/** The ways to sign in: an account of a configured platform, or the link from the terminal. */
export function SignInOptions({
  target,
  hasSandbox = false,
  onSignedIn = () => location.assign('/'),
}: {
  target?: '_blank'
  hasSandbox?: boolean
  onSignedIn?: () => void
}) {
  const [services, setServices] = useState<readonly string[]>([])
  useEffect(() => {
    fetch('/sign-in/ways')
      .then((response) => response.json() as Promise<{ services: readonly string[] }>)
      .then((ways) => setServices(ways.services))
      // Without a response the link from the terminal still works.
      .catch(() => {})
  }, [])
  return (
    <>
      <SignInMethods onSignedIn={onSignedIn} />
      {services.map((service) => (
        <a key={service} class={`button edge ${service}`} href={`/sign-in/${service}/begin`} target={target}>
          {signInMessages.continueWith({ service: titleOf(service) })}
        </a>
      ))}
      {hasSandbox && (
        <a class="button" href="/sign-in/sandbox/begin" target={target}>
          {signInMessages.sandbox()}
        </a>
      )}
      <p>{signInMessages.orLink()}</p>
      <p class="soft">{signInMessages.newLink()}</p>
      <div class="secret">
        <code>{newLinkCommand}</code>
        <CopyButton text={newLinkCommand} />
      </div>
    </>
  )
}

/** Google's account opens YouTube, so a platform may have another name here. */
function titleOf(service: string): string {
  const platform: PlatformDefinition | undefined = platformDefinitions.find(({ name }) => name === service)
  return platform?.signInTitle ?? platform?.title ?? service
}
