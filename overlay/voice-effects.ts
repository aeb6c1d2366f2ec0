import type { VoiceEffectName } from '../src/capabilities/voice/contract/voice-effects.ts'
/** How a voice effect is played: buffer, playback rate, chain of audio nodes, and the length of its tail. */
export type VoiceChain = {
  rate: number
  tailMs: number
  buffer: AudioBuffer
  connect: (from: AudioNode) => void
  close: () => void
}

export function applyVoiceEffect(
  context: BaseAudioContext,
  buffer: AudioBuffer,
  voice: VoiceEffectName,
  to: AudioNode,
): VoiceChain {
  const plain = {
    rate: 1,
    tailMs: 0,
    buffer,
    connect: (from: AudioNode) => void from.connect(to),
    close() {},
  }
  switch (voice) {
    case 'chipmunk':
      return { ...plain, rate: 1.55 }
    case 'deep':
      return {
        ...plain,
        ...through([new BiquadFilterNode(context, { type: 'lowshelf', frequency: 220, gain: 5 })], to),
        rate: 0.76,
      }
    case 'reverse':
      return { ...plain, buffer: reversed(context, buffer) }
    case 'echo':
      return { ...plain, ...echo(context, to) }
    case 'radio':
      return { ...plain, ...radio(context, to) }
    case 'robot':
      return { ...plain, ...robot(context, to) }
    default:
      return plain
  }
}

function reversed(context: BaseAudioContext, buffer: AudioBuffer) {
  const turned = context.createBuffer(buffer.numberOfChannels, buffer.length, buffer.sampleRate)
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    turned.copyToChannel(buffer.getChannelData(channel).slice().reverse(), channel)
  }
  return turned
}

function echo(context: BaseAudioContext, to: AudioNode) {
  const delay = new DelayNode(context, { delayTime: 0.27 })
  const again = new GainNode(context, { gain: 0.42 })
  const softer = new BiquadFilterNode(context, { type: 'lowpass', frequency: 2600 })
  delay.connect(softer).connect(again).connect(delay)
  again.connect(to)
  return {
    tailMs: 1_200,
    connect(from: AudioNode) {
      from.connect(to)
      from.connect(delay)
    },
    // A cycle of connected nodes is never garbage collected.
    close: () => again.disconnect(),
  }
}

/** Band-pass, slight distortion and quiet noise. */
function radio(context: BaseAudioContext, to: AudioNode) {
  const air = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true })
  const chain = through(
    [
      new BiquadFilterNode(context, { type: 'highpass', frequency: 420 }),
      new WaveShaperNode(context, { curve: curve((x) => Math.tanh(4 * x)), oversample: '2x' }),
      new BiquadFilterNode(context, { type: 'bandpass', frequency: 1500, Q: 0.6 }),
      new BiquadFilterNode(context, { type: 'lowpass', frequency: 2900 }),
      new GainNode(context, { gain: 0.9 }),
    ],
    to,
  )
  chain.connect(air.connect(new GainNode(context, { gain: 0.006 })))
  air.start()
  return { connect: chain.connect, close: () => air.stop() }
}

/** Ring modulation with a low tone, and a short comb filter. */
function robot(context: BaseAudioContext, to: AudioNode) {
  const ring = new GainNode(context, { gain: 0 })
  const tone = new OscillatorNode(context, { type: 'sawtooth', frequency: 52 })
  tone.connect(ring.gain)
  const pipe = new DelayNode(context, { delayTime: 0.011 })
  const back = new GainNode(context, { gain: 0.55 })
  const out = new GainNode(context, { gain: 1.1 })
  ring.connect(out)
  ring.connect(pipe).connect(back).connect(pipe)
  back.connect(out).connect(to)
  tone.start()
  return {
    tailMs: 120,
    connect: (from: AudioNode) => void from.connect(ring),
    close() {
      tone.stop()
      back.disconnect()
    },
  }
}

function through(nodes: AudioNode[], to: AudioNode) {
  const last = nodes.reduce((from, node) => from.connect(node))
  last.connect(to)
  return { connect: (from: AudioNode) => void from.connect(nodes[0] ?? to) }
}

function curve(shape: (x: number) => number) {
  return Float32Array.from({ length: 257 }, (_, index) => shape((index - 128) / 128))
}

function noise(context: BaseAudioContext) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1
  return buffer
}
