/** What the cells of a bar are drawn with. */
export interface WaveGlyphs {
  readonly well: string
  /** Admitted, and not well yet. */
  readonly admitted: string
  readonly failed: string
  /** Not admitted yet. */
  readonly left: string
}

export const waveBlocks: WaveGlyphs = { well: '█', admitted: '▒', failed: '×', left: '░' }
export const waveAscii: WaveGlyphs = { well: '#', admitted: '=', failed: 'x', left: '.' }

export interface WaveBarStyle {
  readonly glyphs: WaveGlyphs
  /** In columns. */
  readonly width: number
}

interface WaveNodes {
  readonly nodes: number
  readonly admitted: number
  readonly well: number
  readonly failed: number
}

/** The nodes of a wave, from the left: well, admitted, failed, all others. It is full only when all are well. */
export function waveBar({ nodes, admitted, well, failed }: WaveNodes, { glyphs, width }: WaveBarStyle): string {
  const cells = (part: number) => (nodes === 0 ? 0 : Math.floor((part * width) / nodes))
  const atLeastOne = (part: number) => (part === 0 ? 0 : Math.max(1, cells(part)))
  const ofFailed = atLeastOne(failed)
  const ofWell = Math.min(cells(well), width - ofFailed)
  const ofAdmitted = Math.min(atLeastOne(Math.max(0, admitted - well - failed)), width - ofFailed - ofWell)
  return [
    glyphs.well.repeat(ofWell),
    glyphs.admitted.repeat(ofAdmitted),
    glyphs.failed.repeat(ofFailed),
    glyphs.left.repeat(width - ofWell - ofAdmitted - ofFailed),
  ].join('')
}
