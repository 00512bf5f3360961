/* Does nothing until it is asked to stop: the sandbox process of every pod, and the workload of every test. */
#include <signal.h>
#include <unistd.h>

static void stop(int signal) {
  (void)signal;
  _exit(0);
}

int main(void) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  for (;;) pause();
}
