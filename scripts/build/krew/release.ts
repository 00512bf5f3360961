/** What this reads of package.json. */
export interface Package {
  readonly version: string
  readonly homepage?: string
  readonly repository?: string | { readonly url: string }
}

/** The page of the project: undefined when package.json names neither a homepage nor a repository on the web. */
export const homepageOf = (pack: Package): string | undefined => pack.homepage ?? repositoryPage(pack)

/** Where the archive of a release can be downloaded: `template` has {version} and {archive}. */
export function archiveUri(pack: Package, template: string | undefined, archive: string): string {
  const chosen = template ?? ofGitHub(pack)
  if (chosen === undefined)
    throw new Error(
      'package.json has no repository on GitHub: add --uri, such as https://example.com/v{version}/{archive}',
    )
  if (!chosen.includes('{archive}')) throw new Error(`--uri ${chosen} does not contain {archive}`)
  return chosen.replaceAll('{version}', pack.version).replaceAll('{archive}', archive)
}

function ofGitHub(pack: Package): string | undefined {
  const page = repositoryPage(pack)
  return page?.startsWith('https://github.com/') ? `${page}/releases/download/v{version}/{archive}` : undefined
}

/** npm writes `git+https://….git` when it publishes. */
function repositoryPage({ repository }: Package): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url
  return /^(?:git\+)?(https:\/\/.+?)(?:\.git)?$/.exec(url ?? '')?.[1]
}
