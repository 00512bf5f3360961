import type { News, RowEvent } from '../../../src/lib/cluster/follow.ts'

/** Reads the news of a watch: a text for each change, or the reason of a notice. */
export function readNews<Row>(news: AsyncGenerator<News<Row>>, show: (row: Row) => string) {
  const text = ({ type, row }: RowEvent<Row>): string => `${type} ${show(row)}`
  return {
    /** The next news. */
    async next(): Promise<readonly string[]> {
      const { value, done } = await news.next()
      if (done === true) return ['end']
      return value.notice === undefined ? value.events.map(text) : [value.notice.reason]
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await news.return(undefined)
    },
  }
}
