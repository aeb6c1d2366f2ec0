/**
 * Runs Flite, a command-line program compiled to WebAssembly. Its thirteen WASI calls are implemented in memory: it can
 * read its arguments and write one file. It has no access to disk, network or environment.
 */

const success = 0
const badDescriptor = 8
const notSeekable = 70

const rootDescriptor = 3
const outputDescriptor = 4
const allRights = 0xffff_ffff_ffff_ffffn

class Exit extends Error {}

/** Returns the program's output file. Throws if the program crashes or writes too much. */
export function runFlite(program: WebAssembly.Module, args: readonly string[], maxBytes: number): Buffer {
  const encoded = args.map((arg) => Buffer.from(`${arg.replaceAll('\0', '')}\0`, 'utf8'))
  const written: Buffer[] = []
  let writtenBytes = 0
  let memory: WebAssembly.Memory | undefined
  const view = () => {
    if (memory === undefined) throw new Error('The program ran before its memory was available.')
    return new DataView(memory.buffer)
  }
  const bytesAt = (pointer: number, length: number) => Buffer.from(view().buffer, pointer, length)

  const system = {
    args_sizes_get(countAt: number, sizeAt: number) {
      view().setUint32(countAt, encoded.length, true)
      view().setUint32(sizeAt, Buffer.concat(encoded).length, true)
      return success
    },
    args_get(pointersAt: number, textAt: number) {
      let at = textAt
      encoded.forEach((arg, n) => {
        view().setUint32(pointersAt + n * 4, at, true)
        bytesAt(at, arg.length).set(arg)
        at += arg.length
      })
      return success
    },
    clock_time_get(_clock: number, _precision: bigint, timeAt: number) {
      view().setBigUint64(timeAt, 0n, true)
      return success
    },
    fd_close: () => success,
    fd_fdstat_get(descriptor: number, statAt: number) {
      if (descriptor > outputDescriptor) return badDescriptor
      const fileType = descriptor === rootDescriptor ? 3 : descriptor === outputDescriptor ? 4 : 2
      view().setUint8(statAt, fileType)
      view().setUint16(statAt + 2, 0, true)
      view().setBigUint64(statAt + 8, allRights, true)
      view().setBigUint64(statAt + 16, allRights, true)
      return success
    },
    fd_fdstat_set_flags: () => success,
    fd_prestat_get(descriptor: number, prestatAt: number) {
      if (descriptor !== rootDescriptor) return badDescriptor
      view().setUint32(prestatAt, 0, true)
      view().setUint32(prestatAt + 4, 1, true)
      return success
    },
    fd_prestat_dir_name(descriptor: number, nameAt: number, length: number) {
      if (descriptor !== rootDescriptor || length < 1) return badDescriptor
      bytesAt(nameAt, 1).write('/', 'latin1')
      return success
    },
    fd_read(_descriptor: number, _vectors: number, _count: number, readAt: number) {
      view().setUint32(readAt, 0, true)
      return success
    },
    fd_seek: () => notSeekable,
    fd_write(descriptor: number, vectorsAt: number, count: number, writtenAt: number) {
      let length = 0
      for (let n = 0; n < count; n++) {
        const pointer = view().getUint32(vectorsAt + n * 8, true)
        const size = view().getUint32(vectorsAt + n * 8 + 4, true)
        if (descriptor === outputDescriptor) written.push(Buffer.from(bytesAt(pointer, size)))
        length += size
      }
      if (descriptor === outputDescriptor) writtenBytes += length
      if (writtenBytes > maxBytes) throw new Error('The audio is larger than the limit.')
      view().setUint32(writtenAt, length, true)
      return success
    },
    path_open(...given: (number | bigint)[]) {
      view().setUint32(Number(given[8]), outputDescriptor, true)
      return success
    },
    proc_exit(): never {
      throw new Exit()
    },
  }

  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: system })
  const { memory: itsMemory, _start } = instance.exports
  if (!(itsMemory instanceof WebAssembly.Memory) || typeof _start !== 'function') {
    throw new Error('The program does not have the expected exports.')
  }
  memory = itsMemory
  try {
    _start()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  }
  return Buffer.concat(written)
}
