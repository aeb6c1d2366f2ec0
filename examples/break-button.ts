// One button for the break: press it and the break begins, press it again and the show goes on.
// Bind it to a key of a deck that runs programs: SHOWCALLER_KEY=… node break-button.ts
import { Showcaller, ShowcallerError } from 'showcaller/sdk'

const show = new Showcaller({
  url: 'http://127.0.0.1:4400',
  key: process.env.SHOWCALLER_KEY,
  // Whoever presses a button does not wait for a minute.
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
  // The break does not depend on a decoration.
  if (!(error instanceof ShowcallerError)) throw error
  console.warn(error.message)
}
console.log(scene.title)
