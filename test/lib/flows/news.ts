import type { News, RowEvent } from '../../../src/lib/flows/follow.ts'

/** Reads the news of a watch: a text for each change. */
export function readNews<Row>(news: AsyncGenerator<News<Row>>, show: (row: Row) => string) {
  const text = ({ type, row }: RowEvent<Row>): string => `${type} ${show(row)}`
  return {
    /** The next news. */
    async next(): Promise<readonly string[]> {
      const { value, done } = await news.next()
      return done === true ? ['end'] : value.events.map(text)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await news.return(undefined)
    },
  }
}
