/*
 * Preloaded into a process, this shifts its wall clock by the seconds in the file $CLOCK_OFFSET_FILE, which may change at
 * any time; without the file, by nothing. Other clocks stay. Go programs do not ask libc for the time, and so do not notice.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void)
{
	char text[32] = "";
	const char *path = getenv("CLOCK_OFFSET_FILE");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;

	if (file < 0)
		return 0;
	if (read(file, text, sizeof text - 1) < 0)
		text[0] = 0;
	close(file);
	return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = syscall(SYS_clock_gettime, clock, now);

	if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		now->tv_sec += offset();
	return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec exact;
	int result = clock_gettime(CLOCK_REALTIME, &exact);

	(void)zone;
	now->tv_sec = exact.tv_sec;
	now->tv_usec = exact.tv_nsec / 1000;
	return result;
}

time_t time(time_t *now)
{
	struct timespec exact;

	clock_gettime(CLOCK_REALTIME, &exact);
	if (now)
		*now = exact.tv_sec;
	return exact.tv_sec;
}
