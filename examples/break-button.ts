// A button for breaks: press it to start the break, press it again to end it.
// Assign it to a deck button that runs a program: SHOWCALLER_KEY=… node break-button.ts
import { Showcaller, ShowcallerError } from 'showcaller/sdk'

const show = new Showcaller({
  url: 'http://127.0.0.1:4400',
  key: process.env.SHOWCALLER_KEY,
  // Fail early: nobody waits a minute after pressing a button.
  timeoutMs: 10_000,
})

const scenes = {
  break: { title: 'Back in five minutes', effect: 'snow', words: 'Time for a tea. Back in five.' },
  show: { title: 'On with the show', effect: 'confetti', words: 'And we are back.' },
}

const { title } = await show.getStreamMeta()
const next = title === scenes.break.title ? 'show' : 'break'
const scene = scenes[next]

await show.title({ title: scene.title })
await show.sendBotMessage({ message: scene.words })
await (next === 'break' ? show.stopSong() : show.startSong())
try {
  await show.effectTrigger({ overlay_id: scene.effect, data: { scene: next } })
} catch (error) {
  // The effect is optional, so an error does not stop the break.
  if (!(error instanceof ShowcallerError)) throw error
  console.warn(error.message)
}
console.log(scene.title)
