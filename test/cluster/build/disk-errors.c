/*
 * Preloaded into a process, this lets calls fail that reach files below a folder. The file $DISK_ERRORS_FILE says which; without
 * it, none. It has one line:
 *
 *   CALL AFTER ERRNO PREFIX     such as: write 3 5 /var/lib/kubeletcfg/
 *
 * Of the calls of this kind (read, write, sync, rename), AFTER succeed, and all later ones fail with ERRNO, as long as the file
 * says the same. A call that fails does nothing. Go programs do not ask libc, and so do not notice.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { line_size = 512 };

static int orders(char *line)
{
	const char *path = getenv("DISK_ERRORS_FILE");
	int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
	long length;

	if (file < 0)
		return 0;
	length = syscall(SYS_read, file, line, line_size - 1);
	syscall(SYS_close, file);
	line[length > 0 ? length : 0] = 0;
	return length > 0;
}

/* Counts anew when the orders change. */
static long count(const char *line)
{
	static char last[line_size];
	static long calls;
	static int busy;
	long now;

	while (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
		;
	if (strcmp(last, line)) {
		strcpy(last, line);
		calls = 0;
	}
	now = ++calls;
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
	return now;
}

/* The errno that this call fails with; 0: it does not. */
static int failure(const char *call, const char *path)
{
	char line[line_size], which[16], prefix[line_size];
	long after;
	int number;

	if (!orders(line) || sscanf(line, "%15s %ld %d %511s", which, &after, &number, prefix) != 4)
		return 0;
	if (strcmp(which, call) || strncmp(path, prefix, strlen(prefix)))
		return 0;
	return count(line) > after ? number : 0;
}

static int failure_of(const char *call, int file)
{
	char link[32], path[line_size];
	ssize_t length;

	if (!getenv("DISK_ERRORS_FILE"))
		return 0;
	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	length = readlink(link, path, sizeof path - 1);
	path[length > 0 ? length : 0] = 0;
	return failure(call, path);
}

/* A call of libc that fails, or is the next one of this name. */
#define FAILING(type, name, call, file, parameters, arguments)                 \
	type name parameters                                                   \
	{                                                                      \
		int before = errno, number = failure_of(call, file);           \
		type(*next) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
                                                                               \
		errno = number ? number : before;                              \
		return number ? -1 : next arguments;                           \
	}

FAILING(ssize_t, read, "read", fd, (int fd, void *to, size_t size), (fd, to, size))
FAILING(ssize_t, readv, "read", fd, (int fd, const struct iovec *to, int count), (fd, to, count))
FAILING(ssize_t, pread64, "read", fd, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
FAILING(ssize_t, preadv64, "read", fd, (int fd, const struct iovec *to, int count, off64_t at), (fd, to, count, at))
FAILING(ssize_t, write, "write", fd, (int fd, const void *from, size_t size), (fd, from, size))
FAILING(ssize_t, writev, "write", fd, (int fd, const struct iovec *from, int count), (fd, from, count))
FAILING(ssize_t, pwrite64, "write", fd, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
FAILING(ssize_t, pwritev64, "write", fd, (int fd, const struct iovec *from, int count, off64_t at), (fd, from, count, at))
FAILING(int, fsync, "sync", fd, (int fd), (fd))
FAILING(int, fdatasync, "sync", fd, (int fd), (fd))

int rename(const char *from, const char *to)
{
	int before = errno, number = failure("rename", to);

	errno = number ? number : before;
	return number ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
