import { useEffect, useState } from 'preact/hooks'
import { mediaMessages } from '../../messages/media.ts'
import { IconButton } from '../icon-button.tsx'

let stopOther: (() => void) | undefined

/** Plays a sound in the panel, one at a time. */
export function Listen({ url, name, volume = 1 }: { url: string; name: string; volume?: number }) {
  const [sound, setSound] = useState<HTMLAudioElement>()
  function stop(): void {
    sound?.pause()
    setSound(undefined)
  }
  useEffect(() => () => sound?.pause(), [sound])
  function play(): void {
    stopOther?.()
    const made = new Audio(url)
    made.volume = volume
    made.onended = () => setSound(undefined)
    made.onerror = () => setSound(undefined)
    stopOther = () => {
      made.pause()
      setSound(undefined)
    }
    setSound(made)
    void made.play().catch(() => setSound(undefined))
  }
  return (
    <IconButton
      icon={sound === undefined ? 'volume' : 'pause'}
      label={sound === undefined ? mediaMessages.listen({ name }) : mediaMessages.stop({ name })}
      onClick={() => (sound === undefined ? play() : stop())}
    />
  )
}
