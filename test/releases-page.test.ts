import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { pageFile, releasesPage } from '../scripts/data/releases-page.ts'
import { releases } from '../src/lib/kubelet/model/releases.ts'

test('docs/releases.md has what the tables say of each release', () => {
  const page = `${releasesPage()}\n`
  if (process.env['UPDATE_GOLDEN']) writeFileSync(pageFile, page)
  expect(readFileSync(pageFile, 'utf8')).toBe(page)
})

test('the page has a section for each release that follows another, the newest first', () => {
  expect(releasesPage().match(/^## .*$/gm)).toEqual(
    releases
      .slice(1)
      .map((release) => `## ${release}`)
      .toReversed(),
  )
})
