const texts: Readonly<Record<string, string>> = {
  E2BIG: 'its arguments are too long',
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is exceeded',
  EIO: 'input/output error',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many open files',
  ENOENT: 'no such file or folder',
  ENOEXEC: 'it is not a program for this machine',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of its path is not a folder',
  ENXIO: 'no such device',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ETXTBSY: 'it is in use',
}

/** What an error code of the operating system means, for the end of a message; an unknown code itself. */
export const errnoText = (code: string): string => texts[code] ?? code
