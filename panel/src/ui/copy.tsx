import { useState } from 'preact/hooks'
import { isLoopbackHost } from '../../../src/kernel/http/contract/loopback.ts'
import { commonMessages } from '../messages/common.ts'
import { Icon } from './icon.tsx'

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label = commonMessages.copy() }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      class="button small"
      data-local
      onClick={async () => {
        if (!(await copyText(text))) return
        setCopied(true)
        setTimeout(() => setCopied(false), 1500)
      }}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? commonMessages.copied() : label}</span>
    </button>
  )
}

/** A link to hand on. One that leads to this machine says so, since it opens nothing anywhere else. */
export function SecretLink({ link }: { link: string }) {
  const isLocal = URL.canParse(link) && isLoopbackHost(new URL(link).host)
  return (
    <>
      <Secret text={link} />
      {isLocal && (
        <p class="small" role="note">
          <span class="light standby wraps">
            <span>{commonMessages.localLink()}</span>
          </span>
        </p>
      )}
    </>
  )
}

export function Secret({ text }: { text: string }) {
  return (
    <div class="secret">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
